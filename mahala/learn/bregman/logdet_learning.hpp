/// @file
/// What the learners by LogDet divergence have in common: options, the bounds that pairs ask for,
/// and the report of a solution.
#pragma once

#include <optional>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/optimize/logdet/logdet_linear.hpp"
#include "mahala/optimize/logdet/logdet_solve.hpp"

namespace mahala {

/// Automatic: logdet, for triplets hinge.
enum class LogDetSlack { automatic, logdet, hinge, quadratic };

template <>
inline constexpr std::array<std::string_view, 4> names_of<LogDetSlack> = {"auto", "logdet", "hinge",
                                                                          "quadratic"};

struct LogDetLearning {
  std::string gamma = "1";  ///< a number > 0, inf (hard bounds) or auto (gamma_choice.hpp)
  LogDetSlack slack = LogDetSlack::automatic;
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

/// The sides of triplets that count as pairs: query and near sample, query and far sample.
Pairs sides_of(const Triplets& triplets);

/// Upper bounds on sums of squared distances with signs.
struct LinearBounds {
  std::vector<LinearTerms> terms = {};
  LogDetBounds bounds = {};
};

/// What triplets ask, d^2(query, near) - d^2(query, far) <= -margin: those that count, by position
/// in `samples`, which ascend; gamma times the weight of each.
LinearBounds triplet_bounds(const Triplets& triplets, const std::vector<Index>& samples,
                            double margin, double gamma);

/// What forms of points ask that count: lower bounds with their signs turned, equalities as both.
LinearBounds form_bounds(const Forms& forms, double gamma);

/// A model with how its solution was found and what had to be left out.
Fit fit_of(Model model, LogDetSolution solution, const AskedPairs& asked,
           const std::string& remark = {});

/// All pairs were left out: the prior comes back.
Fit nothing_to_learn(Model prior, const AskedPairs& asked);

}  // namespace mahala
