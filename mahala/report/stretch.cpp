#include "mahala/report/stretch.hpp"

#include <cmath>

#include "mahala/data/prepare/feature_places.hpp"

namespace mahala {
namespace {

/// Steps of preparation before the first that mixes features.
Prepare before_mixing(const Prepare& prepare) {
  Prepare head;
  for (const PrepareStep& step : prepare.steps) {
    if (step.axes.size() > 0) break;
    head.steps.push_back(step);
  }
  return head;
}

/// The linear part of the other steps as a d x d' matrix; empty for the identity.
Matrix mixing(const Prepare& prepare, std::size_t first) {
  Matrix map;
  for (std::size_t k = first; k < prepare.steps.size(); ++k) {
    const PrepareStep& step = prepare.steps[k];
    if (step.axes.size() > 0) map = map.size() == 0 ? step.axes : Matrix(map * step.axes);
    if (step.scale.size() > 0) map *= step.scale.cwiseInverse().asDiagonal();
    if (step.weight.size() > 0) map *= step.weight.asDiagonal();
    if (step.place.size() > 0) map = Matrix(map(Eigen::all, kept_features(step.place)));
  }
  return map;
}

/// The diagonal of P^T W P, with P^T = map.
Vector weights(const Model& model, const Matrix& map) {
  if (map.size() == 0) {
    return model.left.rowwise().squaredNorm().array() + model.identity;
  }
  return (map * model.left).rowwise().squaredNorm() + model.identity * map.rowwise().squaredNorm();
}

/// Whether each raw feature varies by more than the rounding of its mean. Missing cells do.
Eigen::Array<bool, Eigen::Dynamic, 1> varies(const Samples& x) {
  const Vector centre = mean(x), spread = standard_deviation(x, centre);
  return !(spread.array() <= 1e-13 * centre.array().abs());
}

}  // namespace

Vector stretch(const Model& model, const Samples& x) {
  if (model.domain == Domain::kernel) return {};
  const Prepare head = before_mixing(model.prepare);
  const Samples prepared = apply(head, x);
  const std::vector<Index> kept = features_kept(head, x.dim());
  const Vector spread = varies(x)(kept).select(standard_deviation(prepared, mean(prepared)), 0);
  const Vector moved =
      spread.cwiseProduct(weights(model, mixing(model.prepare, head.steps.size())).cwiseSqrt());
  const double scale = moved.norm() / std::sqrt(static_cast<double>(moved.size()));
  Vector stretched = Vector::Zero(x.dim());
  if (scale > 0) stretched(kept) = moved / scale;
  return stretched;
}

}  // namespace mahala
