#include "mahala/learn/convex/frobmetric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/span.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/descent/projected_gradient.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

/// d_near and d_far of a group.
struct GroupDistances {
  std::vector<double> near = {}, far = {};

  GroupDistances(const MarginGroup& group, const Matrix& z)
      : near(group.near.size()), far(group.far.size()) {
    distances_to(z, group.query, group.near, near);
    distances_to(z, group.query, group.far, far);
  }
};

/// tau of the header; 1 if it would be 0.
double typical_distance(const std::vector<MarginGroup>& groups, const Matrix& x) {
  std::vector<double> all;
  for (const MarginGroup& group : groups) {
    const GroupDistances d(group, x);
    const double far = sample_mean(d.far);
    for (const double near : d.near) {
      const double typical = std::sqrt(near) * std::sqrt(far);  // whose product may be no number
      if (typical > 0 && std::isfinite(typical)) all.push_back(typical);
    }
  }
  return all.empty() ? 1 : percentile(std::move(all), 50);
}

/// p of the header; 1 if samples are equal.
double dimensions_seen(const Samples& x) {
  const Matrix c = scatter(x, mean(x));
  const double p = 1 / (c / c.trace()).squaredNorm();
  return p >= 1 ? p : 1;
}

/// Calls visit(k, group, near, far) for all triplets in their order, k counting them.
template <class F>
void for_each_triplet(const std::vector<MarginGroup>& groups, const F& visit) {
  Index k = 0;
  for (const MarginGroup& group : groups) {
    for (std::size_t j = 0; j < group.near.size(); ++j) {
      for (std::size_t l = 0; l < group.far.size(); ++l) visit(k++, group, j, l);
    }
  }
}

/// d_far - d_near of all triplets at Z.
Matrix margins(const std::vector<MarginGroup>& groups, const Matrix& z, Index triplets) {
  Matrix result(triplets, 1);
  Index k = 0;
  for (const MarginGroup& group : groups) {
    const GroupDistances d(group, z);
    for (const double near : d.near) {
      for (const double far : d.far) result(k++) = far - near;
    }
  }
  return result;
}

struct PositivePart {
  Matrix factor;       ///< of A_+
  double squared = 0;  ///< |A_+|^2
};

PositivePart positive_part(const Matrix& a) {
  const Spectrum s = symmetric_eigen(symmetric_part(a));
  Index kept = 0;
  while (kept < s.values.size() && s.values[kept] > 0) ++kept;
  const Vector values = s.values.head(kept);
  return {s.vectors.leftCols(kept) * values.cwiseSqrt().asDiagonal(), values.squaredNorm()};
}

/// f at its lowest so far and the dual at its highest: f does not fall with every step of the dual.
struct Bracket {
  double upper = std::numeric_limits<double>::infinity(), lower = -upper;
  Matrix factor = {};  ///< of the M of `upper`

  void narrow(const FrobmetricDual& dual) {
    lower = std::max(lower, dual.dual());
    if (dual.primal() >= upper) return;
    upper = dual.primal();
    factor = dual.factor();
  }
  double gap() const { return upper > 0 ? std::max(0.0, upper - lower) / upper : 0; }

  void keep(Archive& archive) {
    archive("upper", upper);
    archive("lower", lower);
    archive("factor", factor);
  }
};

std::vector<MarginGroup> groups_of(const Constraints& constraints) {
  if (const auto* triplets = std::get_if<Triplets>(&constraints)) return margin_groups(*triplets);
  return margin_groups(std::get<NearFarSets>(constraints));
}

}  // namespace

Options describe(FrobmetricOptions& o) {
  return {
      {"cost", &o.cost, "of a margin missed by 1, on average, against the size of the metric",
       positive()},
      {"unit", &o.unit,
       "the margin between near and far, in units of how much plain distances differ; 0: 1, in the "
       "units of the data, as published",
       at_least(0)},
      {"prior", &o.prior, "identity: learn what is added to the Euclidean metric"},
      {"tolerance", &o.tolerance, "stop at this duality gap, relative to the objective",
       at_least(0)},
      {"max_iterations", &o.max_iterations, "largest number of gradient steps", at_least(0)},
  };
}

