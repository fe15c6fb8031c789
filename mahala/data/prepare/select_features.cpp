#include "mahala/data/prepare/select_features.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/highest.hpp"
#include "mahala/data/prepare/feature_places.hpp"
#include "mahala/data/prepare/feature_presence.hpp"

namespace mahala {
namespace {

constexpr std::string_view kinds[] = {"min-df", "max-df", "top-df", "gain"};

std::string_view kind_of(std::string_view step) { return step.substr(0, step.find(':')); }

/// What follows the colon as a number, or 0 if it is none.
template <class Number>
Number asked(std::string_view step) {
  const std::string_view digits = step.substr(step.find(':') + 1);
  Number number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} && end == digits.data() + digits.size() ? number : 0;
}

template <class Keep>
std::vector<Index> features_where(Index dim, const Keep& keep) {
  std::vector<Index> kept;
  for (Index k = 0; k < dim; ++k) {
    if (keep(k)) kept.push_back(k);
  }
  return kept;
}

std::vector<Index> kept_by(std::string_view step, const Samples& x, const Labels& labels) {
  const std::string_view kind = kind_of(step);
  if (kind == "gain") {
    require(!labels.empty(), "{} needs labels, and the data has none", step);
    return highest(information_gain(x, labels), asked<Index>(step));
  }
  const Vector df = sample_frequency(x);
  if (kind == "top-df") return highest(df, asked<Index>(step));
  if (kind == "min-df") {
    const auto least = static_cast<double>(asked<Index>(step));
    return features_where(x.dim(), [&](Index k) { return df[k] >= least; });
  }
  // A fraction such as 0.3 is not what its digits say, by a rounding error.
  const double most = asked<double>(step) * static_cast<double>(x.size()) * (1 + 1e-12);
  return features_where(x.dim(), [&](Index k) { return df[k] <= most; });
}

}  // namespace

bool selects_features(std::string_view step) {
  return step.find(':') != std::string_view::npos &&
         std::find(std::begin(kinds), std::end(kinds), kind_of(step)) != std::end(kinds);
}

void check_selection(std::string_view step) {
  if (kind_of(step) != "max-df") {
    require(asked<Index>(step) > 0, "{}: what follows the colon is not a positive integer", step);
    return;
  }
  const double fraction = asked<double>(step);
  require(fraction > 0 && fraction <= 1,
          "{}: what follows the colon is not a fraction of the samples, above 0 and at most 1",
          step);
}

Vector fit_selection(std::string_view step, const Samples& x, const Labels& labels) {
  const std::vector<Index> kept = kept_by(step, x, labels);
  require(!kept.empty(), "{} leaves none of the {} features that {} samples have", step, x.dim(),
          x.size());
  return places(kept, x.dim());
}

Vector inverse_frequency(const Samples& x) {
  const auto n = static_cast<double>(x.size());
  return sample_frequency(x).unaryExpr([n](double df) { return df > 0 ? std::log(n / df) : 0.0; });
}

}  // namespace mahala
