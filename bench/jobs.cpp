// Small jobs that always do the same work, for counting instructions (bench/check.py).
//
//   jobs           lists their names
//   jobs NAME      does one; what is to be counted happens inside counted_work()

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/search/neighbours.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

/// Instructions are counted from here to its return; a plain name for callgrind.
extern "C" [[gnu::noipa]] void counted_work(const std::function<void()>& work) { work(); }

namespace mahala::bench {
namespace {

/// Classes around means of their own; labels in turn.
Dataset clouds(Index n, Index dim, Index classes) {
  Rng rng = make_rng(1);
  const Matrix means = 2 * random_normal(dim, classes, rng);
  Matrix x = random_normal(dim, n, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) {
    x.col(i) += means.col(i % classes);
    names.push_back(fmt::format("c{}", i % classes));
  }
  return {.x = Samples(std::move(x)), .labels = Labels::from_names(names)};
}

/// Samples of 30 non-zeros among 2,000 features; the first ten tell the classes apart.
Dataset sparse_clouds(Index n, Index classes) {
  constexpr Index dim = 2000, nonzeros = 30;
  Rng rng = make_rng(2);
  std::vector<Eigen::Triplet<double, Index>> entries;
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i % classes, i, 2.0);
    for (Index k = 1; k < nonzeros; ++k) {
      entries.emplace_back(random_index(dim, rng), i, random_unit(rng));
    }
    names.push_back(fmt::format("c{}", i % classes));
  }
  SparseMatrix x(dim, n);
  x.setFromTriplets(entries.begin(), entries.end());
  return {.x = Samples(std::move(x)), .labels = Labels::from_names(names)};
}

/// The papers' pairs on standardised samples, so that the work is the solver's and not that of
/// choosing a preparation or finding neighbours.
void learn(const std::string& name, const Dataset& data, std::vector<std::string> settings,
           Index constraints = 0) {
  const LearnerEntry& entry = find_learner(name);
  const auto learner = entry.make();
  for (const std::string& setting : settings) set(learner->options(), setting);
  TrainOptions options;
  options.prepare = data.x.is_sparse() ? "none" : "standardise";
  options.sampling.protocol = PairProtocol::paper;
  options.sampling.count = constraints;
  counted_work([&] { train(*learner, data, std::nullopt, options); });
}

void observe_samples() {
  const Dataset data = clouds(2'000, 64, 5);
  Pairs pairs;
  for (Index i = 0; i < data.size(); ++i) pairs.push_back({.i = i, .j = origin, .value = 50});
  Rng rng = make_rng(3);
  const Matrix g = random_normal(64, 8, rng);
  const PairProblem problem(data.x, pairs);
  counted_work([&] {
    for (int k = 0; k < 10; ++k) problem.slope(g);
  });
}

void search_neighbours() {
  const Dataset data = clouds(2'000, 32, 5);
  counted_work([&] { nearest(data.x, data.x, 5); });
}

void read_csv() {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("mahala-jobs-{}.csv", ::getpid());
  write_dataset(clouds(2'000, 20, 5), path);
  counted_work([&] { read_dataset(path); });
  std::filesystem::remove(path);
}

void cluster() {
  const Dataset data = clouds(2'000, 16, 5);
  Rng rng = make_rng(4);
  counted_work([&] { k_means(data.x, {.clusters = 5, .restarts = 3}, rng); });
}

struct Job {
  const char* name;
  std::function<void()> run;
};

const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {
      {"psd-flat",
       [] {
         learn("psd-flat", clouds(600, 40, 6), {"rank=8", "max_iterations=30", "tolerance=0"},
               5'000);
       }},
      {"psd-polar",
       [] {
         learn("psd-polar", clouds(600, 40, 6), {"rank=8", "max_iterations=15", "tolerance=0"},
               5'000);
       }},
      {"online-flat",
       [] {
         learn("psd-flat", clouds(600, 40, 6), {"rank=8", "solver=online", "passes=2"}, 5'000);
       }},
      {"sparse-flat",
       [] {
         learn("psd-flat", sparse_clouds(600, 6),
               {"rank=8", "solver=online", "passes=4", "step=0.01", "half_life=2"}, 1'000);
       }},
      {"loreta",
       [] {
         learn("loreta", sparse_clouds(600, 6), {"rank=8", "steps=5000", "step=0.1"});
       }},
      {"itml", [] { learn("itml", clouds(600, 30, 6), {}, 1'000); }},
      {"nca",
       [] {
         learn("nca", clouds(500, 20, 5), {"rank=5", "max_iterations=10", "lambda=0"});
       }},
      {"lmnn",
       [] {
         learn("lmnn", clouds(500, 20, 5), {"rank=5", "max_iterations=10", "lambda=0"});
       }},
      {"lda", [] { learn("lda", clouds(3'000, 60, 10), {}); }},
      {"gradient", observe_samples},
      {"search", search_neighbours},
      {"csv", read_csv},
      {"kmeans", cluster},
  };
  return all;
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  using namespace mahala::bench;
  mahala::set_threads(1);
  if (argc == 1) {
    for (const Job& job : jobs()) fmt::print("{}\n", job.name);
    return 0;
  }
  for (const Job& job : jobs()) {
    if (std::string_view(argv[1]) != job.name) continue;
    job.run();
    return 0;
  }
  fmt::print(stderr, "there is no job called {}\n", argv[1]);
  return 2;
}