FrobmetricDual::FrobmetricDual(const Samples& x, const std::vector<MarginGroup>& groups,
                               const FrobmetricOptions& options)
    : x_(x), groups_(groups), all_(x.block(0, x.size())) {
  double cost = options.cost;
  if (options.unit > 0) {
    const double p = dimensions_seen(x);
    scale_ = std::sqrt(std::sqrt(p) / (options.unit * typical_distance(groups_, all_)));
    require(std::isfinite(scale_) && scale_ > 0 && std::isfinite(all_.squaredNorm()),
            "option unit: in units of {:g} of their own the squared distances between the samples "
            "are beyond the range of double",
            options.unit);
    all_ *= scale_;
    cost *= p;
  }
  Index triplets = 0;
  for (const MarginGroup& group : groups)
    triplets += std::ssize(group.near) * std::ssize(group.far);
  highest_ = Matrix(triplets, 1);
  for_each_triplet(groups, [&](Index k, const MarginGroup& group, std::size_t, std::size_t l) {
    const double v = group.weight.empty() ? 1 : group.weight[l];
    highest_(k) = v * cost / static_cast<double>(triplets);
  });
  b_ = Matrix::Ones(triplets, 1);
  if (options.prior == FrobmetricPrior::identity) b_ -= margins(groups, all_, triplets);
}

Matrix FrobmetricDual::differences(const Matrix& u) const {
  Matrix pulled = Matrix::Zero(all_.rows(), all_.cols());
  std::vector<double> near, far;
  Index k = 0;
  for (const MarginGroup& group : groups_) {
    near.assign(group.near.size(), 0);
    far.assign(group.far.size(), 0);
    for (double& to_near : near) {
      for (double& to_far : far) {
        to_near -= u(k);
        to_far += u(k++);
      }
    }
    pull(all_, group.query, group.near, near, pulled);
    pull(all_, group.query, group.far, far, pulled);
  }
  Matrix a(all_.rows(), all_.rows());
  multiply_a_bt(all_, pulled, a);
  return a;
}

double FrobmetricDual::value(const Matrix& u, Matrix& gradient) {
  auto [factor, squared] = positive_part(differences(u));
  gradient = margins(groups_, x_.project(scale_ * factor), u.size()) - b_;
  primal_ = squared / 2 + highest_.cwiseProduct((-gradient).cwiseMax(0)).sum();
  factor_ = std::move(factor);
  dual_ = u.cwiseProduct(b_).sum() - squared / 2;
  return -dual_;
}

namespace {

Fit learn_frobmetric(const Dataset& data, const Constraints& constraints,
                     const FrobmetricOptions& options, const Run& run) {
  const std::vector<MarginGroup> groups = groups_of(constraints);
  Model start = identity_model(data.dim());
  if (groups.empty()) return kept_start(std::move(start), "nothing is said to be near and far");
  const bool identity = options.prior == FrobmetricPrior::identity;
  FrobmetricDual dual(data.x, groups, options);
  Bracket bracket;
  const auto f = [&](const Matrix& u, Matrix& gradient) { return dual.value(u, gradient); };
  const auto into_box = [&](Matrix& u) { u = u.cwiseMax(0).cwiseMin(dual.highest()); };
  const auto good_enough = [&] {
    bracket.narrow(dual);
    return bracket.gap() > options.tolerance
               ? std::string()
               : fmt::format("the duality gap fell below {:g} of the objective", options.tolerance);
  };
  Matrix u = Matrix::Zero(dual.highest().rows(), 1);
  Run own = run;
  own.remembered = [&](Archive& archive) {
    archive("dual", dual);
    archive("bracket", bracket);
  };
  Descent descent =
      minimise_projected(f, into_box, u, {0, options.max_iterations}, own, good_enough);
  if (bracket.factor.cols() > 0 || identity) {
    start = {.identity = identity ? dual.scale() * dual.scale() : 0.0,
             .left = dual.scale() * bracket.factor};
  } else {
    descent.message += "; no metric but zero was found, so it stays Euclidean";
  }
  Fit fit = fit_of({}, std::move(descent));
  fit.model = std::move(start);
  fit.objective = bracket.upper;
  fit.certificate = {"relative duality gap", bracket.gap()};
  return fit;
}

}  // namespace

Fit frobmetric(const Dataset& data, const Constraints& constraints,
               const FrobmetricOptions& options, const Run& run) {
  const std::optional<Span> span = span_of(data);
  check_square("frobmetric", span ? span->data.dim() : data.dim());
  if (!span) return learn_frobmetric(data, constraints, options, run);
  Fit fit = learn_frobmetric(span->data, constraints, options, run);
  fit.model.left = span->q * fit.model.left;
  return fit;
}

}  // namespace mahala
