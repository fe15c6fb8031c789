/// @file
/// Constraints drawn from labels.
///
/// Pairs, protocol "uniform" (Meyer, Bonnabel, Sepulchre, JMLR 2011, 10.3): `count`
/// pairs of distinct samples drawn at random, 40 c (c-1) of them for c >= 2 classes unless
/// told (80 for one).
/// Protocol "per-class" (Jain, Kulis, Davis, Dhillon, JMLR 2012, 6.1): `per_class` pairs
/// inside every class and as many with one sample inside and one outside.
/// Protocol "neighbours": every sample with its `neighbours` nearest that share a label and
/// its `impostors` nearest that share none; a pair found from both ends is kept once.
///
/// A pair with a label in common asks for d^2 <= l, any other for d^2 >= u, where l and u
/// are percentiles (linear interpolation) of the squared distances between distinct samples
/// in the metric learning starts from: over all pairs of up to 1,500 samples, over
/// 100,000 random pairs of more. A percentile of 0 (many duplicates) is replaced by
/// the smallest positive distance. Bounds "relative" (the same paper, 10.2) ask instead for at
/// most (1 - a) and at least (1 + a) times the distance the pair has in that metric.
///
/// Triplets: `count` times a random query, another sample that shares a label and one that
/// does not. Sets: for every sample its `neighbours` nearest of the same label and of
/// other labels. Rankings: every sample with its own labels. Samples without a label take
/// part in nothing but the bounds.
#pragma once

#include <string>
#include <string_view>

#include "mahala/core/option.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"

namespace mahala {

/// How pairs are chosen.
enum class PairProtocol { uniform, per_class, neighbours };

template <>
inline constexpr std::array<std::string_view, 3> names_of<PairProtocol> = {"uniform", "per-class",
                                                                           "neighbours"};

/// What is asked of a pair: the same of all, or by its own distance.
enum class BoundRule { percentile, relative };

template <>
inline constexpr std::array<std::string_view, 2> names_of<BoundRule> = {"percentile", "relative"};

struct SampleOptions {
  PairProtocol protocol = PairProtocol::uniform;
  Index count = 0;              ///< pairs or triplets; 0 = 40 c (c-1)
  Index per_class = 100;        ///< pairs of each sort for a class
  double low_percentile = 5;    ///< gives l
  double high_percentile = 95;  ///< gives u
  BoundRule bounds = BoundRule::percentile;
  double margin = 0.25;  ///< a of relative bounds; in [0, 1]
  Index neighbours = 3;  ///< nearest of the same label, and of each sort in a near/far set
  Index impostors = 30;  ///< nearest of other labels, for the pairs of protocol neighbours
};

Options describe(SampleOptions& options);

/// Those that count where `kind` is drawn, the protocol they count with among their conditions;
/// none for kinds that are not drawn.
Options describe(SampleOptions& options, Supervision kind);

/// Where an option counts, in words: "pairs of protocol uniform and triplets".
std::string where_it_counts(std::string_view option);

/// Error unless every value is in its range and the percentiles ascend.
void check(const SampleOptions& options);

/// Drawing `kind` looks at samples (pairs and sets) and not at labels alone.
bool looks_at_samples(Supervision kind);

/// `embedded` holds the samples in the metric learning starts from; its
/// Euclidean distances give the bounds and the neighbours; kinds that do not look at samples
/// ignore it. `kind` is as in kind(Constraints). Error if the labels allow no such constraint.
Constraints sample_constraints(Supervision kind, const Labels& labels, const Samples& embedded,
                               const SampleOptions& options, Rng& rng);

}  // namespace mahala
