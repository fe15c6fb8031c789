#include "mahala/evaluate/measures.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/evaluate/knn.hpp"

namespace mahala {
namespace {

constexpr Index most_pairs = 20'000;

/// In the order of Measure.
constexpr std::string_view measure_names[] = {"knn",          "retrieval",   "clustering",
                                              "verification", "recognition", "labels"};

/// Calls f with each part between commas.
template <class F>
void for_each_part(std::string_view list, const F& f) {
  while (true) {
    const std::size_t comma = list.find(',');
    f(list.substr(0, comma));
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

Measurement measurement(Measure measure, const EmbeddedFold& fold) {
  switch (measure) {
    case Measure::knn:
      return {};
    case Measure::retrieval:
      return measure_retrieval(retrieve(fold.train, fold.train_labels, fold.test, fold.test_labels,
                                        {.cuts = fold.cuts}));
    case Measure::clustering:
      return cluster_by_label(fold.test, fold.test_labels, fold.seed);
    case Measure::recognition:
      return measure_recognition(
          classify_knn(fold.train, fold.train_labels.classes(), fold.test, fold.k),
          fold.test_labels.classes());
    default:
      return verify_by_label(fold.test, fold.test_labels, fold.seed);
  }
}

}  // namespace

std::string_view name(Measure measure) { return measure_names[static_cast<std::size_t>(measure)]; }

std::vector<Measure> parse_measures(std::string_view list) {
  std::set<Measure> asked;
  for_each_part(list, [&](std::string_view name) {
    if (name == "pair-classification") name = "verification";  // as scikit-learn's users say
    const auto known = std::find(std::begin(measure_names), std::end(measure_names), name);
    require(known != std::end(measure_names), "there is no metric '{}'{} (there are: {})", name,
            did_you_mean(name, measure_names), fmt::join(measure_names, ", "));
    asked.insert(static_cast<Measure>(known - std::begin(measure_names)));
  });
  return {asked.begin(), asked.end()};
}

std::vector<Index> parse_cuts(std::string_view list) {
  std::set<Index> cuts;
  for_each_part(list, [&](std::string_view text) {
    Index cut = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cut);
    require(error == std::errc{} && end == text.data() + text.size() && cut >= 1,
            "'{}' is no number of at least 1", text);
    cuts.insert(cut);
  });
  return {cuts.begin(), cuts.end()};
}

void check_classes(const Dataset& data, std::string_view what) {
  const Labels& labels = data.labels;
  for (Index i = 0; i < labels.size(); ++i) {
    require(labels[i].size() == 1,
            "{}: sample {} has {} labels; {} needs one label per sample (retrieval and "
            "verification by a model take any number of them)",
            data.source, i, labels[i].size(), what);
  }
}

Measurement cluster_by_label(const Samples& x, const Labels& labels, std::uint64_t seed) {
  std::vector<Index> classes = labels.classes();
  const std::set<Index> distinct(classes.begin(), classes.end());
  Rng rng = make_rng(seed, RandomStream::clustering);
  Clustering found = k_means(x, {.clusters = std::ssize(distinct)}, rng);
  return measure_clustering(std::move(found.cluster), std::move(classes));
}

std::vector<LabelledPair> judged_pairs(const Labels& labels, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::judged_pairs);
  return sample_labelled_pairs(labels, most_pairs, rng);
}

Measurement verify_by_label(const Samples& x, const Labels& labels, std::uint64_t seed) {
  return measure_verification(x, judged_pairs(labels, seed));
}

std::vector<std::string> number_names(Measure measure, const std::vector<Index>& cuts) {
  switch (measure) {
    case Measure::knn:
      return {};
    case Measure::retrieval:
      return retrieval_names(cuts);
    case Measure::clustering:
      return clustering_names();
    case Measure::recognition:
      return {"mean_recognition"};
    default:
      return verification_names();
  }
}

std::vector<std::optional<double>> measure_fold(Measure measure, const EmbeddedFold& fold) {
  std::vector<std::optional<double>> numbers;
  for (const double number : values(measurement(measure, fold))) {
    numbers.push_back(std::isnan(number) ? std::nullopt : std::optional(number));
  }
  return numbers;
}

}  // namespace mahala
