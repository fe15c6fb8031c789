#include "mahala/model/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/number_text.hpp"

namespace mahala {
namespace {

using Texts = std::map<std::string, std::string>;

const std::string calibration_prefix = "calibration.";

const std::string& calibration_text(const Texts& metadata, const std::string& name) {
  const auto found = metadata.find(calibration_prefix + name);
  require(found != metadata.end(), "metadata {}{} is missing", calibration_prefix, name);
  return found->second;
}

double calibration_number(const Texts& metadata, const std::string& name) {
  const std::string& digits = calibration_text(metadata, name);
  const auto number = finite_number(digits);
  require(number.has_value(), "{}{} '{}' is not a number", calibration_prefix, name, digits);
  return *number;
}

/// Straight between knots, constant beyond them.
double interpolated(const Vector& at, const Vector& value, double u) {
  const Index last = at.size() - 1;
  if (u <= at[0]) return value[0];
  if (u >= at[last]) return value[last];
  const Index right = std::upper_bound(at.begin(), at.end(), u) - at.begin();
  const double part = (u - at[right - 1]) / (at[right] - at[right - 1]);
  return value[right - 1] + part * (value[right] - value[right - 1]);
}

}  // namespace

double Calibration::probability_same(double u) const {
  if (map == ProbabilityMap::isotonic) return interpolated(at, probability, u);
  const double t = slope * u + offset;  // the branch keeps exp from overflowing
  return t >= 0 ? std::exp(-t) / (1 + std::exp(-t)) : 1 / (1 + std::exp(t));
}

void check(const Calibration& c) {
  for (const double number : {c.threshold, c.slope, c.offset, c.same_share, c.log_loss}) {
    require(std::isfinite(number), "the calibration holds a number that is not finite");
  }
  require(c.slope >= 0, "the calibration has a negative slope, {}", c.slope);
  const bool isotonic = c.map == ProbabilityMap::isotonic;
  require(c.at.size() == c.probability.size() && (c.at.size() > 0) == isotonic,
          "the calibration has {} knots and {} probabilities", c.at.size(), c.probability.size());
  require(
      c.at.allFinite() && (c.probability.array() >= 0).all() && (c.probability.array() <= 1).all(),
      "the calibration holds a knot that is not finite or a probability outside 0 to 1");
  for (Index k = 1; k < c.at.size(); ++k) {
    require(c.at[k - 1] < c.at[k] && c.probability[k - 1] >= c.probability[k],
            "knot {} of the calibration is not in order", k);
  }
}

void add_calibration(const Calibration& c, Texts& metadata) {
  const auto add = [&](const std::string& name, std::string text) {
    metadata[calibration_prefix + name] = std::move(text);
  };
  add("threshold", fmt::format("{}", c.threshold));
  add("rule", c.rule);
  add("map", std::string(name(c.map)));
  add("slope", fmt::format("{}", c.slope));
  add("offset", fmt::format("{}", c.offset));
  add("pairs", fmt::format("{}", c.pairs));
  add("same_share", fmt::format("{}", c.same_share));
  add("log_loss", fmt::format("{}", c.log_loss));
  add("sketch", c.sketch);
}

std::optional<Calibration> read_calibration(
    const Texts& metadata, const std::function<Vector(const std::string& tensor)>& knots) {
  if (!metadata.contains(calibration_prefix + "threshold")) return std::nullopt;
  const auto number = [&](const std::string& name) { return calibration_number(metadata, name); };
  const auto map = named<ProbabilityMap>(calibration_text(metadata, "map"));
  require(map.has_value(), "calibration.map '{}' is neither platt nor isotonic",
          calibration_text(metadata, "map"));
  const double pairs = number("pairs");
  require(pairs >= 0 && pairs < 1e15, "calibration.pairs is {}", pairs);
  Calibration c{.threshold = number("threshold"),
                .rule = calibration_text(metadata, "rule"),
                .map = *map,
                .slope = number("slope"),
                .offset = number("offset"),
                .pairs = static_cast<Index>(pairs),
                .same_share = number("same_share"),
                .log_loss = number("log_loss"),
                .sketch = calibration_text(metadata, "sketch")};
  if (c.map == ProbabilityMap::isotonic) {
    c.at = knots(calibration_at);
    c.probability = knots(calibration_probability);
  }
  return c;
}

}  // namespace mahala
