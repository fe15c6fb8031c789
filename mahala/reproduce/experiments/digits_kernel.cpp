#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/experiments/kernel_figures.hpp"
#include "mahala/reproduce/experiments/kernel_race.hpp"
#include "mahala/reproduce/experiments/learning.hpp"

namespace mahala::reproduce {
namespace digits {
namespace {

constexpr auto file = "pendigits.train.csv";
const std::vector<std::string> methods = {"flat",   "polar", "polar, lambda 0",
                                          "logdet", "ksr",   "kpca"};

std::vector<Index> counts(bool quick) {
  if (quick) return {100, 3000};
  return {50, 100, 200, 500, 1000, 2000, 3000};
}

Numbers measured(const std::string& method, Index count, const DataFolder& folder,
                 std::uint64_t seed) {
  Dataset data = some_of(folder.dataset(file, {.label = "label"}), {"3", "8", "9"}, 300, seed);
  fit_prepare("standardise", data.x, data.labels);
  const KernelProblem problem(std::move(data), {.kernel = "linear"}, true);
  const Pairs pairs = problem.draw(count, 0.25, seed);
  const Placed placed = place(method, problem, problem.start(16), pairs, seed);
  return {{"nmi", {clusters_nmi(placed.coordinates, problem.data().labels, seed)}},
          {"seconds", {placed.seconds}}};
}

std::vector<Setting> settings(const Setup& setup) {
  return settings_by_pairs(methods, counts(setup.quick), setup.data, measured);
}

Finding judge(const Results& r, bool quick) {
  const Compared what{"nmi", 2};
  const Index few = 100, many = 3000;
  const double near = sized(quick, 0.15, 0.1), margin = sized(quick, 0.0, 0.02);
  Finding found;
  for (const std::string winner : {"flat", "polar"}) {
    for (const std::string loser : {"polar, lambda 0", "logdet", "ksr"}) {
      found.checks.push_back(
          exceeds(fmt::format("With 3,000 pairs {} outperforms {}", winner, loser), r,
                  with_pairs(winner, many), with_pairs(loser, many), what, margin));
    }
  }
  found.checks.push_back(alike("With 100 pairs lambda = 0 performs as LogDet-KL", r,
                               with_pairs("polar, lambda 0", few), with_pairs("logdet", few), what,
                               near));
  found.checks.push_back(alike("With 100 pairs lambda = 0 performs as KSR", r,
                               with_pairs("polar, lambda 0", few), with_pairs("ksr", few), what,
                               near));
  found.checks.push_back(exceeds("With 100 pairs fixing the subspace is better than learning it", r,
                                 with_pairs("polar, lambda 0", few), with_pairs("polar", few), what,
                                 margin));
  for (std::size_t k = 6; k < found.checks.size(); ++k) found.checks[k].main = false;
  const Sweep sweep{
      "Clusters of digits 3, 8 and 9", "pairs", counts(quick), methods, what, with_pairs};
  found.tables = {swept_table(r, sweep)};
  found.figures = {{"", "NMI against the number of pairs", swept_lines(r, sweep)}};
  return found;
}

}  // namespace
}  // namespace digits

Experiment digits_kernel() {
  return {.name = "digits-kernel",
          .paper = "meyer-2011",
          .figure = "Figure 6 (right)",
          .title = "A kernel of rank 16 for clustering digits",
          .protocol =
              "300 random samples of pendigits 3, 8 and 9, standardised, linear kernel of "
              "rank 16; random pairs with alpha = 0.25; KSR with one direction less than classes; "
              "NMI of the best of ten runs of "
              "k-means with three clusters on all samples.",
          .claim =
              "KSR, LogDet-KL and polar with lambda = 0 perform similarly; flat and polar "
              "(lambda = 0.5) outperform them when the number of constraints is large enough, "
              "and fixing the subspace helps when it is small.",
          .files = {{digits::file, "UCI pendigits, training part, CSV with a column 'label'"}},
          .remarks =
              "KSR with one direction less than classes clusters as well as the flat geometry does "
              "here; polar stays ahead of it.",
          .seeds = 10,
          .quick_seeds = 3,
          .minutes = 3,
          .quick_minutes = 0.3,
          .expected = Verdict::does_not_hold,
          .settings = digits::settings,
          .judge = digits::judge};
}

}  // namespace mahala::reproduce
