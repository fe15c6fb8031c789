#include "mahala/data/prepare/prepare.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/data/prepare/feature_places.hpp"
#include "mahala/data/prepare/missing.hpp"
#include "mahala/data/prepare/plan_spelling.hpp"
#include "mahala/data/prepare/select_features.hpp"

namespace mahala {
namespace {

constexpr std::array<std::string_view, 13> step_names = {
    "impute:median", "impute:mean", "centre",   "standardise", "scale",  "unit", "pca:N",
    "whiten:G",      "min-df:K",    "max-df:F", "top-df:N",    "gain:N", "tfidf"};

bool is_impute(std::string_view step) { return step.starts_with("impute:"); }
bool is_pca(std::string_view step) { return step.starts_with("pca:"); }
bool is_whiten(std::string_view step) { return step.starts_with("whiten:"); }

/// Features beyond which the matrix of whitening would not fit.
constexpr Index most_whitened = 8192;

/// G of "whiten:G", or 0 if it is not a positive number.
double softness_asked(std::string_view step) {
  const std::string_view digits = step.substr(7);
  double softness = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), softness);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  return whole && std::isfinite(softness) && softness > 0 ? softness : 0;
}

/// N of "pca:N", or 0 if it is not a positive integer.
Index axes_asked(std::string_view step) {
  const std::string_view digits = step.substr(4);
  Index count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return error == std::errc{} && end == digits.data() + digits.size() ? count : 0;
}

void check_step_name(std::string_view step) {
  if (is_pca(step)) {
    require(axes_asked(step) > 0, "{}: the number of axes is not a positive integer", step);
    return;
  }
  if (is_whiten(step)) {
    require(softness_asked(step) > 0, "{}: the softness is not a positive number", step);
    return;
  }
  if (selects_features(step)) return check_selection(step);
  require(std::find(step_names.begin(), step_names.end(), step) != step_names.end(),
          "there is no step '{}'{} (there are: {})", step, did_you_mean(step, step_names),
          fmt::join(step_names, ", "));
}

std::vector<std::string> parse(std::string_view given) {
  const std::string spelled = canonical_plan(given);
  std::string_view plan = spelled;
  std::vector<std::string> steps;
  if (plan == "none") return steps;
  while (true) {
    const auto comma = plan.find(',');
    const std::string_view step = plan.substr(0, comma);
    check_step_name(step);
    // A step before it would have spread the missing cells over whole features.
    require(!is_impute(step) || steps.empty(), "{} must be the first step, before {}", step,
            steps.empty() ? "" : steps.front());
    steps.emplace_back(step);
    if (comma == std::string_view::npos) return steps;
    plan.remove_prefix(comma + 1);
  }
}

/// The least and the greatest value of every feature.
struct Extent {
  Vector low, high;

  void include(Index feature, double value) {
    low[feature] = std::min(low[feature], value);
    high[feature] = std::max(high[feature], value);
  }
};

void include_sparse(const SparseMatrix& x, Extent& extent) {
  std::vector<Index> stored(static_cast<std::size_t>(x.rows()));
  for (Index i = 0; i < x.cols(); ++i) {
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
      extent.include(it.row(), it.value());
      ++stored[static_cast<std::size_t>(it.row())];
    }
  }
  for (Index k = 0; k < x.rows(); ++k) {
    if (stored[static_cast<std::size_t>(k)] < x.cols()) extent.include(k, 0);
  }
}

Extent extent(const Samples& x) {
  const double infinity = std::numeric_limits<double>::infinity();
  Extent e{Vector::Constant(x.dim(), infinity), Vector::Constant(x.dim(), -infinity)};
  if (const auto* sparse = x.sparse()) {
    include_sparse(*sparse, e);
    return e;
  }
  const Index first = x.own_begin();
  x.for_own_blocks(first, first + x.own_size(), [&](Index, const MatrixView& block) {
    e.low = e.low.cwiseMin(block.rowwise().minCoeff());
    e.high = e.high.cwiseMax(block.rowwise().maxCoeff());
  });
  if (!x.is_shared()) return e;
  Matrix low(x.dim(), ranks()), high(x.dim(), ranks());
  low.col(rank()) = e.low;
  high.col(rank()) = e.high;
  gather_one_each(low.data(), x.dim());
  gather_one_each(high.data(), x.dim());
  return {low.rowwise().minCoeff(), high.rowwise().maxCoeff()};
}

double storage_epsilon(const Samples& x) {
  return x.is_single() ? std::numeric_limits<float>::epsilon()
                       : std::numeric_limits<double>::epsilon();
}

