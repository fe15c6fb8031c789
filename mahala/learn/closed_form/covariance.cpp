#include "mahala/learn/closed_form/covariance.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/samples/parts.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

constexpr double smallest_eigenvalue = 1e-12;  ///< relative to d times the largest

/// Asked of the samples and not of their covariance, where rounding would answer no.
bool all_equal(const Samples& x) {
  const Vector first = x.column(0);
  return sum_blocks(x, 1, 1, [&](Index, const MatrixView& block, auto sums) {
           if (!(block.colwise() - first).isZero(0)) sums(0, 0) += 1;
         })(0, 0) == 0;
}

/// How many eigenvalues, largest first, count as positive.
Index positive_count(const Vector& values) {
  const double floor = smallest_eigenvalue * values[0] * static_cast<double>(values.size());
  return std::count_if(values.begin(), values.end(), [&](double s) { return s > floor; });
}

}  // namespace

Options describe(CovarianceOptions& o) {
  return {{"rank", &o.rank, "directions of largest variance to keep; 0 = all", at_least(0)}};
}

Fit covariance(const Dataset& data, const CovarianceOptions& options, const Run&) {
  check_bound("rank", options.rank, data.dim(), "the dimension");
  check_square("covariance", data.dim());
  require(data.size() > 0, "covariance was given no samples");
  Fit fit{.model = identity_model(data.dim()), .certificate = {"exact", 0}};
  if (all_equal(data.x)) {
    fit.message = "the samples are all equal, so the metric stays Euclidean";
    return fit;
  }
  const double freedom = static_cast<double>(data.size() - 1);
  const Spectrum s = symmetric_eigen(scatter(data.x, mean(data.x)) / freedom);
  const Index positive = positive_count(s.values);
  const Index kept = options.rank > 0 ? std::min(options.rank, positive) : positive;
  const Vector variances = s.values.head(kept);
  fit.model = {.left =
                   s.vectors.leftCols(kept) * variances.cwiseSqrt().cwiseInverse().asDiagonal()};
  fit.objective = variances.array().log().sum();
  fit.message = fmt::format("inverted the covariance on {} of {} directions", kept, data.dim());
  return fit;
}

}  // namespace mahala
