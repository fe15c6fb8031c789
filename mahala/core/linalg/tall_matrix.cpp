#include "mahala/core/linalg/tall_matrix.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/row_kernels.hpp"

namespace mahala {
namespace {

constexpr Index most_stack_columns = 256, block_rows = 4096;

/// r numbers and the padding after them: on the stack unless there are many.
template <class Scalar>
class Row {
 public:
  explicit Row(Index count) {
    if (count > most_stack_columns) {
      many_.resize(count, 1);
    } else {
      std::fill_n(few_, padded<Scalar>(count), Scalar{0});
    }
  }
  explicit Row(const Eigen::Ref<const Vector>& w) : Row(w.size()) {
    Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(data(), w.size()) = w.cast<Scalar>();
  }
  Scalar* data() { return many_.rows() > 0 ? many_.data() : few_; }

 private:
  alignas(32) Scalar few_[most_stack_columns];
  PaddedMatrix<Scalar> many_;
};

}  // namespace

template <class Scalar>
TallMatrixOf<Scalar>::TallMatrixOf(const MatrixView& rows) : data_(rows.cols(), rows.rows()) {
  data_.view() = rows.transpose().template cast<Scalar>();
}

template <class Scalar>
void TallMatrixOf<Scalar>::gather(const SparseView& x, Eigen::Ref<Vector> out) const {
  Row<Scalar> sum(cols());
  gather_rows(data_.data(), data_.stride(), x, sum.data());
  out = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(sum.data(), cols())
            .template cast<double>();
}

template <class Scalar>
void TallMatrixOf<Scalar>::scatter(const SparseView& x, const Eigen::Ref<const Vector>& w) {
  scatter_rows(data_.data(), data_.stride(), x, Row<Scalar>(w).data());
}

template <class Scalar>
void TallMatrixOf<Scalar>::times(const Eigen::Ref<const Vector>& w, Vector& out) const {
  out.resize(rows());
  multiply_rows(data_.data(), data_.stride(), rows(), Row<Scalar>(w).data(), out.data());
}

template <class Scalar>
double TallMatrixOf<Scalar>::times(const Eigen::Ref<const Vector>& w, Index i) const {
  double out = 0;
  multiply_rows(data_.col(i), data_.stride(), 1, Row<Scalar>(w).data(), &out);
  return out;
}

template <class Scalar>
void TallMatrixOf<Scalar>::for_each_block(
    const std::function<void(Index, const Matrix&)>& visit) const {
  Matrix part;
  for (Index begin = 0; begin < rows(); begin += block_rows) {
    part = data_.view()
               .middleCols(begin, std::min(block_rows, rows() - begin))
               .template cast<double>();
    visit(begin, part);
  }
}

template <class Scalar>
void TallMatrixOf<Scalar>::project(const MatrixView& x, Matrix& out) const {
  out.setZero(cols(), x.cols());
  Matrix part(0, 0);
  for_each_block([&](Index begin, const Matrix& block) {
    part = block.transpose();
    multiply_at_b(part, x.middleRows(begin, block.cols()), out, true);
  });
}

template <class Scalar>
void TallMatrixOf<Scalar>::back_project(const MatrixView& x, const MatrixView& c) {
  Matrix change;
  for (Index begin = 0; begin < rows(); begin += block_rows) {
    const Index count = std::min(block_rows, rows() - begin);
    change.resize(cols(), count);
    multiply_a_bt(c, x.middleRows(begin, count), change);
    data_.view().middleCols(begin, count) += change.template cast<Scalar>();
  }
}

template <class Scalar>
void TallMatrixOf<Scalar>::multiply(const Matrix& m) {
  for_each_block([&](Index begin, const Matrix& block) {
    Matrix image(cols(), block.cols());
    multiply_at_b(m, block, image);
    data_.view().middleCols(begin, block.cols()) = image.template cast<Scalar>();
  });
}

template <class Scalar>
Matrix TallMatrixOf<Scalar>::gram() const {
  Matrix sum = Matrix::Zero(cols(), cols());
  for_each_block([&](Index, const Matrix& block) { multiply_a_bt(block, block, sum, true); });
  return sum;
}

template <class Scalar>
Matrix TallMatrixOf<Scalar>::dense() const {
  return data_.view().transpose().template cast<double>();
}

template <class Scalar>
double TallMatrixOf<Scalar>::squared_norm() const {
  double sum = 0;
  for_each_block([&](Index, const Matrix& block) { sum += block.squaredNorm(); });
  return sum;
}

template class TallMatrixOf<double>;
template class TallMatrixOf<float>;

}  // namespace mahala