/// Standard deviations, with 1 for constant features. Values that differ in their last
/// bits only are one value: the test is on their range, which unlike a standard
/// deviation carries no rounding error of the mean.
Vector divisors(const Samples& x, const Vector& mean) {
  const auto [low, high] = extent(x);
  const Vector magnitude = low.cwiseAbs().cwiseMax(high.cwiseAbs());
  const Vector sd = standard_deviation(x, mean);
  const auto varies = (high - low).array() > 8 * storage_epsilon(x) * magnitude.array();
  for (Index k = 0; k < sd.size(); ++k) {
    require(!varies[k] || std::isfinite(sd[k]),
            "feature {}: its spread is beyond the range of double", k);
  }
  return (varies && sd.array() > 0).select(sd, Vector::Ones(x.dim()));
}

/// (C + G I)^(-1/2) with C = X X^T scaled to trace d.
PrepareStep fit_whitening(const std::string& name, const Samples& x) {
  require(x.dim() <= most_whitened, "{}: there are {} features, at most {} can be whitened", name,
          x.dim(), most_whitened);
  Matrix moment = scatter(x, Vector::Zero(x.dim()));
  const double trace = moment.trace();
  require(trace > 0, "{}: all samples are zero", name);
  moment *= static_cast<double>(x.dim()) / trace;
  moment.diagonal().array() += softness_asked(name);
  return {.name = name, .axes = inverse_sqrt_symmetric(moment)};
}

PrepareStep fit_step(const std::string& name, const Samples& x, const Labels& labels) {
  if (is_impute(name)) {
    check_keeps_sparse(name, x);
    return {name, fill_values(x, name == "impute:median" ? Fill::median : Fill::mean)};
  }
  if (name == "unit") return {name};
  if (name == "tfidf") return {.name = name, .weight = inverse_frequency(x)};
  if (selects_features(name)) return {.name = name, .place = fit_selection(name, x, labels)};
  if (is_pca(name)) {
    const Index count = axes_asked(name);
    require(count <= x.dim(), "{}: there are {} features", name, x.dim());
    return {name, mean(x), {}, principal_axes(x, count)};
  }
  if (is_whiten(name)) return fit_whitening(name, x);
  check_keeps_sparse(name, x);
  const Vector centre = mean(x);
  if (name == "centre") return {name, centre};
  return {name, name == "scale" ? Vector() : centre, divisors(x, centre)};
}

}  // namespace

std::string Prepare::plan() const {
  std::vector<std::string_view> names;
  for (const PrepareStep& step : steps) names.push_back(step.name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ","));
}

bool Prepare::fills_missing() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const PrepareStep& step) { return is_impute(step.name); });
}

Index Prepare::input_dim() const {
  for (const PrepareStep& step : steps) {
    const Index dim = std::max({step.shift.size(), step.scale.size(), step.axes.rows(),
                                step.weight.size(), step.place.size()});
    if (dim > 0) return dim;
  }
  return 0;
}

bool Prepare::selects() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const PrepareStep& step) { return step.place.size() > 0; });
}

std::vector<Index> features_kept(const Prepare& prepare, Index dim) {
  std::vector<Index> kept(static_cast<std::size_t>(dim));
  std::iota(kept.begin(), kept.end(), Index{0});
  for (const PrepareStep& step : prepare.steps) {
    if (step.axes.size() > 0) break;
    if (step.place.size() == 0) continue;
    std::vector<Index> left = kept_features(step.place);
    for (Index& feature : left) feature = kept.at(static_cast<std::size_t>(feature));
    kept = std::move(left);
  }
  return kept;
}

std::vector<std::string> prepared_names(const Prepare& prepare,
                                        const std::vector<std::string>& names) {
  const bool mixed = std::any_of(prepare.steps.begin(), prepare.steps.end(),
                                 [](const PrepareStep& step) { return step.axes.size() > 0; });
  std::vector<std::string> kept;
  if (mixed || names.empty()) return kept;
  for (const Index k : features_kept(prepare, std::ssize(names))) {
    kept.push_back(names[static_cast<std::size_t>(k)]);
  }
  return kept;
}

void check_plan(std::string_view plan) { parse(plan); }

Prepare fit_prepare(std::string_view plan, Samples& x, const Labels& labels) {
  const std::vector<std::string> names = parse(plan);
  constexpr std::string_view remark = "; a step impute:median or impute:mean fills it in";
  if (names.empty() || !is_impute(names.front())) check_complete(x, remark);
  Prepare prepare;
  for (const std::string& name : names) {
    prepare.steps.push_back(fit_step(name, x, labels));
    apply_step(prepare.steps.back(), x);
    if (is_impute(name)) check_complete(x, remark);
  }
  return prepare;
}

}  // namespace mahala
