#include "mahala/adapt/whitening.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/linalg_single.hpp"

namespace mahala {
namespace {

/// Columns that are turned into doubles at a time.
constexpr Index moment_block = 512;

/// Adds block block^T.
void add_outer(const Matrix& block, Matrix& total) { multiply_a_bt(block, block, total, true); }

void scale_trace(Matrix& moment) {
  const double trace = moment.trace();
  if (trace > 0) moment *= static_cast<double>(moment.rows()) / trace;
}

}  // namespace

Matrix second_moment(const MatrixF& x) {
  Matrix total = Matrix::Zero(x.rows(), x.rows());
  for (Index begin = 0; begin < x.cols(); begin += moment_block) {
    const Index count = std::min(moment_block, x.cols() - begin);
    add_outer(x.middleCols(begin, count).cast<double>(), total);
  }
  scale_trace(total);
  return total;
}

Matrix feedback_moment(const Collection& collection, const std::vector<Lesson>& lessons) {
  const Index d = collection.dim();
  Matrix about_query = Matrix::Zero(d, d), about_mean = Matrix::Zero(d, d);
  bool several = false;
  for (const Lesson& lesson : lessons) {
    const auto count = std::ssize(lesson.positives);
    Matrix x(d, count);
    for (Index k = 0; k < count; ++k) {
      x.col(k) = collection.items.col(lesson.positives[static_cast<std::size_t>(k)]).cast<double>();
    }
    const double share = 1 / std::sqrt(static_cast<double>(count));
    const Vector q = collection.queries.col(lesson.query).cast<double>(), mean = x.rowwise().mean();
    add_outer(share * (x.colwise() - q), about_query);
    add_outer(share * (x.colwise() - mean), about_mean);
    several = several || count > 1;
  }
  scale_trace(about_query);
  if (!several) return about_query;
  scale_trace(about_mean);
  return (about_query + about_mean) / 2;
}

Matrix soft_whitening(const Spectrum& spectrum, double softness) {
  const Vector root = (spectrum.values.array().max(0) + softness).pow(-0.25);
  const Matrix half = spectrum.vectors * root.asDiagonal();
  Matrix t(half.rows(), half.rows());
  multiply_a_bt(half, half, t);
  return t;
}

void normalise_columns(MatrixF& x) {
  for (Index j = 0; j < x.cols(); ++j) {
    const float length = x.col(j).norm();
    if (length > 0) x.col(j) /= length;
  }
}

MatrixF whitened(const Matrix& t, const MatrixF& x) {
  MatrixF y(t.rows(), x.cols());
  multiply_at_b(MatrixF(t.cast<float>()), x, y);
  normalise_columns(y);
  return y;
}

}  // namespace mahala
