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
/// Protocol "paper" is uniform with bounds "percentile", "auto" what the learner does best with
/// (PairRecipe), or what the other options are for.
///
/// A pair with a label in common asks for d^2 <= l, any other for d^2 >= u, where with bounds
/// "percentile" l and u are percentiles (linear interpolation) of the squared distances between
/// distinct samples in the metric learning starts from: over all pairs of up to 1,500 samples, over
/// 100,000 random pairs of more. A percentile of 0 (many duplicates) is replaced by
/// the smallest positive distance. Bounds "relative" (the same paper, 10.2) ask instead for at
/// most (1 - a) and at least (1 + a) times the distance the pair has in that metric. Bounds "none"
/// leave them open, to be derived by the learner (open_bounds.hpp).
///
/// Bounds "local" are those of protocol neighbours: sample i asks its near ones S_i of the same
/// label for 0 and its near ones O_i of other labels for 2 tau_i, in its own unit
///
///   tau_i = sqrt(d^2(i, S_i[k]) d^2(i, O_i[k])),     k = `neighbours`, at least a thousandth of
///   the
///                                                    median of all,
///
/// with weights m / (|S| tau_i^2) and m / (|O| tau_i^2), m = |S| + |O|: both sorts count alike, and
/// the scale of the data does not. A sample whose label has fewer than k others takes the last of
/// them, one alone d^2(i, O_i[k]) itself. Pairs found from both ends are two, each in its own unit.
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
#include "mahala/data/constraints/open_bounds.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/data/labels/label_neighbours.hpp"

namespace mahala {

/// How pairs are chosen.
enum class PairProtocol { automatic, uniform, per_class, neighbours, paper };

template <>
inline constexpr std::array<std::string_view, 5> names_of<PairProtocol> = {
    "auto", "uniform", "per-class", "neighbours", "paper"};

/// What is asked of a pair: the same of all, or by its own distance, or by those around it; or
/// nothing but that it is the same or different.
enum class BoundRule { automatic, percentile, relative, local, none };

template <>
inline constexpr std::array<std::string_view, 5> names_of<BoundRule> = {
    "auto", "percentile", "relative", "local", "none"};

/// What a learner does best with.
struct PairRecipe {
  PairProtocol protocol = PairProtocol::uniform;
  BoundRule bounds = BoundRule::percentile;
  OpenBounds open = OpenBounds::percentile;  ///< of pairs without values
};

struct SampleOptions {
  PairProtocol protocol = PairProtocol::automatic;
  Index count = 0;              ///< pairs or triplets; 0 = 40 c (c-1)
  Index per_class = 100;        ///< pairs of each sort for a class
  double low_percentile = 5;    ///< gives l
  double high_percentile = 95;  ///< gives u
  BoundRule bounds = BoundRule::automatic;
  double margin = 0.25;  ///< a of relative bounds; in [0, 1]
  Index neighbours = 3;  ///< nearest of the same label, and of each sort in a near/far set
  Index impostors = 0;   ///< nearest of other labels, for protocol neighbours; 0 = 10 with local
                         ///< bounds, else 30
};

Options describe(SampleOptions& options);

/// With nothing left to be chosen. Error if options are for several protocols or bounds.
SampleOptions resolved(SampleOptions options, const PairRecipe& recipe = {});

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
/// ignore it. What is left to be chosen is chosen as by resolved(). `kind` is as in
/// kind(Constraints). Error if the labels allow no such constraint. With local bounds `near`,
/// unless it is null, has the lists of an earlier call for the same samples, or none, which tell
/// how far to look, and gets those of this one.
Constraints sample_constraints(Supervision kind, const Labels& labels, const Samples& embedded,
                               const SampleOptions& options, Rng& rng,
                               std::vector<LabelNeighbours>* near = nullptr);

}  // namespace mahala
