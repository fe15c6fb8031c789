#include "mahala/data/samples/projector.hpp"

#include <algorithm>

#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/data/samples/ordered_parts.hpp"
#include "mahala/data/samples/parts.hpp"

namespace mahala {
namespace {

/// Parts whose sums are kept at a time.
constexpr Index parts_at_once = 16;

/// Samples a thread takes at once.
constexpr Index part_columns = 256;

/// Columns projected at a time: their projections stay in the first-level cache.
constexpr Index projected_columns = 32;

/// Columns back-projected at a time. A few features of each are read before the next few, so that
/// more columns would have left the cache in between.
constexpr Index summed_columns = 16;
static_assert(summed_columns <= projected_columns, "one scratch serves both");

Index parts_of(Index count, Index part) { return (count + part - 1) / part; }

/// The samples of each of at most `parts` parts.
Index part_size(Index count, Index parts) {
  return std::max<Index>(1, parts_of(count, std::max<Index>(1, parts)));
}

}  // namespace

void Projector::ready_scratch(Index rank) {
  // Inside a part there is one thread, whose number is that of its own team.
  scratch_.resize(static_cast<std::size_t>(std::max(threads(), thread_index() + 1)));
  for (Strips& few : scratch_) few.resize(rank, projected_columns);
}

template <class X>
void Projector::project_dense(const X& x, const MatrixView& a, Eigen::Ref<Matrix> out) {
  ready_scratch(a.cols());
  at_.resize(a.cols(), a.rows());
  at_.assign_transposed(a);
  parallel_parts(x.cols(), part_columns, [&](Index begin, Index end) {
    Strips& z = scratch_[static_cast<std::size_t>(thread_index())];
    for (Index b = begin; b < end; b += projected_columns) {
      const Index count = std::min(projected_columns, end - b);
      multiply(at_, x.middleCols(b, count), z);
      z.copy_to(out.middleCols(b, count));
    }
  });
}

void Projector::project_sparse(const SparseMatrix& x, const MatrixView& a, Eigen::Ref<Matrix> out) {
  sparse_at_ = a.transpose();  // feature k is contiguous: r numbers
  parallel_parts(x.cols(), part_columns, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      out.col(i).setZero();
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        out.col(i) += it.value() * sparse_at_.col(it.row());
      }
    }
  });
}

template <class X>
void Projector::back_project_dense(const X& x, const MatrixView& c, Eigen::Ref<Matrix> out) {
  ready_scratch(c.rows());
  widened_.resize(scratch_.size());
  for (Matrix& block : widened_) ready_columns(x, summed_columns, block);
  const SampleParts parts(x_.size());
  const Index own = x_.own_begin() / parts.size, count = parts_of(x.cols(), parts.size);
  sums_.resize(static_cast<std::size_t>(std::min(count, parts_at_once)));
  for (Strips& sum : sums_) sum.resize(c.rows(), x.rows());
  OrderedParts total(x_, c.rows(), out);
  for (Index first = 0; first < count; first += parts_at_once) {
    const Index some = std::min(parts_at_once, count - first);
    parallel_for(some, [&](Index k) {
      const auto thread = static_cast<std::size_t>(thread_index());
      Strips& coefficients = scratch_[thread];
      Strips& sum = sums_[static_cast<std::size_t>(k)];
      sum.set_zero();
      const Index end = parts.end(own + first + k);
      for (Index b = parts.begin(own + first + k); b < end; b += summed_columns) {
        const Index width = std::min(summed_columns, end - b);
        coefficients.assign(c.middleCols(b, width));
        add_transposed_product(coefficients,
                               dense_columns(x, b - x_.own_begin(), width, widened_[thread]), sum);
      }
    });
    for (Index k = 0; k < some; ++k) total.add(sums_[static_cast<std::size_t>(k)]);
  }
  total.finish();
}

void Projector::back_project_sparse(const SparseMatrix& x, const MatrixView& c,
                                    Eigen::Ref<Matrix> out) {
  // A part costs its r x d sum; there are only as many as the non-zeros pay for.
  const Index parts = std::clamp<Index>(x.nonZeros() / std::max<Index>(1, 4 * x.rows()), 1, 8);
  const Index part = part_size(x.cols(), parts);
  sparse_sums_.resize(static_cast<std::size_t>(parts_of(x.cols(), part)));
  parallel_parts(x.cols(), part, [&](Index begin, Index end) {
    Matrix& sum = sparse_sums_[static_cast<std::size_t>(begin / part)];
    sum.setZero(c.rows(), x.rows());
    for (Index i = begin; i < end; ++i) {
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        sum.col(it.row()) += it.value() * c.col(i);
      }
    }
  });
  out.setZero();
  for (const Matrix& sum : sparse_sums_) out += sum.transpose();
}

void Projector::project(const MatrixView& a, Eigen::Ref<Matrix> out) {
  eigen_assert(a.rows() == x_.dim() && out.rows() == a.cols() && out.cols() == x_.size());
  with_own_columns(x_, [&](const auto& x) {
    if constexpr (is_sparse_v<decltype(x)>) {
      project_sparse(x, a, out);
    } else {
      project_dense(x, a, out.middleCols(x_.own_begin(), x.cols()));
    }
  });
  if (!x_.is_shared()) return;
  constexpr Index number = sizeof(double);
  all_gather(out.data(), number * out.rows(), number * out.outerStride(),
             SampleParts(x_.size()).shares());
}

void Projector::back_project(const MatrixView& c, Eigen::Ref<Matrix> out) {
  eigen_assert(c.cols() == x_.size() && out.rows() == x_.dim() && out.cols() == c.rows());
  with_own_columns(x_, [&](const auto& x) {
    if constexpr (is_sparse_v<decltype(x)>) {
      back_project_sparse(x, c, out);
    } else {
      back_project_dense(x, c, out);
    }
  });
}

}  // namespace mahala
