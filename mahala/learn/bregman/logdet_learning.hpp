/// @file
/// What the learners by LogDet divergence have in common: options, the bounds that pairs ask for,
/// and the report of a solution.
#pragma once

#include <optional>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/optimize/logdet/logdet_solve.hpp"

namespace mahala {

struct LogDetLearning {
  std::string gamma = "1";     ///< a number > 0, inf (hard bounds) or auto (gamma_choice.hpp)
  std::string slack = "auto";  ///< logdet, hinge or quadratic; auto = logdet, for triplets hinge
  LogDetOptions solver = {};
};

Options describe(LogDetLearning& options);

/// The number that option gamma holds; nothing if it is auto. Error if it is neither.
std::optional<double> gamma_of(const LogDetLearning& options);

/// The slack for pairs.
Slack slack_of(const LogDetLearning& options);

/// What pairs ask of the differences of the samples that occur in them.
struct AskedPairs {
  std::vector<Ends> ends = {};  ///< positions in the list of samples
  LogDetBounds bounds = {};     ///< gamma is the weight of the pair
  Index coincident = 0;         ///< left out: samples at distance 0 stay there
  Index vacuous = 0;            ///< left out: at least 0, or of weight 0
  Index raised = 0;             ///< bounds of 0, raised to the smallest positive distance
};

/// `samples` as of samples_of; `distance` is the squared distance of two of them (by position)
/// before learning, 0 if they coincide.
AskedPairs asked_by(const Pairs& pairs, const std::vector<Index>& samples,
                    const std::function<double(const Ends&)>& distance);

/// |z_i - z_j|^2 for columns of z, 0 where rounding alone keeps them apart.
double squared_distance_of(const Matrix& z, const Ends& ends);

/// A model with how its solution was found and what had to be left out.
Fit fit_of(Model model, LogDetSolution solution, const AskedPairs& asked,
           const std::string& remark = {});

/// All pairs were left out: the prior comes back.
Fit nothing_to_learn(Model prior, const AskedPairs& asked);

/// Lower L with L L^T = a, or the symmetric root where a is singular to working precision.
Matrix root_of(const Matrix& a);

}  // namespace mahala
