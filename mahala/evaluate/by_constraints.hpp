/// @file
/// How well distances agree with pairs that are the same or different, or with triplets: what there
/// is to judge by where samples have no labels.
///
///   pairs      auc, equal_error_rate, accuracy at a threshold chosen elsewhere; the error is
///              1 - auc
///   triplets   triplet_accuracy; the error is the share that is violated
///   sets       the same of the triplets they stand for
///
/// Folds hold out samples, or groups of them, and with them what is said about them
/// (`held_out_among`): a fold's training part has every constraint whose samples are all in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/evaluate/folds.hpp"

namespace mahala {

/// All (query, near, far) of the sets, of equal weight.
Triplets triplets_of(const NearFarSets& sets);

/// Error unless they are pairs of both sorts, triplets or sets, and so can judge.
void check_judges(const Constraints& constraints);

/// The same without an Error; measured distances (=) cannot judge.
bool can_judge(const Constraints& constraints);

/// Samples, or whole groups of them if there are any, dealt at random to `folds` test sets that
/// cover 0 .. n-1. Error unless there are as many samples or groups as folds.
std::vector<Fold> sample_folds(const Dataset& data, Index folds, Rng& rng);

/// Those that a fold which holds out `samples` is judged by: with one of their samples held out or,
/// where there are groups, with all of them, so that no group is on both sides.
Constraints held_out_among(const Constraints& constraints, std::span<const Index> samples,
                           const Dataset& data);

/// Those among these samples alone, which a fold learns from.
Constraints among(const Constraints& constraints, std::span<const Index> samples, Index n);

/// Each held-out unit's share of the error: of a same pair how many of the different ones are
/// nearer, of a different pair how many of the same ones are farther, of a triplet whether it is
/// violated; ties count one half. The mean of either list is the error.
struct UnitErrors {
  std::vector<double> same = {};       ///< or those of triplets
  std::vector<double> different = {};  ///< of pairs only
};

/// Of embedded samples, each unit once whatever its weight. Both lists are empty if they cannot
/// judge.
UnitErrors unit_errors(const Samples& embedded, const Constraints& constraints);

/// 1 - AUC, or the weighted share of violated triplets; none if they cannot judge.
std::optional<double> constraint_error(const Samples& embedded, const Constraints& constraints);

/// What `measure_constraints` gives, by name.
std::vector<std::string> constraint_names(Supervision kind);

/// The numbers by name, of embedded samples: `learned` are the constraints of the training part,
/// which choose the threshold. None where a number is undefined.
std::vector<std::optional<double>> measure_constraints(const Samples& embedded,
                                                       const Constraints& held_out,
                                                       const Constraints& learned);

}  // namespace mahala
