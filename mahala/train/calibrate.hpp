/// @file
/// A threshold and a probability for any model that compares samples, chosen on pairs of which it
/// is known whether they are the same.
///
///   threshold            accuracy              most pairs predicted right
///                        f-beta                the largest F
///                        false-positive-rate   the largest at which at most `rate` of the
///                                              different pairs are called the same
///   probability          platt, isotonic, or auto: the smaller log loss on pairs held out
///
/// with F = (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP), and folds that hold out samples with all
/// their pairs.
///
/// The pairs should be others than those the model was learned from, on which it is too sure of
/// itself, and others than those it is judged on.
#pragma once

#include "mahala/core/option.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/model/model.hpp"
#include "mahala/train/probability_fit.hpp"

namespace mahala {

enum class ThresholdRule { accuracy, f_beta, false_positive_rate };

template <>
inline constexpr std::array<std::string_view, 3> names_of<ThresholdRule> = {"accuracy", "f-beta",
                                                                            "false-positive-rate"};

enum class MapChoice { automatic, platt, isotonic };

template <>
inline constexpr std::array<std::string_view, 3> names_of<MapChoice> = {"auto", "platt",
                                                                        "isotonic"};

struct CalibrateOptions {
  ThresholdRule threshold = ThresholdRule::accuracy;
  double beta = 1;     ///< of f-beta; > 0
  double rate = 0.01;  ///< of false positives; in [0, 1]
  MapChoice probability = MapChoice::automatic;
  Index folds = 5;  ///< >= 2
  std::uint64_t seed = 0;
};

Options describe(CalibrateOptions& options);

/// Error for values out of range and options that do not count beside the others.
void check(const CalibrateOptions& options);

/// The threshold of u by the rule. Error unless there are pairs of both sorts.
double choose_threshold(std::vector<KnownPair> pairs, const CalibrateOptions& options);

struct Calibrated {
  Calibration calibration = {};
  double log_loss_platt = 0, log_loss_isotonic = 0;  ///< on pairs held out
  std::string note = {};                             ///< what its user should know
};

/// What the model says of the pairs of raw samples: u of model/calibration.hpp, and what is known.
std::vector<KnownPair> known_pairs(const Model& model, const Dataset& data, const Pairs& pairs);

/// Error if the model compares no samples, or the pairs are not of both sorts, or some are measured
/// distances.
Calibrated calibrate(const Model& model, const Dataset& data, const Pairs& pairs,
                     const CalibrateOptions& options = {});

/// A warning if the model was calibrated on some of these pairs, which says how many; else "".
std::string calibrated_here(const Model& model, const Dataset& data, const Constraints& pairs);

}  // namespace mahala
