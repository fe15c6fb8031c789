#include "mahala/data/samples.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/strips.hpp"
#include "mahala/data/columns.hpp"

namespace mahala {
namespace {

/// Columns per block: a block of 617 doubles each stays in the second-level cache.
constexpr Index block_columns = 256;

/// A converted block of very wide samples is kept to 32 MiB.
constexpr Index largest_block = 1 << 22;

/// Sums over samples are formed in at most this many parts, whatever the threads.
constexpr Index most_parts = 16;

/// Columns projected at a time: their projections stay in the first-level cache.
constexpr Index projected_columns = 32;

/// Columns back-projected at a time. A few features of each are read before the next few, so that
/// more columns would have left the cache in between.
constexpr Index summed_columns = 16;

template <class X>
constexpr bool is_sparse_v = std::is_same_v<X, SparseMatrix>;

/// Applies f to the d x n matrix (dense or sparse) behind any storage.
template <class F>
auto with_matrix(const Samples::Storage& storage, const F& f) {
  return std::visit([&](const auto& stored) { return f(columns_of(stored)); }, storage);
}

template <class X>
void project_dense(const X& x, const MatrixView& a, Eigen::Ref<Matrix> out) {
  Strips at(a.cols(), a.rows());
  at.assign_transposed(a);
  parallel_parts(x.cols(), block_columns, [&](Index begin, Index end) {
    Matrix scratch;
    Strips z(a.cols(), std::min(projected_columns, end - begin));
    for (Index b = begin; b < end; b += projected_columns) {
      const Index count = std::min(projected_columns, end - b);
      multiply(at, dense_columns(x, b, count, scratch), z);
      z.copy_to(out.middleCols(b, count));
    }
  });
}

void project_sparse(const SparseMatrix& x, const MatrixView& a, Eigen::Ref<Matrix> out) {
  const Matrix at = a.transpose();  // feature k is contiguous: r numbers
  parallel_parts(x.cols(), block_columns, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      out.col(i).setZero();
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        out.col(i) += it.value() * at.col(it.row());
      }
    }
  });
}

/// Adds up accumulate(begin, end, sum) over parts of the samples, in their order.
Matrix sum_over_parts(Index n, Index parts, Index rows, Index cols,
                      const std::function<void(Index, Index, Matrix&)>& accumulate) {
  const Index part = std::max<Index>(1, (n + parts - 1) / parts);
  std::vector<Matrix> sums(static_cast<std::size_t>((n + part - 1) / part));
  parallel_parts(n, part, [&](Index begin, Index end) {
    Matrix& sum = sums[static_cast<std::size_t>(begin / part)];
    sum = Matrix::Zero(rows, cols);
    accumulate(begin, end, sum);
  });
  Matrix total = Matrix::Zero(rows, cols);
  for (const Matrix& sum : sums) total += sum;
  return total;
}

template <class X>
Matrix back_project_dense(const X& x, const MatrixView& c) {
  const Index parts = std::min(most_parts, (x.cols() + block_columns - 1) / block_columns);
  return sum_over_parts(x.cols(), std::max<Index>(parts, 1), x.rows(), c.rows(),
                        [&](Index begin, Index end, Matrix& sum) {
                          Matrix scratch;
                          Strips cs(c.rows(), summed_columns), total(c.rows(), x.rows());
                          for (Index b = begin; b < end; b += summed_columns) {
                            const Index count = std::min(summed_columns, end - b);
                            cs.assign(c.middleCols(b, count));
                            add_transposed_product(cs, dense_columns(x, b, count, scratch), total);
                          }
                          total.add_transposed_to(1, sum);
                        });
}

Matrix back_project_sparse(const SparseMatrix& x, const MatrixView& c) {
  // A part costs its r x d sum; there are only as many as the non-zeros pay for.
  const Index parts = std::clamp<Index>(x.nonZeros() / std::max<Index>(1, 4 * x.rows()), 1, 8);
  return sum_over_parts(x.cols(), parts, c.rows(), x.rows(),
                        [&](Index begin, Index end, Matrix& sum) {
                          for (Index i = begin; i < end; ++i) {
                            for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
                              sum.col(it.row()) += it.value() * c.col(i);
                            }
                          }
                        })
      .transpose();
}

