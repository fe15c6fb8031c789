#include "mahala/learn/neighbours/mlkr.hpp"

#include <cmath>

#include "mahala/data/dataset.hpp"

namespace mahala {
namespace {

/// Moved to mean 0 and scaled to variance 1; empty if they do not vary.
Vector unit_variance(Vector y) {
  const double size = y.cwiseAbs().maxCoeff();
  if (!(size > 0)) return {};
  y /= size;  // squares of large numbers would overflow
  y.array() -= y.mean();
  const double spread = y.norm() / std::sqrt(static_cast<double>(y.size()));
  if (spread <= 1e-14) return {};
  return y / spread;
}

}  // namespace

Options describe(MlkrOptions& o) { return joined({describe(o.from), describe(o.descent)}); }

Model mlkr_prior(const Dataset& data, const MlkrOptions& options, const Run& run) {
  return {.left = start_factor(data, options.from, run)};
}

double mlkr_objective(const Vector& y, const Matrix& z, Matrix& zl, SoftNeighbours& neighbours) {
  const double share = 1 / static_cast<double>(z.cols());
  const auto row = [&](SoftChoice& choice) {
    double predicted = 0;
    for (std::size_t k = 0; k < choice.chosen.size(); ++k) {
      predicted += choice.probability[k] * y[choice.chosen[k]];
    }
    const double e = predicted - y[choice.point];
    for (std::size_t k = 0; k < choice.chosen.size(); ++k) {
      choice.probability[k] *= 2 * share * e * (predicted - y[choice.chosen[k]]);
    }
    return share * e * e;
  };
  return neighbours.sum(z, z, row, negligible_pull * share, zl);
}

Fit mlkr(const Dataset& data, const MlkrOptions& options, const Run& run) {
  Model prior = mlkr_prior(data, options, run);
  const Vector y = unit_variance(numeric_labels(data));
  if (y.size() == 0) return kept_start(std::move(prior), "all labels are equal");
  SoftNeighbours neighbours;
  const auto loss = [&](const Matrix& z, Matrix& zl) {
    return mlkr_objective(y, z, zl, neighbours);
  };
  return fit_factor(data.x, loss, {}, std::move(prior.left), options.descent,
                    remembering(run, neighbours));
}

}  // namespace mahala
