/// @file
/// How much of the plain comparison stays beside what was learned.
///
///   W = c I + W1,    c = share spread(W1) / spread(I)
///
/// W1 is what a learner gives, of low rank, or far from where it started: what few samples do not
/// tell it has forgotten, and the identity still knows. spread(W) is the root mean square deviation
/// of the scores that a sample gives to the others, x^T W z of similarities and -(x - z)^T W (x -
/// z) of metrics, so that a share means the same for all data. A share of 0 is W1 alone, as
/// published, infinity the identity alone: nothing learned.
///
/// The share is chosen among infinity, 10, 3, 1, 0.3, 0.1 and 0 by votes of 5 samples learned from
/// on samples that were not; of equal ones the first, which learns least.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "mahala/core/option.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/learn/fit.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {

/// Among more samples than this a share is chosen by some of them.
constexpr Index most_choosing_share = 20'000;

inline constexpr std::array<double, 7> identity_shares = {
    std::numeric_limits<double>::infinity(), 10, 3, 1, 0.3, 0.1, 0};

/// The share of `queries` that vote right among `items` under each of identity_shares, for a metric
/// or similarity of samples that are prepared; NaN each where scores are beyond numbers.
std::vector<double> vote_by_shares(const Model& model, const Dataset& items,
                                   const Dataset& queries);

/// `model` with that share of the identity, its spreads taken on at most 500 of the samples.
Model with_identity(Model model, double share, const Samples& x);

/// ", with 3 parts of the plain comparison", or that nothing was learned.
std::string share_in_words(double share);

/// What `learn` makes of the data, with a share that is given, or -1: chosen in three folds of at
/// most `most` samples. A fold that is told to stop is what is returned.
Fit learn_with_identity(const Dataset& data, double share, std::uint64_t seed,
                        const std::function<Fit(const Dataset&)>& learn,
                        Index most = most_choosing_share);

/// The same of constraints: a fold learns from those among its samples. Of more than `most` samples
/// those that constraints are about come first.
Fit learn_with_identity(const Dataset& data, const Constraints& constraints, double share,
                        std::uint64_t seed,
                        const std::function<Fit(const Dataset&, const Constraints&)>& learn,
                        Index most = most_choosing_share);

/// A share that was left open where a rank is asked for: none, since the rank is the dimension that
/// samples are to be embedded in.
inline double share_beside_rank(double share, Index rank) {
  return share < 0 && rank > 0 ? 0 : share;
}

/// The same for options with `rank` and `identity` of a closed form that keeps directions:
/// learn(part, options). Error if the rank is above the dimension, or that is too large for square
/// matrices.
template <class O, class Learn>
Fit directions_with_identity(std::string_view learner, const Dataset& data, const O& options,
                             const Run& run, const Learn& learn) {
  check_square(learner, data.dim());
  check_bound("rank", options.rank, data.dim(), "the dimension");
  return learn_with_identity(data, share_beside_rank(options.identity, options.rank), run.seed,
                             [&](const Dataset& part) { return learn(part, options); });
}

/// The option "identity".
Option identity_option(double& share);

}  // namespace mahala
