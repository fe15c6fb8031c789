// Similarities of documents, 20 Newsgroups: mean average precision of low-rank and full learners
// over ranks at equal memory (rank x words = 500,000), after 800,000 triplets each, as in section
// 7.1 of
//
//   Shalit, Weinshall, Chechik, "Online Learning in the Embedded Manifold of Low-rank Matrices",
//   JMLR 13 (2012).
//
//   newsgroups_bench [splits = 5] [triplets = 800000]
//
// Random splits, 65 % to learn from. Words: 50,000 of highest document frequency, without stop
// words, of which the most informative are kept; tf-idf, unit length. Step sizes are the best of a
// grid on other splits; they are fixed here so that a run takes minutes. Needs ../shared/data.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mahala/core/parallel.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

namespace mahala::bench {
namespace {

constexpr auto data_file = "../shared/data/20newsgroups.jsonl.gz";
constexpr double training_share = 0.65;

struct Memory {
  Index rank, words;
};
constexpr Memory memories[] = {{10, 50'000}, {30, 16'660}, {100, 5'000}};

/// A learner and its step sizes at the ranks of `memories`.
struct Contender {
  std::string name;
  double steps[3];
};
const Contender low_rank[] = {{"loreta-psd", {100, 30, 10}},
                              {"loreta", {30, 10, 3}},
                              {"psd-gd", {.2, .2, .1}},
                              {"bilinear-gd", {.3, .3, .1}},
                              {"pa", {.3, .3, .1}}};

struct Full {
  std::string name;
  Index words;
  double step;
};
const Full full_rank[] = {{"oasis", 1000, .1}, {"oasis", 2000, .1}, {"lego", 1000, .1}};

struct Split {
  Dataset train, test;
};

Split split(const Dataset& all, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(all.size()));
  std::iota(order.begin(), order.end(), Index{0});
  Rng rng = make_rng(seed, RandomStream::learning, 65);
  std::shuffle(order.begin(), order.end(), rng);
  const auto cut = static_cast<std::size_t>(training_share * static_cast<double>(all.size()));
  const std::span<const Index> places(order);
  return {all.select(places.first(cut)), all.select(places.subspan(cut))};
}

/// What one run gave.
struct Outcome {
  double map = 0, seconds = 0;
};

Outcome run(const std::string& name, const Split& data, const Prepare& plan, Index rank,
            double step, Index triplets) {
  const LearnerEntry& entry = find_learner(name);
  const auto learner = entry.make();
  if (rank > 0) set(learner->options(), "rank", std::to_string(rank));
  set(learner->options(), "step", fmt::format("{}", step));
  set(learner->options(), "steps", std::to_string(triplets));
  Dataset train = data.train, test = data.test;
  train.x = apply(plan, std::move(train.x));
  test.x = apply(plan, std::move(test.x));
  const Stopwatch watch;
  const Fit fit = learner->fit(train, Nothing{}, {});
  const double seconds = watch.seconds();
  return {mean_average_precision(fit.model, test), seconds};
}

/// Mean and standard error of the runs on all splits.
std::string summary(const std::vector<Outcome>& runs) {
  const auto n = static_cast<double>(runs.size());
  double mean = 0, square = 0, seconds = 0;
  for (const Outcome& run : runs) mean += run.map / n;
  for (const Outcome& run : runs) square += (run.map - mean) * (run.map - mean);
  for (const Outcome& run : runs) seconds += run.seconds / n;
  const double error = runs.size() > 1 ? std::sqrt(square / (n - 1) / n) : 0;
  return fmt::format("{:.3f} +- {:.3f} {:5.1f} s", mean, error, seconds);
}

Prepare words(const Dataset& train, Index count) {
  Samples x = train.x;
  return fit_prepare(fmt::format("top-df:50000,gain:{},tfidf,unit", count), x, train.labels);
}

void compare(const std::vector<Split>& splits, Index triplets) {
  fmt::print("{:<12}", "");
  for (const Memory& m : memories) fmt::print("  rank {:>3}, {:>6} words   ", m.rank, m.words);
  fmt::print("\n");
  std::vector<std::vector<Prepare>> plans;
  for (const Memory& m : memories) {
    plans.emplace_back();
    for (const Split& s : splits) plans.back().push_back(words(s.train, m.words));
  }
  for (const Contender& contender : low_rank) {
    fmt::print("{:<12}", contender.name);
    for (std::size_t m = 0; m < std::size(memories); ++m) {
      std::vector<Outcome> runs;
      for (std::size_t s = 0; s < splits.size(); ++s) {
        runs.push_back(run(contender.name, splits[s], plans[m][s], memories[m].rank,
                           contender.steps[m], triplets));
      }
      fmt::print("  {}", summary(runs));
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  for (const Full& full : full_rank) {
    std::vector<Outcome> runs;
    for (const Split& s : splits) {
      runs.push_back(run(full.name, s, words(s.train, full.words), 0, full.step, triplets));
    }
    fmt::print("{:<12}  full, {:>6} words: {}\n", full.name, full.words, summary(runs));
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  using namespace mahala;
  const int count = argc > 1 ? std::atoi(argv[1]) : 5;
  const Index triplets = argc > 2 ? std::atoll(argv[2]) : 800'000;
  if (!std::filesystem::exists(bench::data_file)) {
    fmt::print("skipped: {} is not there\n", bench::data_file);
    return 0;
  }
  set_threads(1);
  ReadOptions reading;
  reading.text = "text";
  reading.text_options.words = "letters";
  reading.text_options.stop_words = "english";
  const Dataset all = read_dataset(bench::data_file, reading);
  fmt::print(
      "20 Newsgroups: {} documents, {} words; {} splits, {} triplets; mAP of all test "
      "documents as queries, +- standard error; seconds of learning\n",
      all.size(), all.dim(), count, triplets);
  std::vector<bench::Split> splits;
  for (int k = 0; k < count; ++k)
    splits.push_back(bench::split(all, static_cast<std::uint64_t>(k)));
  bench::compare(splits, triplets);
}
