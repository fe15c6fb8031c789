#include "mahala/evaluate/measurement.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/agreement.hpp"
#include "mahala/search/inner_products.hpp"

namespace mahala {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

template <class T>
std::vector<T> gather(const std::vector<T>& all, std::span<const Index> drawn) {
  std::vector<T> some;
  some.reserve(drawn.size());
  for (const Index i : drawn) some.push_back(all[static_cast<std::size_t>(i)]);
  return some;
}

/// Weighted means of columns of values, one column for each name.
Measurement means(std::vector<std::string> names, std::string unit,
                  std::vector<std::vector<double>> columns, std::vector<double> weights) {
  const Index units = std::ssize(weights);
  const auto numbers = [columns = std::move(columns),
                        weights = std::move(weights)](std::span<const Index> drawn) {
    std::vector<double> sums(columns.size(), 0.0);
    double all = 0;
    for (const Index i : drawn) {
      const auto place = static_cast<std::size_t>(i);
      all += weights[place];
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += weights[place] * columns[c][place];
    }
    for (double& sum : sums) sum = all > 0 ? sum / all : undefined;
    return sums;
  };
  return {std::move(names), std::move(unit), units, numbers};
}

/// Is the first smaller? One half if they are equal.
double is_smaller(double a, double b) { return a < b ? 1.0 : a == b ? 0.5 : 0.0; }

/// For each triplet 1 if |query - near| < |query - far| among embedded samples, else 0; a tie
/// counts one half.
std::vector<double> triplets_right(const Samples& embedded, const Triplets& triplets) {
  std::vector<double> right;
  right.reserve(triplets.size());
  for (const Triplet& triplet : triplets) {
    right.push_back(is_smaller(embedded.squared_distance(triplet.query, triplet.near),
                               embedded.squared_distance(triplet.query, triplet.far)));
  }
  return right;
}

/// The same for the two sides of a similarity: 1 if query^T near > query^T far, queries being of
/// the left side.
std::vector<double> triplets_right(const Samples& left, const Samples& right,
                                   const Triplets& triplets) {
  std::vector<double> ones;
  ones.reserve(triplets.size());
  for (const Triplet& triplet : triplets) {
    ones.push_back(is_smaller(inner_product(left, triplet.query, right, triplet.far),
                              inner_product(left, triplet.query, right, triplet.near)));
  }
  return ones;
}

Measurement triplet_means(std::vector<double> right, const Triplets& triplets) {
  std::vector<double> weights;
  for (const Triplet& triplet : triplets) weights.push_back(triplet.weight);
  return means({"triplet_accuracy"}, "triplet", {std::move(right)}, std::move(weights));
}

}  // namespace

Measurement measure_votes(const std::vector<Index>& predicted, const std::vector<Index>& truth) {
  require(predicted.size() == truth.size(), "{} predictions for {} samples", predicted.size(),
          truth.size());
  std::vector<double> wrong;
  for (std::size_t i = 0; i < truth.size(); ++i) wrong.push_back(predicted[i] != truth[i] ? 1 : 0);
  return means({"error"}, "query", {std::move(wrong)}, std::vector<double>(truth.size(), 1.0));
}

Measurement measure_recognition(const std::vector<Index>& predicted,
                                const std::vector<Index>& truth) {
  require(predicted.size() == truth.size(), "{} predictions for {} samples", predicted.size(),
          truth.size());
  const auto numbers = [=](std::span<const Index> drawn) {
    std::map<Index, std::pair<double, double>> classes;  // right, all
    for (const Index i : drawn) {
      const auto place = static_cast<std::size_t>(i);
      auto& [right, all] = classes[truth[place]];
      right += predicted[place] == truth[place] ? 1 : 0;
      all += 1;
    }
    double sum = 0;
    for (const auto& [name, shares] : classes) sum += shares.first / shares.second;
    return std::vector{classes.empty() ? undefined : sum / static_cast<double>(classes.size())};
  };
  return {{"mean_recognition"}, "query", std::ssize(truth), numbers};
}

Measurement measure_distances(const Samples& embedded, const Pairs& observed) {
  std::vector<double> wanted, found, weight;
  for (const Pair& pair : observed) {
    wanted.push_back(pair.value);
    weight.push_back(pair.weight);
    found.push_back(pair.j == origin ? embedded.column(pair.i).squaredNorm()
                                     : embedded.squared_distance(pair.i, pair.j));
  }
  const auto numbers = [=](std::span<const Index> drawn) {
    double all = 0, mean = 0, squares = 0, sizes = 0, spread = 0;
    for (const Index i : drawn) {
      const auto k = static_cast<std::size_t>(i);
      const double e = found[k] - wanted[k];
      all += weight[k];
      mean += weight[k] * wanted[k];
      squares += weight[k] * e * e;
      sizes += weight[k] * std::abs(e);
    }
    if (!(all > 0)) return std::vector(3, undefined);
    mean /= all;
    for (const Index i : drawn) {
      const auto k = static_cast<std::size_t>(i);
      spread += weight[k] * (wanted[k] - mean) * (wanted[k] - mean);
    }
    return std::vector{std::sqrt(squares / all), sizes / all,
                       spread > 0 ? 1 - squares / spread : undefined};
  };
  return {{"rmse", "mean_absolute_error", "r_squared"}, "pair", std::ssize(observed), numbers};
}

std::vector<std::string> retrieval_names(const std::vector<Index>& cuts) {
  std::vector<std::string> names = {"map", "mrr"};
  for (const Index k : cuts) {
    for (const char* name : {"precision", "recall", "ndcg"}) {
      names.push_back(fmt::format("{}_at_{}", name, k));
    }
  }
  return names;
}

