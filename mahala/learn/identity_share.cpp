#include "mahala/learn/identity_share.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/model/scores.hpp"

namespace mahala {
namespace {

constexpr Index share_folds = 3, most_spread_samples = 500;
constexpr Index most_share_items = 5000, most_share_queries = 2000;  ///< of a fold: votes are n^2

/// items x queries: products, or what orders items as their distances do.
Matrix scores_of(bool metric, const Matrix& items, const Matrix& queries) {
  Matrix scores(items.cols(), queries.cols());
  multiply_at_b(items, queries, scores);
  if (!metric) return scores;
  const Vector squares = items.colwise().squaredNorm();
  return (2 * scores).colwise() - squares;
}

Matrix all_dense(const Samples& x) { return x.block(0, x.size()); }

Matrix learned_scores(const Model& model, const Samples& items, const Samples& queries) {
  if (model.kind == ModelKind::metric) {
    return scores_of(true, embed_prepared(model, items), embed_prepared(model, queries));
  }
  return scores_of(false, all_dense(embed_prepared_side(model, items, Side::right)),
                   all_dense(embed_prepared_side(model, queries, Side::left)));
}

Matrix plain_scores(const Model& model, const Samples& items, const Samples& queries) {
  return scores_of(model.kind == ModelKind::metric, all_dense(items), all_dense(queries));
}

/// Root mean square deviation within columns.
double score_spread(const Matrix& scores) {
  const Matrix deviation = scores.rowwise() - scores.colwise().mean();
  return std::sqrt(deviation.squaredNorm() / static_cast<double>(scores.size()));
}

/// The items of the largest scores, the first of equal ones.
Neighbours best_scored(const Matrix& scores, Index k) {
  Neighbours found;
  found.item.resize(std::min(k, scores.rows()), scores.cols());
  std::vector<Index> order(static_cast<std::size_t>(scores.rows()));
  for (Index q = 0; q < scores.cols(); ++q) {
    std::iota(order.begin(), order.end(), Index{0});
    std::partial_sort(order.begin(), order.begin() + found.item.rows(), order.end(),
                      [&](Index a, Index b) {
                        return scores(a, q) != scores(b, q) ? scores(a, q) > scores(b, q) : a < b;
                      });
    std::copy_n(order.begin(), found.item.rows(), found.item.col(q).begin());
  }
  return found;
}

Model plain_model(const Model& model) {
  Model plain = identity_model(model.dim());
  plain.kind = model.kind;
  return plain;
}

using LearnFold = std::function<Fit(const Dataset& part, std::span<const Index> samples)>;

std::vector<Index> those_at(const std::vector<Index>& samples, const std::vector<Index>& places) {
  std::vector<Index> those;
  for (const Index place : places) those.push_back(samples[static_cast<std::size_t>(place)]);
  return those;
}

/// At most so many of the samples, evenly spaced.
std::vector<Index> few_of(const std::vector<Index>& samples, Index most) {
  return those_at(samples, evenly_spaced(std::ssize(samples), most));
}

/// At most so many of n samples, those that constraints are about before others: of few constraints
/// among many samples evenly spaced ones would lose nearly all.
std::vector<Index> those_told_of(const Constraints& constraints, Index n, Index most) {
  if (n <= most) return evenly_spaced(n, most);
  std::vector<Index> told = samples_of(constraints);
  if (std::ssize(told) >= most) return few_of(told, most);
  const std::vector<Index> others = evenly_spaced(n, most - std::ssize(told));
  std::vector<Index> all;
  std::ranges::set_union(told, others, std::back_inserter(all));
  return all;
}

/// A model with numbers of its own, and votes that are numbers.
bool says_something(const Fit& fit, const std::vector<double>& votes) {
  return fit.model.left.cols() > 0 && std::isfinite(votes.front());
}

/// Chooses a share that is open (-1) by votes in folds of the samples `among`; none where no fold
/// learned anything. A fold that is told to stop is what is returned.
std::optional<Fit> choose_share(const Dataset& data, double& share, std::uint64_t seed,
                                const std::vector<Index>& among, const LearnFold& learn) {
  require(share >= 0 || share == -1, "option identity: {:g} is neither a share nor -1", share);
  if (share >= 0) return std::nullopt;
  share = 0;
  const std::optional<Dataset> some =
      std::ssize(among) < data.size() ? std::optional(data.select(among)) : std::nullopt;
  const Dataset& few = some ? *some : data;
  if (!can_vote(few) || group_count(few) < share_folds) return std::nullopt;
  Rng rng = make_rng(seed, RandomStream::step_folds);
  Vector right = Vector::Zero(std::ssize(identity_shares));
  for (const Fold& fold : dataset_folds(few, share_folds, rng)) {
    Fit fit = learn(few.select(fold.train), those_at(among, fold.train));
    if (fit.status == Status::stopped) {  // nobody waits for the other folds
      fit.message += fmt::format(
          ", learned from {} of {} samples: a share of the plain comparison was being chosen",
          fold.train.size(), data.size());
      return fit;
    }
    const auto votes =
        vote_by_shares(fit.model, in_one_place(few.select(few_of(fold.train, most_share_items))),
                       in_one_place(few.select(few_of(fold.test, most_share_queries))));
    if (!says_something(fit, votes)) continue;
    right += Eigen::Map<const Vector>(votes.data(), std::ssize(votes));
  }
  if (right.maxCoeff() <= 0) return std::nullopt;
  Index best = 0;
  right.maxCoeff(&best);
  share = identity_shares[static_cast<std::size_t>(best)];
  return std::nullopt;
}

Fit beside_identity(const Dataset& data, double share, std::uint64_t seed,
                    const std::vector<Index>& among, const LearnFold& learn_fold,
                    const std::function<Fit()>& learn_all) {
  if (auto stopped = choose_share(data, share, seed, among, learn_fold)) return *std::move(stopped);
  Fit fit = learn_all();
  if (fit.model.left.cols() == 0) return fit;  // the plain metric already, and it says why
  fit.model = with_identity(std::move(fit.model), share, data.x);
  fit.message += share_in_words(share);
  return fit;
}

}  // namespace

std::vector<double> vote_by_shares(const Model& model, const Dataset& items,
                                   const Dataset& queries) {
  const Matrix learned = learned_scores(model, items.x, queries.x);
  const Matrix plain = plain_scores(model, items.x, queries.x);
  const double unit = score_spread(learned) / score_spread(plain);
  std::vector<double> right;
  for (const double share : identity_shares) {
    if (!std::isfinite(unit)) {
      right.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const Matrix scores = std::isinf(share) ? plain : Matrix(learned + share * unit * plain);
    const auto predicted = vote(best_scored(scores, choosing_votes), items.labels.classes());
    right.push_back(1 - error_rate(predicted, queries.labels.classes()));
  }
  return right;
}

Model with_identity(Model model, double share, const Samples& x) {
  if (share == 0) return model;
  if (std::isinf(share)) return plain_model(model);
  const Samples few = in_one_place(x.select(evenly_spaced(x.size(), most_spread_samples)));
  const double learned = score_spread(learned_scores(model, few, few));
  const double plain = score_spread(plain_scores(model, few, few));
  if (!(learned > 0)) return plain_model(model);
  if (plain > 0 && std::isfinite(learned / plain)) model.identity += share * learned / plain;
  return model;
}

std::string share_in_words(double share) {
  if (share == 0) return "";
  if (std::isinf(share)) {
    return "; it votes no better than the plain comparison, which is kept (identity=0 for what was "
           "learned)";
  }
  return fmt::format(", with {:g} parts of the plain comparison", share);
}

Fit learn_with_identity(const Dataset& data, double share, std::uint64_t seed,
                        const std::function<Fit(const Dataset&)>& learn, Index most) {
  return beside_identity(
      data, share, seed, evenly_spaced(data.size(), most),
      [&](const Dataset& part, std::span<const Index>) { return learn(part); },
      [&] { return learn(data); });
}

Fit learn_with_identity(const Dataset& data, const Constraints& constraints, double share,
                        std::uint64_t seed,
                        const std::function<Fit(const Dataset&, const Constraints&)>& learn,
                        Index most) {
  const auto learn_fold = [&](const Dataset& part, std::span<const Index> samples) {
    return learn(part, restrict_to(constraints, samples, data.size()));
  };
  return beside_identity(data, share, seed, those_told_of(constraints, data.size(), most),
                         learn_fold, [&] { return learn(data, constraints); });
}

Option identity_option(double& share) {
  return {
      "identity", &share,
      "parts of the plain comparison beside one of what is learned; 0 = none, as published, -1 = "
      "chosen by votes where nothing stands against it",
      at_least(-1)};
}

}  // namespace mahala