template <class X>
Samples::Storage select_columns(const X& x, std::span<const Index> samples) {
  const Index count = std::ssize(samples);
  if constexpr (is_sparse_v<X>) {
    SparseMatrix some(x.rows(), count);
    Index total = 0;
    for (const Index i : samples) total += x.col(i).nonZeros();
    some.reserve(total);
    for (Index k = 0; k < count; ++k) {
      some.startVec(k);
      for (typename X::InnerIterator it(x, samples[static_cast<std::size_t>(k)]); it; ++it) {
        some.insertBack(it.row(), k) = it.value();
      }
    }
    some.finalize();
    return some;
  } else {
    Eigen::Matrix<typename X::Scalar, Eigen::Dynamic, Eigen::Dynamic> some(x.rows(), count);
    for (Index k = 0; k < count; ++k) some.col(k) = x.col(samples[static_cast<std::size_t>(k)]);
    return some;
  }
}

}  // namespace

Index Samples::dim() const {
  return with_matrix(storage_, [](const auto& x) -> Index { return x.rows(); });
}

Index Samples::size() const {
  return with_matrix(storage_, [](const auto& x) -> Index { return x.cols(); });
}

std::string_view Samples::storage_name() const {
  static constexpr std::string_view names[] = {"double", "float", "sparse", "mapped double",
                                               "mapped float"};
  return names[storage_.index()];
}

void Samples::project(const MatrixView& a, Eigen::Ref<Matrix> out) const {
  eigen_assert(a.rows() == dim() && out.rows() == a.cols() && out.cols() == size());
  with_matrix(storage_, [&](const auto& x) {
    if constexpr (is_sparse_v<std::decay_t<decltype(x)>>) {
      project_sparse(x, a, out);
    } else {
      project_dense(x, a, out);
    }
  });
}

Matrix Samples::project(const MatrixView& a) const {
  Matrix out(a.cols(), size());
  project(a, out);
  return out;
}

void Samples::back_project(const MatrixView& c, Eigen::Ref<Matrix> out) const {
  eigen_assert(c.cols() == size() && out.rows() == dim() && out.cols() == c.rows());
  with_matrix(storage_, [&](const auto& x) {
    if constexpr (is_sparse_v<std::decay_t<decltype(x)>>) {
      out = back_project_sparse(x, c);
    } else {
      out = back_project_dense(x, c);
    }
  });
}

Matrix Samples::back_project(const MatrixView& c) const {
  Matrix out(dim(), c.rows());
  back_project(c, out);
  return out;
}

Matrix Samples::block(Index begin, Index end) const {
  return with_matrix(storage_, [&](const auto& x) {
    Matrix scratch;
    return Matrix(dense_columns(x, begin, end - begin, scratch));
  });
}

double Samples::squared_distance(Index i, Index j) const {
  return with_matrix(storage_, [&](const auto& x) -> double {
    if constexpr (is_sparse_v<std::decay_t<decltype(x)>>) {
      return mahala::squared_distance(x, i, x, j);
    } else {
      return (x.col(i).template cast<double>() - x.col(j).template cast<double>()).squaredNorm();
    }
  });
}

double squared_distance(const SparseMatrix& a, Index i, const SparseMatrix& b, Index j) {
  SparseMatrix::InnerIterator p(a, i), q(b, j);
  double total = 0;
  while (p || q) {
    const bool take_p = p && (!q || p.row() <= q.row());
    const bool take_q = q && (!p || q.row() <= p.row());
    const double difference = (take_p ? p.value() : 0.0) - (take_q ? q.value() : 0.0);
    total += difference * difference;
    if (take_p) ++p;
    if (take_q) ++q;
  }
  return total;
}

void Samples::for_each_block(const std::function<void(Index, const MatrixView&)>& visit) const {
  with_matrix(storage_, [&](const auto& x) {
    Matrix scratch;
    const Index width =
        std::clamp<Index>(largest_block / std::max<Index>(1, x.rows()), 1, block_columns);
    for (Index begin = 0; begin < x.cols(); begin += width) {
      visit(begin, dense_columns(x, begin, std::min<Index>(width, x.cols() - begin), scratch));
    }
  });
}

Samples Samples::select(std::span<const Index> samples) const {
  return with_matrix(storage_, [&](const auto& x) { return Samples(select_columns(x, samples)); });
}

void Samples::widen(Index dim) {
  auto* sparse = std::get_if<SparseMatrix>(&storage_);
  require(sparse != nullptr, "dense samples of {} features cannot be widened to {}", this->dim(),
          dim);
  if (dim > sparse->rows()) sparse->conservativeResize(dim, sparse->cols());
}

}  // namespace mahala
