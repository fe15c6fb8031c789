/// @file
/// The metric of least squares that keeps bounds on distances:
///
///   minimise  |W - c I|_F^2 / 2 + sum_k slack_k      W positive semidefinite, d x d
///
/// c = 0 gives low rank, c = 1 stays near the Euclidean metric. With limits = fixed or learned it
/// is the batch problem of the pseudo-metric online learning algorithm POLA: similar pairs within
/// t - 1, dissimilar ones beyond t + 1 for a threshold t, which is given (t > 1) or learned at the
/// price t^2 / 2 (t >= 1); what bounds the pairs carry is not looked at. Over a kernel it gives
/// K = c K0 + K0 S K0 (learn/bregman/spectral_learning.hpp).
///
/// With c = 0 few directions may be left; where samples have labels and nothing but their features
/// is learned in, as much of the identity is added to W as votes in folds choose
/// (learn/identity_share.hpp).
///
/// Cost        m r^2 + O(r^3) a product, some ten products a Newton step, r = d or rank of K0.
/// Objective   squares + slack; certificate: the relative duality gap.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 5.2; Shalev-Shwartz, Singer,
///             Ng, ICML 2004.
#pragma once

#include "mahala/learn/bregman/spectral_learning.hpp"

namespace mahala {

/// What costs nothing: c.
enum class FrobeniusCentre { zero, identity };

template <>
inline constexpr std::array<std::string_view, 2> names_of<FrobeniusCentre> = {"zero", "identity"};

/// Bounds: those of the pairs, or one threshold for all.
enum class PairLimits { given, fixed, learned };

template <>
inline constexpr std::array<std::string_view, 3> names_of<PairLimits> = {"given", "fixed",
                                                                         "learned"};

struct FrobeniusOptions {
  FrobeniusCentre stay_near = FrobeniusCentre::zero;
  PairLimits limits = PairLimits::given;
  double threshold = 2;  ///< t of limits = fixed; > 1
  double identity = -1;  ///< share of the identity; -1 = chosen where there are labels, else 0
  SpectralLearning learning = {};
};

Options describe(FrobeniusOptions& options);

/// K0.
Model frobenius_prior(const Dataset& data, const FrobeniusOptions& options, const Run& run);

Fit frobenius(const Dataset& data, const Pairs& pairs, const FrobeniusOptions& options = {},
              const Run& run = {});

}  // namespace mahala