Measurement measure_retrieval(Retrieval found) {
  const std::size_t queries = found.query.size();
  std::vector<std::vector<double>> columns = {std::move(found.average_precision),
                                              std::move(found.reciprocal_rank)};
  std::vector<Index> cuts;
  for (RetrievalAt& at : found.at) {
    cuts.push_back(at.k);
    columns.push_back(std::move(at.precision));
    columns.push_back(std::move(at.recall));
    columns.push_back(std::move(at.ndcg));
  }
  return means(retrieval_names(cuts), "query", std::move(columns),
               std::vector<double>(queries, 1.0));
}

Measurement measure_label_ranking(Retrieval ranked) {
  std::vector<double> missed;
  for (const double reciprocal : ranked.reciprocal_rank) missed.push_back(reciprocal < 1 ? 1 : 0);
  const Measurement rest = measure_retrieval(std::move(ranked));
  std::vector<std::string> names = {"map", "one_error"};
  names.insert(names.end(), rest.names.begin() + 1, rest.names.end());
  const Measurement one = means({"one_error"}, "sample", {missed}, std::vector(missed.size(), 1.0));
  const auto numbers = [rest, one](std::span<const Index> drawn) {
    std::vector<double> all = rest.numbers(drawn);
    all.insert(all.begin() + 1, one.numbers(drawn).front());
    return all;
  };
  return {std::move(names), "sample", rest.units, numbers};
}

std::vector<std::string> clustering_names() { return {"nmi", "adjusted_rand", "clustering_error"}; }

Measurement measure_clustering(std::vector<Index> clusters, std::vector<Index> classes) {
  const Index samples = std::ssize(classes);
  const auto numbers = [clusters = std::move(clusters),
                        classes = std::move(classes)](std::span<const Index> drawn) {
    const auto found = gather(clusters, drawn), truth = gather(classes, drawn);
    return std::vector<double>{normalised_mutual_information(found, truth),
                               adjusted_rand(found, truth), clustering_error(found, truth)};
  };
  return {clustering_names(), "sample", samples, numbers};
}

std::vector<std::string> verification_names() {
  return {"auc", "equal_error_rate", "threshold", "accuracy"};
}

Measurement measure_verification(const Samples& embedded, std::vector<LabelledPair> pairs) {
  const std::vector<double> distances = pair_distances(embedded, pairs);
  return measure_verification(distances, std::move(pairs));
}

Measurement measure_verification(const std::vector<double>& distances,
                                 std::vector<LabelledPair> pairs) {
  const Index units = std::ssize(pairs);
  const SortedPairs sorted(distances, pairs);
  const auto numbers = [sorted, pairs = std::move(pairs)](std::span<const Index> drawn) {
    std::vector<double> weights(pairs.size(), 0.0);
    for (const Index p : drawn) {
      weights[static_cast<std::size_t>(p)] += pairs[static_cast<std::size_t>(p)].weight;
    }
    const auto found = sorted.verify(weights);
    if (!found) return std::vector<double>(verification_names().size(), undefined);
    return std::vector<double>{found->auc, found->equal_error_rate, found->threshold,
                               found->accuracy};
  };
  return {verification_names(), "pair", units, numbers};
}

Measurement measure_forecasts(std::vector<Forecast> forecasts) {
  const Index units = std::ssize(forecasts);
  const auto numbers = [forecasts = std::move(forecasts)](std::span<const Index> drawn) {
    const ForecastQuality found = forecast_quality(gather(forecasts, drawn));
    return std::vector<double>{found.decided_right, found.brier, found.log_loss,
                               found.calibration_error};
  };
  return {{"decided_right", "brier", "log_loss", "calibration_error"}, "pair", units, numbers};
}

Measurement measure_triplets(const Samples& embedded, const Triplets& triplets) {
  return triplet_means(triplets_right(embedded, triplets), triplets);
}

Measurement measure_triplets(const Samples& left, const Samples& right, const Triplets& triplets) {
  return triplet_means(triplets_right(left, right, triplets), triplets);
}

std::vector<double> values(const Measurement& measurement) {
  if (measurement.units == 0) return std::vector<double>(measurement.names.size(), undefined);
  std::vector<Index> all(static_cast<std::size_t>(measurement.units));
  std::iota(all.begin(), all.end(), Index{0});
  return measurement.numbers(all);
}

std::vector<Interval> intervals(const Measurement& measurement, const BootstrapOptions& options,
                                Rng& rng) {
  if (measurement.units == 0) return {measurement.names.size(), {undefined, undefined}};
  return bootstrap_each(measurement.units, measurement.numbers, options, rng);
}

Measurement beside(Measurement a, Measurement b) {
  require(a.names == b.names && a.units == b.units,
          "measurements of different units cannot be compared");
  for (const char* suffix : {"other", "difference"}) {
    for (std::size_t k = 0; k < b.names.size(); ++k) {
      a.names.push_back(fmt::format("{}_{}", b.names[k], suffix));
    }
  }
  Statistics numbers = [first = std::move(a.numbers),
                        second = std::move(b.numbers)](std::span<const Index> drawn) {
    std::vector<double> all = first(drawn);
    const std::vector<double> other = second(drawn);
    all.insert(all.end(), other.begin(), other.end());
    for (std::size_t k = 0; k < other.size(); ++k) all.push_back(all[k] - other[k]);
    return all;
  };
  return {std::move(a.names), std::move(a.unit), a.units, std::move(numbers)};
}

}  // namespace mahala
