#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/experiments/kernel_figures.hpp"
#include "mahala/reproduce/experiments/kernel_race.hpp"
#include "mahala/reproduce/experiments/learning.hpp"

namespace mahala::reproduce {
namespace usps {
namespace {

constexpr auto file = "usps.test.csv.gz";
const std::vector<std::string> methods = {"flat", "polar", "logdet", "ksr", "kpca"};

Index most_pairs(bool quick) { return sized<Index>(quick, 20'000, 100'000); }

std::vector<Index> counts(bool quick) {
  if (quick) return {2000, 20'000};
  return {1000, 5000, 20'000, 50'000, 100'000};
}

std::vector<Index> ranks(bool quick) {
  if (quick) return {6, 25};
  return {3, 6, 10, 15, 25, 50};
}

std::string called(const std::string& method, Index rank, Index count) {
  return fmt::format("{}, rank {}, {} pairs", method, rank, count);
}

/// Rank and number of pairs of every cell: a sweep of pairs at rank 25, and of ranks at most pairs.
std::vector<std::pair<Index, Index>> places(bool quick) {
  std::vector<std::pair<Index, Index>> all;
  for (const Index count : counts(quick)) all.emplace_back(25, count);
  for (const Index rank : ranks(quick)) {
    if (rank != 25) all.emplace_back(rank, most_pairs(quick));
  }
  return all;
}

KernelProblem problem_of(const DataFolder& folder, bool quick) {
  const Dataset& all = folder.dataset(file, {.label = "label"});
  return KernelProblem(quick ? some_of(all, 500, 0) : all, {.kernel = "gaussian", .gamma = 0.001},
                       true);
}

Numbers measured(const std::string& method, Index rank, Index count, const KernelProblem& problem,
                 std::uint64_t seed) {
  const Pairs pairs = problem.draw(count, 0.5, seed);
  const Placed placed = place(method, problem, problem.start(rank), pairs, seed);
  return {{"nmi", {clusters_nmi(placed.coordinates, problem.data().labels, seed)}},
          {"seconds", {placed.seconds}}};
}

std::vector<Setting> settings(const Setup& setup) {
  const auto problem = std::make_shared<LazyProblem>(
      [&data = setup.data, quick = setup.quick] { return problem_of(data, quick); });
  std::vector<Setting> all;
  for (const auto& [rank, count] : places(setup.quick)) {
    for (const std::string& method : methods) {
      all.push_back({called(method, rank, count), [=, r = rank, m = count](std::uint64_t seed) {
                       return measured(method, r, m, problem->get(), seed);
                     }});
    }
  }
  return all;
}

Finding judge(const Results& r, bool quick) {
  const Compared what{"nmi", 2};
  const Index most = most_pairs(quick);
  const double margin = sized(quick, 0.0, 0.02);
  Finding found;
  for (const std::string own : {"flat", "polar"}) {
    found.checks.push_back(
        exceeds(fmt::format("With {} pairs {} performs as well as KSR (not worse by more than .05)",
                            most, own),
                r, called(own, 25, most), called("ksr", 25, most), what, -0.05));
    found.checks.push_back(exceeds(fmt::format("and outperforms LogDet-KL"), r,
                                   called(own, 25, most), called("logdet", 25, most), what,
                                   margin));
    found.checks.push_back(exceeds("and kernel PCA", r, called(own, 25, most),
                                   called("kpca", 25, most), what, margin));
  }
  const Sweep by_count{"NMI at rank 25",
                       "pairs",
                       counts(quick),
                       methods,
                       what,
                       [](const std::string& m, Index count) { return called(m, 25, count); }};
  const Sweep by_rank{fmt::format("NMI with {} pairs", most),
                      "rank",
                      ranks(quick),
                      methods,
                      what,
                      [most](const std::string& m, Index rank) { return called(m, rank, most); }};
  found.tables = {swept_table(r, by_count), swept_table(r, by_rank)};
  found.figures = {{"pairs", "NMI against the number of pairs", swept_lines(r, by_count)},
                   {"rank", "NMI against the rank", swept_lines(r, by_rank)}};
  return found;
}

}  // namespace
}  // namespace usps

Experiment usps_kernel() {
  return {.name = "usps-kernel",
          .paper = "meyer-2011",
          .figure = "Figure 7",
          .title = "Kernels for clustering 2,007 digits",
          .protocol =
              "The test part of USPS (quick: 500 samples of it, 20,000 pairs), Gaussian "
              "kernel with gamma = 0.001, centred; up to 100,000 random pairs with alpha = "
              "0.5; a start at the leading components; KSR with one direction less than classes; "
              "NMI of the best of ten runs of "
              "k-means with ten clusters on all samples.",
          .claim =
              "With enough constraints flat and polar perform as well as KSR and outperform "
              "LogDet-KL.",
          .files = {{usps::file, "USPS, test part, CSV with a column 'label'"}},
          .seeds = 3,
          .quick_seeds = 1,
          .minutes = 5,
          .quick_minutes = 1,
          .settings = usps::settings,
          .judge = usps::judge};
}

}  // namespace mahala::reproduce
