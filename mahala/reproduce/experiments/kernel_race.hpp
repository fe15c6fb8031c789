/// @file
/// Low-rank kernels learned from pairs, as the kernel experiments of Meyer et al. (2011) do: pairs
/// drawn at random ask for at most (1 - alpha) times their distance in the kernel's space where
/// labels agree, and for at least (1 + alpha) times it where they do not.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/kernel/kernel.hpp"
#include "mahala/reproduce/experiment.hpp"
#include "mahala/reproduce/results.hpp"

namespace mahala::reproduce {

/// Samples in the space of a kernel, where all methods start.
class KernelProblem {
 public:
  KernelProblem(Dataset data, const KernelOptions& kernel, bool centre);

  const Dataset& data() const { return data_; }
  const KernelOptions& kernel() const { return kernel_; }

  /// The r leading components, n x r.
  Matrix start(Index rank) const { return components_.leftCols(rank); }

  Pairs draw(Index count, double alpha, std::uint64_t seed) const;

  double seconds() const { return seconds_; }  ///< that its making took: kernel and components

 private:
  Dataset data_;
  KernelOptions kernel_;
  Matrix components_;  ///< n x n
  double seconds_;
};

/// Made when it is first asked for, by whichever thread.
class LazyProblem {
 public:
  explicit LazyProblem(std::function<KernelProblem()> make) : make_(std::move(make)) {}
  const KernelProblem& get() const;

 private:
  std::function<KernelProblem()> make_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<KernelProblem> made_;
};

/// Coordinates of the samples, r x n, and the processor seconds of learning from the start.
struct Placed {
  Matrix coordinates;
  double seconds = 0;
};

/// "flat", "polar", "polar, lambda 0", "logdet" (LogDet-KL), "ksr" and "kpca", which is the start.
Placed place(const std::string& method, const KernelProblem& problem, const Matrix& start,
             const Pairs& pairs, std::uint64_t seed);

/// "flat, 100 pairs".
std::string with_pairs(const std::string& method, Index count);

using MeasuredByPairs = Numbers(const std::string& method, Index count, const DataFolder& folder,
                                std::uint64_t seed);

/// A setting for every method and number of pairs.
std::vector<Setting> settings_by_pairs(const std::vector<std::string>& methods,
                                       const std::vector<Index>& counts, const DataFolder& folder,
                                       MeasuredByPairs& measured);

}  // namespace mahala::reproduce
