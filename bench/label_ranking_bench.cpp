// Ranking the labels of samples that have several: label-ranking mean average precision on the
// test parts of bibtex, delicious and corel5k, of low-rank learners with their three starts, of
// perceptrons of full rank and of ridge regression, one label against the rest. After section 7.2
// of
//
//   Shalit, Weinshall, Chechik, JMLR 13 (2012).
//
//   label_ranking_bench [rank = 50] [bibtex|delicious|corel5k]
//
// Features are weighted by tf-idf and samples of unit length. Step sizes are chosen by each
// learner's own cross-validation, with a pass each. Needs
// ../shared/data.

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "mahala/core/parallel.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

namespace mahala::bench {
namespace {

struct Data {
  std::string name;
  int epochs;
};
const Data sets[] = {{"bibtex", 5}, {"delicious", 2}, {"corel5k", 5}};

/// A learner with the options that make it this contender.
struct Contender {
  std::string title, learner;
  std::vector<std::string> settings;
  bool low_rank = true;
};
const Contender contenders[] = {
    {"one against the rest", "one-vs-rest", {}, false},
    {"perceptron, exact", "perceptron", {"direction=exact"}, false},
    {"perceptron, paper", "perceptron", {}, false},
    {"group perceptron, exact", "group-perceptron", {"direction=exact"}, false},
    {"group perceptron, paper", "group-perceptron", {}, false},
    {"pa, identity, paper", "pa-labels", {}},
    {"loreta, identity, exact", "loreta-labels", {"direction=exact"}},
    {"loreta, identity, paper", "loreta-labels", {}},
    {"loreta, zero, paper", "loreta-labels", {"start=zero"}},
    {"loreta, gaussian, paper", "loreta-labels", {"start=gaussian"}},
    {"loreta + WARP, identity", "warp", {}},
    {"wsabie, gaussian", "warp", {"method=wsabie", "start=gaussian"}},
};

Dataset part(const std::string& name, const char* which) {
  return read_dataset(fmt::format("../shared/data/{}.{}.svm.gz", name, which), {});
}

void run(const Contender& contender, const Dataset& train, const Dataset& test, Index rank,
         int epochs) {
  const auto learner = find_learner(contender.learner).make();
  for (const std::string& setting : contender.settings) set(learner->options(), setting);
  if (contender.low_rank) set(learner->options(), "rank", std::to_string(rank));
  if (contender.learner != "one-vs-rest") {
    set(learner->options(), "steps", std::to_string(epochs * train.size()));
    set(learner->options(), "prefix", std::to_string(train.size()));
  }
  const Stopwatch watch;
  const Fit fit = learner->fit(train, Nothing{}, {});
  const double seconds = watch.seconds();
  fmt::print("  {:<26} {:.3f}  {:6.1f} s  {}\n", contender.title,
             mean_average_precision(fit.model, test), seconds, fit.message);
  std::fflush(stdout);
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  using namespace mahala;
  const Index rank = argc > 1 ? std::atoll(argv[1]) : 50;
  set_threads(1);
  for (const auto& [name, epochs] : bench::sets) {
    if (argc > 2 && name != argv[2]) continue;
    if (!std::filesystem::exists(fmt::format("../shared/data/{}.train.svm.gz", name))) {
      fmt::print("skipped: ../shared/data/{}.train.svm.gz is not there\n", name);
      continue;
    }
    Dataset train = bench::part(name, "train"), test = bench::part(name, "test");
    const Index dim = std::max(train.dim(), test.dim());
    train.x.widen(dim);
    test.x.widen(dim);
    const Prepare plan = fit_prepare("tfidf,unit", train.x, train.labels);
    test.x = apply(plan, std::move(test.x));
    std::tie(train.labels, test.labels) = common_labels(train.labels, test.labels);
    fmt::print("{}: {} + {} samples, {} features, {} labels; {} passes, rank {}\n", name,
               train.size(), test.size(), dim, train.labels.label_count(), epochs, rank);
    for (const bench::Contender& contender : bench::contenders) {
      bench::run(contender, train, test, rank, epochs);
    }
  }
}
