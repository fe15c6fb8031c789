#include "mahala/optimize/regression/subspace_problem.hpp"

#include "mahala/data/samples/parts.hpp"

namespace mahala {

SubspaceProblem::SubspaceProblem(const Samples& x) : x_(x), energy_(0) {
  energy_ = sum_blocks(x, 1, 1, [](Index, const MatrixView& block, auto sums) {
    sums(0, 0) += block.squaredNorm();
  })(0, 0);
}

double SubspaceProblem::cost(const Matrix& g) const {
  return (energy_ - x_.project(g).squaredNorm()) / (2 * static_cast<double>(size()));
}

Matrix SubspaceProblem::slope(const Matrix&, const Matrix& m) const {
  return x_.back_project(x_.project(m)) / (-2 * static_cast<double>(size()));
}

double SubspaceProblem::cost(const Matrix& g, std::span<const Index> which) const {
  double sum = 0;
  for (const Index k : which) {
    const Vector x = x_.column(k);
    sum += (x - g * (g.transpose() * x)).squaredNorm() / 2;
  }
  return sum / static_cast<double>(which.size());
}

Matrix SubspaceProblem::slope(const Matrix&, const Matrix& m, std::span<const Index> which) const {
  Matrix e = Matrix::Zero(dim(), m.cols());
  for (const Index k : which) {
    const Vector x = x_.column(k);
    e -= x * (x.transpose() * m) / (2 * static_cast<double>(which.size()));
  }
  return e;
}

}  // namespace mahala
