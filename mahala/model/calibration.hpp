/// @file
/// Are two samples the same? A threshold on what a model says of a pair, and a probability.
///
/// A model says a number of a pair: the squared distance of a metric, the score of a similarity.
/// Let u be that distance, or the negative of the score, so that small means alike.
///
///   decision   same if u <= threshold
///   platt      p(same) = 1 / (1 + exp(slope u + offset)),  slope >= 0
///   isotonic   p falls from knot to knot, straight between them and constant beyond the ends
///
/// A sketch of the pairs it was chosen on is kept (data/constraints/overlap.hpp), so that nobody is
/// told its quality there unawares.
///
/// References: Platt, "Probabilistic outputs for support vector machines", 1999; Zadrozny, Elkan,
/// "Transforming classifier scores into accurate multiclass probability estimates", KDD 2002.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "mahala/core/names.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

enum class ProbabilityMap { platt, isotonic };

template <>
inline constexpr std::array<std::string_view, 2> names_of<ProbabilityMap> = {"platt", "isotonic"};

struct Calibration {
  double threshold = 0;   ///< of u
  std::string rule = {};  ///< how it was chosen, in words
  ProbabilityMap map = ProbabilityMap::platt;
  double slope = 0, offset = 0;  ///< of platt
  Vector at = {};                ///< knots of isotonic: u, ascending
  Vector probability = {};       ///< there, descending
  Index pairs = 0;               ///< it was chosen on
  double same_share = 0;         ///< of their weight that is of same pairs
  double log_loss = 0;           ///< of the map, on pairs held out from it
  std::string sketch = {};       ///< of these pairs

  bool is_same(double u) const { return u <= threshold; }
  double probability_same(double u) const;
};

/// Error unless all numbers make sense: finite, knots in their order, probabilities in [0, 1].
void check(const Calibration& calibration);

/// Everything but the knots, as texts whose names begin with "calibration.".
void add_calibration(const Calibration& calibration, std::map<std::string, std::string>& metadata);

/// What add_calibration wrote; nothing if there is none. `knots` reads one of the tensors.
std::optional<Calibration> read_calibration(
    const std::map<std::string, std::string>& metadata,
    const std::function<Vector(const std::string& tensor)>& knots);

inline constexpr auto calibration_at = "calibration.at",
                      calibration_probability = "calibration.probability";

}  // namespace mahala
