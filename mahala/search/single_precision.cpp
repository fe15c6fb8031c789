#include "mahala/search/single_precision.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/power_of_two.hpp"

namespace mahala {
namespace {

/// Squares of coordinates up to this, summed over any dimension in use, stay finite.
constexpr double edge = 1e15;

/// Not items.rowwise().mean(): a sum of large numbers would overflow.
Vector mean_of(const MatrixView& items) {
  return (items / static_cast<double>(items.cols())).rowwise().sum();
}

double largest_deviation(const MatrixView& items, const Vector& mean) {
  double largest = 0;
  for (Index i = 0; i < items.cols(); ++i) {
    largest = std::max(largest, (items.col(i) - mean).cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

SinglePrecision::SinglePrecision(const MatrixView& items, bool centred)
    : mean_(centred ? mean_of(items) : Vector(Vector::Zero(items.rows()))) {
  const double deviation = largest_deviation(items, mean_);
  scale_ = scale_to_one(deviation > 0 ? deviation : mean_.cwiseAbs().maxCoeff());
}

MatrixF SinglePrecision::operator()(const MatrixView& x) const {
  const Matrix scaled = scale_ * (x.colwise() - mean_);
  require((scaled.array().abs() <= edge).all(),
          "a sample is too far from the items for single precision; the exact search takes it");
  return scaled.cast<float>();
}

}  // namespace mahala
