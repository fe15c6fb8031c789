#include "mahala/reproduce/experiments/learning.hpp"

#include <algorithm>
#include <set>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/evaluate/agreement.hpp"
#include "mahala/evaluate/knn.hpp"

namespace mahala::reproduce {
namespace {

/// All wrong where the method cannot be run so: step sizes may be far too large.
double trial_error(const Method& method, const Dataset& data, const TrainOptions& options, Index k,
                   std::uint64_t seed) {
  try {
    return two_fold(method, data, options, k, seed).at("error").front();
  } catch (const Error&) {
    return 1;
  }
}

/// The method with its open option at the best of its values, by the training part alone.
Method settled(const Method& method, const Dataset& data, const TrainOptions& options, Index k,
               std::uint64_t seed) {
  if (method.chosen.empty()) return method;
  Method best = method;
  double least = 2;
  for (const std::string& value : method.values) {
    Method trial = method;
    trial.chosen.clear();
    trial.settings[method.chosen] = value;
    const double error = trial_error(trial, data, options, k, seed);
    if (error < least) best = trial;
    least = std::min(least, error);
  }
  return best;
}

/// Drawn in the metric of prepared samples that a learner starts from.
std::optional<Constraints> pairs_of(const std::string& learner, const Dataset& data,
                                    const TrainOptions& options, std::uint64_t seed) {
  Dataset prepared = data;
  fit_prepare(options.prepare, prepared.x, prepared.labels);
  return draw_constraints(Supervision::pairs, *find_learner(learner).make(), prepared,
                          options.sampling, {.seed = seed});
}

}  // namespace

std::vector<std::string> powers_of_ten() {
  return {"0.001", "0.01", "0.1", "1", "10", "100", "1000"};
}

LearnerCandidate candidate_of(const Method& method, Index dim) {
  Settings settings = method.settings;
  for (auto& [name, value] : settings) {
    if (value == "d") value = std::to_string(dim);
  }
  LearnerCandidate candidate = make_candidate(method.learner, settings);
  candidate.title = method.title;
  candidate.prepare = method.prepare;
  return candidate;
}

Trained learned(const Method& method, const Dataset& data, const TrainOptions& options,
                std::uint64_t seed, const std::optional<Constraints>& given) {
  TrainOptions own = options;
  if (!method.prepare.empty()) own.prepare = method.prepare;
  const auto pairs = method.draws_as.empty() ? given : pairs_of(method.draws_as, data, own, seed);
  Trained trained =
      train(*candidate_of(method, data.dim()).learner, data, pairs, own, {.seed = seed});
  require(trained.fit.status != Status::diverged, "{} diverged: {}", method.title,
          trained.fit.message);
  return trained;
}

Numbers two_fold(const Method& method, const Dataset& data, const TrainOptions& options, Index k,
                 std::uint64_t seed) {
  const auto fit = [&](const TrainingPart& part) {
    const Method one = settled(method, part.data, options, k, part.seed);
    return learned(one, part.data, options, part.seed).fit.model;
  };
  const Protocol protocol{.folds = 2, .repeats = 1, .k = k, .seed = seed};
  const Score score = cross_validate(data, {{method.title, fit}}, protocol).front();
  return {{"error", {score.error_mean}}, {"seconds", {score.fit_seconds}}};
}

double vote_error(const Model& model, const Dataset& train, const Dataset& test, Index k) {
  const auto [known, asked] = common_labels(train.labels, test.labels);
  return error_rate(
      classify_knn(embed_samples(model, train.x), known.classes(), embed_samples(model, test.x), k),
      asked.classes());
}

Dataset some_of(const Dataset& data, const std::vector<std::string>& classes, Index count,
                std::uint64_t seed) {
  const std::set<std::string> wanted(classes.begin(), classes.end());
  const std::vector<Index> of = data.labels.classes();
  Rng rng = make_rng(seed, RandomStream::few_samples);
  std::vector<Index> chosen;
  for (const Index i : random_order(data.size(), rng)) {
    const auto id = static_cast<std::size_t>(of[static_cast<std::size_t>(i)]);
    if (!wanted.contains(data.labels.names()[id])) continue;
    if (std::ssize(chosen) < count) chosen.push_back(i);
  }
  return data.select(chosen);
}

Dataset some_of(const Dataset& data, Index count, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::few_samples);
  std::vector<Index> order = random_order(data.size(), rng);
  order.resize(static_cast<std::size_t>(std::min(count, data.size())));
  return data.select(order);
}

Index class_count(const Labels& labels) {
  const std::vector<Index> classes = labels.classes();
  return std::ssize(std::set<Index>(classes.begin(), classes.end()));
}

double clusters_nmi(const Matrix& coordinates, const Labels& labels, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::clustering);
  const Clustering found =
      k_means(Samples(coordinates), {.clusters = class_count(labels), .restarts = 10}, rng);
  return normalised_mutual_information(found.cluster, labels.classes());
}

}  // namespace mahala::reproduce
