// 01. Learn a metric on wine, see whether it helps, and keep it. The same in Python:
// 01_learn_a_metric.py.
#include <fmt/format.h>

#include <mahala/compare/baselines.hpp>
#include <mahala/data/read/read.hpp>
#include <mahala/model/model_file.hpp>
#include <mahala/train/notes.hpp>

using namespace mahala;

int main(int, char** arguments) {
  const Dataset data = read_dataset(arguments[1], {.label = "label"});

  const auto found =
      compare_with_baselines(make_candidate("psd-flat"), data, {.folds = 5, .repeats = 2});
  fmt::print("{}\n", verdict(found));

  const LearnerCandidate two = make_candidate("psd-flat", {{"rank", "2"}});
  const Fit fit = train(*two.learner, data, std::nullopt, {}).fit;
  fmt::print("{}: {}\n", name(fit.status), fit.message);
  fmt::print("{} features became {}\n", data.dim(), embed(fit.model, data.x).rows());

  save(fit.model, "wine.model");
  const bool same = embed(load("wine.model"), data.x) == embed(fit.model, data.x);
  fmt::print("the file gives the same: {}\n", same ? "True" : "False");
}
