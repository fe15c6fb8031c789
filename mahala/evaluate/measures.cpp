#include "mahala/evaluate/measures.hpp"

#include <algorithm>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/evaluate/agreement.hpp"
#include "mahala/evaluate/kmeans.hpp"
#include "mahala/evaluate/retrieval.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/evaluate/verification.hpp"

namespace mahala {
namespace {

using Numbers = std::vector<std::optional<double>>;

constexpr Index most_pairs = 20'000;

/// Learners draw from the first streams of the fold's seed.
constexpr std::uint64_t clustering_stream = std::uint64_t{1} << 40;
constexpr std::uint64_t pair_stream = clustering_stream + 1;

constexpr std::string_view retrieval_names[] = {"map", "precision_at_k"};
constexpr std::string_view clustering_names[] = {"nmi", "adjusted_rand", "clustering_error"};
constexpr std::string_view verification_names[] = {"auc", "equal_error_rate"};

/// In the order of Measure; the last is no measure but may be asked for.
constexpr std::string_view measure_names[] = {"retrieval", "clustering", "verification", "knn"};

Numbers measure_retrieval(const EmbeddedFold& fold) {
  const Retrieval found =
      retrieve(fold.train, fold.train_labels, fold.test, fold.test_labels, {.k = fold.k});
  if (found.query.empty()) return {std::nullopt, std::nullopt};
  return {sample_mean(found.average_precision), sample_mean(found.precision)};
}

Numbers measure_clustering(const EmbeddedFold& fold) {
  const std::vector<Index> classes = fold.test_labels.classes();
  const std::set<Index> distinct(classes.begin(), classes.end());
  Rng rng = make_rng(fold.seed, clustering_stream);
  const auto found = k_means(fold.test, {.clusters = std::ssize(distinct)}, rng).cluster;
  return {normalised_mutual_information(found, classes), adjusted_rand(found, classes),
          clustering_error(found, classes)};
}

Numbers measure_verification(const EmbeddedFold& fold) {
  Rng rng = make_rng(fold.seed, pair_stream);
  const auto pairs = sample_labelled_pairs(fold.test_labels, most_pairs, rng);
  const Index same =
      std::count_if(pairs.begin(), pairs.end(), [](const LabelledPair& pair) { return pair.same; });
  if (same == 0 || same == std::ssize(pairs)) return {std::nullopt, std::nullopt};
  const Verification found = verify(pair_distances(fold.test, pairs), pairs);
  return {found.auc, found.equal_error_rate};
}

}  // namespace

std::vector<Measure> parse_measures(std::string_view list) {
  std::set<Measure> asked;
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    const auto known = std::find(std::begin(measure_names), std::end(measure_names), name);
    require(known != std::end(measure_names), "there is no measure '{}'{} (there are: {})", name,
            did_you_mean(name, measure_names), fmt::join(measure_names, ", "));
    if (name != "knn") asked.insert(static_cast<Measure>(known - std::begin(measure_names)));
    if (comma == std::string_view::npos) return {asked.begin(), asked.end()};
    list.remove_prefix(comma + 1);
  }
}

std::span<const std::string_view> number_names(Measure measure) {
  switch (measure) {
    case Measure::retrieval:
      return retrieval_names;
    case Measure::clustering:
      return clustering_names;
    default:
      return verification_names;
  }
}

Numbers measure_fold(Measure measure, const EmbeddedFold& fold) {
  switch (measure) {
    case Measure::retrieval:
      return measure_retrieval(fold);
    case Measure::clustering:
      return measure_clustering(fold);
    default:
      return measure_verification(fold);
  }
}

}  // namespace mahala
