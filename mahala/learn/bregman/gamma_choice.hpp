/// @file
/// The weight of slack chosen by cross-validation on what is being learned from.
///
/// Samples with one class each: two stratified folds; bounds among the samples of one learn, the
/// others are classified by their 10 nearest in it. Without classes: two halves of the pairs; one
/// learns, the other's "at most" pairs should be nearer than its "at least" pairs (AUC). One
/// solution starts the next larger gamma. Ties go to the smaller one.
#pragma once

#include <optional>

#include "mahala/learn/learner.hpp"

namespace mahala {

/// 0.01, 0.1, 1, 10, 100, 1000: the grid of Jain, Kulis, Davis, Dhillon, JMLR 13 (2012).
std::vector<double> gamma_grid();

/// One model for each gamma of the grid, learned from some of the pairs; labels may be looked at
/// for the samples listed alone.
using LearnGrid =
    std::function<std::vector<Model>(const Pairs&, const std::vector<Index>& samples)>;

struct GammaChoice {
  double gamma = 1;
  std::string remark = {};  ///< what was chosen and how, for the message of the fit
};

/// `given` if there is one. Error if there is not, and neither classes nor pairs of both kinds.
GammaChoice gamma_for(std::optional<double> given, const Dataset& data, const Pairs& pairs,
                      const LearnGrid& learn, const Run& run);

}  // namespace mahala
