/// @file
/// The Python module: what passes between Python and the library. It names no learner: estimators
/// are made of what `learners()` lists.
#pragma once

#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/train/train.hpp"

namespace mahala::python {

namespace py = pybind11;

using Settings = std::map<std::string, std::string>;

/// Names of labels; for each sample the number of its name or, with `ends`, those up to its end.
struct LabelList {
  std::vector<std::string> names = {};
  std::vector<Index> codes = {};
  std::optional<std::vector<Index>> ends = {};
};

/// Arrays of indices a constraint each; what is absent is None.
struct ConstraintList {
  std::string kind = {};
  std::vector<std::vector<Index>> samples = {};
  std::vector<double> same = {};    ///< of pairs: > 0 alike, < 0 not, 0 = measured
  std::vector<double> value = {};   ///< of pairs: squared distances; empty = open
  std::vector<double> weight = {};  ///< empty = 1
  std::vector<std::vector<Index>> far =
      {};  ///< of sets, whose `samples` are the query and the near
  /// Of forms, whose `samples` are i and j of one term after the other (-1 = the origin), `same`
  /// the relation and `value` the bound.
  std::vector<std::vector<double>> factors = {};
  std::vector<bool> of_features = {};
};

/// Samples that Python holds too.
using HeldSamples = std::shared_ptr<Samples>;

/// The same samples without a copy of their numbers, sparse ones included.
Samples shared(const HeldSamples& held);

/// Samples, and what goes with them.
struct Table {
  HeldSamples x = {};
  std::optional<LabelList> labels = {};
  std::vector<std::string> features = {};
  std::string source = "X";
  Matrix outputs = {};  ///< of several numbers, a column a sample
};

Dataset dataset_of(const Table& table);
std::optional<Constraints> constraints_of(const std::optional<ConstraintList>& list);

/// Sets options from texts.
void set_all(const Options& options, const Settings& settings);

/// A file for checkpoints ("" = none), how often it is written, and whether to go on from it.
using CheckpointRequest = std::tuple<std::string, std::string, bool>;

/// Null if none is asked for; `facts` are made only then.
template <class Facts>
std::unique_ptr<Checkpoint> begun(const CheckpointRequest& request, const Facts& facts) {
  const auto& [file, every, resume] = request;
  if (file.empty()) return nullptr;
  return std::make_unique<Checkpoint>(file, facts(), parse_every(every), resume);
}

/// While it lives, work of this thread can be ended by Ctrl-C and by an exception of a callback,
/// which `rethrow` throws once the work is over. Python's lock is released meanwhile.
class Attended {
 public:
  explicit Attended(py::object callback = py::none());

  Monitor monitor();  ///< calls the callback, if there is one
  std::function<bool()> stop();
  void rethrow();  ///< with the lock held

  /// Does the work without Python's lock, then throws what ended it.
  template <class Work>
  auto run(Work&& work) {
    std::optional<decltype(work())> result;
    {
      py::gil_scoped_release release;
      const Watch watch(stop());
      try {
        result.emplace(work());
      } catch (const Interrupted&) {
      } catch (const Error&) {
        if (!raised_) throw;
      }
    }
    rethrow();
    return std::move(*result);
  }

 private:
  bool asked_to_stop();
  bool called(const Progress& progress);

  py::object callback_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::exception_ptr raised_ = {};
};

void add_arrays(py::module_& module);
void add_models(py::module_& module);
void add_learners(py::module_& module);
void add_road(py::module_& module);
void add_adapt(py::module_& module);

}  // namespace mahala::python
