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

/// The same for a few columns at a time: they are collected until a product is worth its while.
class OuterSum {
 public:
  explicit OuterSum(Matrix& total) : total_(total), waiting_(total.rows(), moment_block) {}

  void add(const Matrix& columns) {
    for (Index k = 0; k < columns.cols(); ++k) {
      waiting_.col(count_++) = columns.col(k);
      if (count_ == waiting_.cols()) flush();
    }
  }

  void flush() {
    if (count_ > 0) add_outer(waiting_.leftCols(count_), total_);
    count_ = 0;
  }

 private:
  Matrix& total_;
  Matrix waiting_;
  Index count_ = 0;
};

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

void FeedbackMoment::add(const Collection& collection, const std::vector<Lesson>& lessons) {
  const Index d = collection.dim();
  OuterSum about_query(about_query_), about_mean(about_mean_);
  for (const Lesson& lesson : lessons) {
    const auto count = std::ssize(lesson.positives);
    Matrix x(d, count);
    for (Index k = 0; k < count; ++k) {
      x.col(k) = collection.items.col(lesson.positives[static_cast<std::size_t>(k)]).cast<double>();
    }
    const double share = 1 / std::sqrt(static_cast<double>(count));
    const Vector q = collection.queries.col(lesson.query).cast<double>(), mean = x.rowwise().mean();
    about_query.add(share * (x.colwise() - q));
    about_mean.add(share * (x.colwise() - mean));
    several_ = several_ || count > 1;
  }
  about_query.flush();
  about_mean.flush();
}

Matrix FeedbackMoment::moment() const {
  Matrix about_query = about_query_, about_mean = about_mean_;
  scale_trace(about_query);
  if (!several_) return about_query;
  scale_trace(about_mean);
  return (about_query + about_mean) / 2;
}

Matrix mixed_moment(const Matrix& feedback, const Spectrum& documents) {
  const Matrix scaled = documents.vectors * documents.values.asDiagonal();
  Matrix mixed(feedback.rows(), feedback.cols());
  multiply_a_bt(scaled, documents.vectors, mixed);
  return (mixed + 2 * feedback) / 3;
}

Spectrum feedback_spectrum(Whitening whitening, const Matrix& feedback, const Spectrum& documents) {
  const bool mixed = whitening == Whitening::mixed;
  return symmetric_eigen(mixed ? mixed_moment(feedback, documents) : feedback);
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

MatrixF whitened_alike(const Matrix& t, const MatrixF& x) {
  Matrix y = Samples(x).project(t);
  for (Index j = 0; j < y.cols(); ++j) {
    double square = 0;  // one after the other: Eigen's order depends on where a column begins
    for (Index i = 0; i < y.rows(); ++i) square += y(i, j) * y(i, j);
    if (square > 0) y.col(j) /= std::sqrt(square);
  }
  return y.cast<float>();
}

}  // namespace mahala
