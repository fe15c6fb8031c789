#include "mahala/search/affine_map.hpp"

#include <ranges>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"

namespace mahala {
namespace {

void check_affine(const PrepareStep& step) {
  require(step.name != "unit" && !step.name.starts_with("impute:"),
          "the model prepares samples with {}, which is not affine, so no linear map holds it",
          step.name);
}

Matrix through_axes(const Matrix& map, const Matrix& axes) {
  Matrix product(map.rows(), axes.rows());
  multiply_a_bt(map, axes, product);
  return product;
}

/// The columns of features that are dropped are zero.
Matrix through_places(const Matrix& map, const Vector& place) {
  Matrix moved = Matrix::Zero(map.rows(), place.size());
  for (Index k = 0; k < place.size(); ++k) {
    if (place[k] >= 0) moved.col(k) = map.col(static_cast<Index>(place[k]));
  }
  return moved;
}

}  // namespace

AffineMap compose(Matrix map, const Prepare& prepare) {
  for (const PrepareStep& step : prepare.steps) check_affine(step);
  Vector b = Vector::Zero(map.rows());
  for (const PrepareStep& step : std::views::reverse(prepare.steps)) {
    if (step.place.size() > 0) map = through_places(map, step.place);
    if (step.axes.size() > 0) map = through_axes(map, step.axes);
    if (step.weight.size() > 0) map.array().rowwise() *= step.weight.transpose().array();
    if (step.scale.size() > 0) map.array().rowwise() /= step.scale.transpose().array();
    if (step.shift.size() > 0) b -= map * step.shift;
  }
  return {std::move(map), std::move(b)};
}

}  // namespace mahala
