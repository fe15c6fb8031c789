#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/experiments/kernel_figures.hpp"
#include "mahala/reproduce/experiments/learning.hpp"

namespace mahala::reproduce {
namespace bases {
namespace {

const std::vector<std::string> sets = {"classic3", "20newsgroups"};

/// As the paper words it, and of documents scaled to unit length.
constexpr std::string_view scaled = ", unit length";
const std::vector<std::string> methods = {"logdet",           "lsa",
                                          "euclidean",        "logdet, unit length",
                                          "lsa, unit length", "euclidean, unit length"};

std::vector<Index> sizes(bool quick) {
  if (quick) return {3, 20};
  return {5, 20, 50, 100, 200};
}

std::string called(const std::string& set, const std::string& method, Index size) {
  if (method.starts_with("euclidean")) return set + ", " + method;
  return fmt::format("{}, {}, basis {}", set, method, size);
}

Method method_of(const std::string& name, Index size) {
  const std::string k = std::to_string(size);
  if (name.starts_with("euclidean")) return {name, "euclidean"};
  if (name.starts_with("lsa")) return {name, "lsa", {{"rank", k}}};
  return {name, "iplr", {{"basis", "class"}, {"basis_size", k}, {"gamma", "100"}}};
}

const Dataset& documents(const std::string& set, const DataFolder& folder) {
  ReadOptions reading;
  reading.text = "text";
  reading.text_options.words = "letters";
  reading.text_options.stemmer = "porter";
  return folder.dataset(set + ".jsonl.gz", reading);
}

Numbers measured(const std::string& set, const std::string& name, Index size,
                 const DataFolder& folder, bool quick, std::uint64_t seed) {
  const Dataset data = some_of(documents(set, folder), sized<Index>(quick, 1500, 1'000'000), seed);
  const TrainOptions training{
      .prepare = fmt::format("top-df:{},tfidf{}", sized<Index>(quick, 1000, 5000),
                             name.ends_with(scaled) ? ",unit" : ""),
      .sampling = {.protocol = PairProtocol::per_class,
                   .per_class = 100,
                   .low_percentile = 1,
                   .high_percentile = 99,
                   .bounds = BoundRule::percentile}};
  Numbers found = two_fold(method_of(name, size), data, training, 10, seed);
  found["accuracy"] = {1 - found["error"].front()};
  return found;
}

std::vector<Setting> settings(const Setup& setup) {
  std::vector<Setting> all;
  const Index least = sizes(setup.quick).front();
  for (const std::string& set : sets) {
    for (const Index size : sizes(setup.quick)) {
      for (const std::string& name : methods) {
        if (name.starts_with("euclidean") && size > least) continue;  // it has no basis
        all.push_back({called(set, name, size),
                       [=, &data = setup.data, quick = setup.quick](std::uint64_t seed) {
                         return measured(set, name, size, data, quick, seed);
                       }});
      }
    }
  }
  return all;
}

/// With the largest basis the learned metric is clearly above its rivals.
void check_rivals(const Results& r, const std::string& set, bool quick, Finding& found) {
  const Index most = sizes(quick).back();
  for (const std::string& kind : {std::string(), std::string(scaled)}) {
    for (const std::string rival : {"euclidean", "lsa"}) {
      found.checks.push_back(exceeds(
          fmt::format("With a basis of {} the learned metric is clearly above {} on {}{} (by at "
                      "least 2 points)",
                      most, rival, set, kind),
          r, called(set, "logdet" + kind, most), called(set, rival + kind, most),
          {"accuracy", 1, 100}, 0.02));
      found.checks.back().main = kind.empty();
    }
  }
}

Finding judge(const Results& r, bool quick) {
  const Compared what{"accuracy", 1, 100};
  Finding found;
  for (const std::string& set : sets) {
    check_rivals(r, set, quick, found);
    const Sweep sweep{set + ", 10-NN accuracy in %",
                      "basis",
                      sizes(quick),
                      methods,
                      what,
                      [set](const std::string& m, Index size) { return called(set, m, size); }};
    found.tables.push_back(swept_table(r, sweep));
    for (const std::string& kind : {std::string(), std::string(scaled)}) {
      Sweep of_kind = sweep;
      of_kind.title = set + kind + ", 10-NN accuracy in %";
      of_kind.methods = {"logdet" + kind, "lsa" + kind, "euclidean" + kind};
      found.figures.push_back({kind.empty() ? set : set + "-unit",
                               set + kind + ": accuracy against the basis",
                               swept_lines(r, of_kind)});
    }
  }
  return found;
}

}  // namespace
}  // namespace bases

Experiment text_basis() {
  return {
      .name = "text-basis",
      .paper = "jain-2012",
      .figure = "Figure 2 (a, b)",
      .title = "Metrics of documents in a small basis",
      .protocol =
          "Classic3 and 20 Newsgroups (quick: 1,500 documents, 1,000 words), Porter "
          "stems, stop words removed, the 5,000 words of largest document frequency, "
          "tf-idf, as it is and with documents scaled to unit length; identity plus a low-rank "
          "part in a basis of class means "
          "or of the means of clusters inside classes; 100 pairs inside each class and "
          "100 across, gamma = 100; two folds, 10-NN.",
      .claim =
          "Similar to the Euclidean measure for small bases, significantly higher accuracy "
          "than Euclidean and LSA as the basis grows.",
      .files = {{"classic3.jsonl.gz", "Classic3, JSON lines with 'text' and 'label'"},
                {"20newsgroups.jsonl.gz", "20 Newsgroups, likewise"}},
      .changes = "gamma is 100 and not chosen by cross-validation.",
      .remarks =
          "The paper does not say how long its tf-idf vectors are, and much hangs on it. As they "
          "are, the plain distance finds short documents near everything: on Classic3 the "
          "learned metric is far above it, but LSA, which drops the noise of rare words, is above "
          "both; on 20 Newsgroups it falls below both. Of unit length the curves have the paper's "
          "shape, alike for small bases and above LSA and the plain distance as the basis grows, "
          "but by less than 2 points over the latter. Tried by hand on 4,000 documents of 20 "
          "Newsgroups with a basis of 100: with tf-idf as it is the metric errs 2 to 5 points more "
          "than the plain distance for gamma = .01, .1, 1, 100 and chosen by cross-validation; of "
          "unit length within .2 points for gamma = .1 and 1.",
      .seeds = 3,
      .quick_seeds = 1,
      .minutes = 40,
      .quick_minutes = 1.5,
      .expected = Verdict::does_not_hold,
      .settings = bases::settings,
      .judge = bases::judge};
}

}  // namespace mahala::reproduce
