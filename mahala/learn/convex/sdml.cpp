#include "mahala/learn/convex/sdml.hpp"

#include <array>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/positive_factor.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr double usual_share = 0.5;       ///< of the largest balance
constexpr double smallest_margin = 1e-3;  ///< eigenvalue of S, relative to the prior

/// sum y v (x_i - x_j)(x_i - x_j)^T.
Matrix pair_scatter(const Dataset& data, const Pairs& pairs) {
  const Matrix x = data.x.block(0, data.size());
  Matrix pulled = Matrix::Zero(x.rows(), x.cols());
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "sdml learns from pairs that are alike (<=) or not (>=), not from measured distances");
    const double y = pair.relation == Relation::at_most ? pair.weight : -pair.weight;
    pull(x, pair.i, std::array<Index, 1>{pair.j}, std::array<double, 1>{y}, pulled);
  }
  Matrix sum(x.rows(), x.rows());
  multiply_a_bt(x, pulled, sum);
  require(sum.allFinite(),
          "the squares of the samples are beyond the range of double; scale them (option "
          "prepare=scale)");
  return symmetric_part(sum);
}

/// W0 with its null space filled by the geometric mean of its other eigenvalues.
struct FullPrior {
  Matrix root;     ///< symmetric, W0 = root^2
  Matrix inverse;  ///< W0^-1
};

FullPrior full_prior(const Matrix& root, Index dim) {
  if (root.cols() == 0) return {Matrix::Identity(dim, dim), Matrix::Identity(dim, dim)};
  Spectrum w = symmetric_eigen(symmetric_part(root * root.transpose()));
  const double floor = 1e-14 * static_cast<double>(dim) * w.values[0];
  const Index kept =
      std::count_if(w.values.begin(), w.values.end(), [&](double value) { return value > floor; });
  require(kept > 0, "the prior of sdml is zero");
  w.values.tail(dim - kept).setConstant(std::exp(w.values.head(kept).array().log().mean()));
  const auto with = [&](const Vector& values) {
    return Matrix(w.vectors * values.asDiagonal() * w.vectors.transpose());
  };
  return {with(w.values.cwiseSqrt()), symmetric_part(with(w.values.cwiseInverse()))};
}

struct SdmlBalance {
  double value = 0;
  std::string remark = {};
};

/// `pairs` are the eigenvalues of the scatter of the pairs relative to the prior, largest first.
SdmlBalance sdml_balance(const Vector& pairs, double asked) {
  const double lowest = pairs[pairs.size() - 1], size = pairs.cwiseAbs().maxCoeff();
  const bool bounded = lowest < -1e-12 * size;
  const double usual = bounded ? usual_share / -lowest : 1 / pairs.mean();
  if (asked == 0) return {usual, fmt::format("balance {:.3g}", usual)};
  if (!bounded || 1 + asked * lowest >= smallest_margin) return {asked};
  return {usual, fmt::format("a balance of {:g} leaves the pair covariance not positive definite, "
                             "so it was lowered to {:.3g}, half of the largest possible",
                             asked, usual)};
}

double zero_share(const Matrix& m) {
  const Index off = m.size() - m.rows();
  const Index zeros = (m.array() == 0).count();
  return off == 0 ? 0 : static_cast<double>(zeros) / static_cast<double>(off);
}

Fit fit_of_lasso(GraphicalLasso solved, const std::string& remark) {
  Fit fit{.model = {.left = root_of(solved.precision)},
          .status = solved.status,
          .message = fmt::format("{}; {:.0f} % of the entries off the diagonal are zero",
                                 solved.message, 100 * zero_share(solved.precision)),
          .objective = solved.objective,
          .iterations = solved.iterations,
          .trace = std::move(solved.trace)};
  if (!remark.empty()) fit.message += "; " + remark;
  if (std::isfinite(solved.gap)) fit.certificate = {"duality gap", solved.gap};
  return fit;
}

}  // namespace

Options describe(SdmlOptions& o) {
  return joined(
      {{{"balance", &o.balance,
         "weight of each pair against the prior; 0 = half of what keeps the problem bounded",
         at_least(0)},
        {"sparsity", &o.sparsity, "price of entries of the metric off its diagonal", at_least(0)}},
       describe_prior(o.prior, o.prior_file),
       {{"tolerance", &o.solver.tolerance, "stop at this duality gap, divided by the features",
         at_least(0)},
        {"max_iterations", &o.solver.max_iterations, "largest number of Newton steps",
         at_least(0)}}});
}

Model sdml_prior(const Dataset& data, const SdmlOptions& options, const Run& run) {
  return model_of_root(prior_root(data, options.prior, options.prior_file, run), data.dim());
}

Fit sdml(const Dataset& data, const Pairs& pairs, const SdmlOptions& options, const Run& run) {
  const Index dim = data.dim();
  check_square("sdml", dim);
  const Matrix root = prior_root(data, options.prior, options.prior_file, run);
  Model before = model_of_root(root, dim);
  if (pairs.empty()) return kept_start(std::move(before));
  const Matrix scatter = pair_scatter(data, pairs);
  if (scatter.isZero(0)) return kept_start(std::move(before), "the samples of all pairs coincide");
  const FullPrior prior = full_prior(root, dim);
  const Spectrum relative = symmetric_eigen(symmetric_part(prior.root * scatter * prior.root));
  const SdmlBalance balance = sdml_balance(relative.values, options.balance);
  return fit_of_lasso(graphical_lasso(prior.inverse + balance.value * scatter, options.sparsity,
                                      options.solver, run),
                      balance.remark);
}

}  // namespace mahala
