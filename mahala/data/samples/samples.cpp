#include "mahala/data/samples/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/data/samples/parts.hpp"
#include "mahala/data/samples/placed.hpp"
#include "mahala/data/samples/projector.hpp"
#include "mahala/data/samples/shared_columns.hpp"

namespace mahala {
namespace {

/// Columns per block: a block of 617 doubles each stays in the second-level cache.
constexpr Index block_columns = 256;

/// A converted block of very wide samples is kept to 32 MiB.
constexpr Index largest_block = 1 << 22;

template <class X>
Samples::Storage select_columns(const X& x, std::span<const Index> samples) {
  const Index count = std::ssize(samples);
  if constexpr (is_sparse_v<X>) {
    SparseMatrix some(x.rows(), count);
    some.oppose(x.opposed());
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
    return placed<typename X::Scalar>(x.rows(), count, [&](auto some) {
      parallel_parts(count, block_columns, [&](Index begin, Index end) {
        for (Index k = begin; k < end; ++k) {
          some.col(k) = x.col(samples[static_cast<std::size_t>(k)]);
        }
      });
    });
  }
}

/// The nearest float, or half. Halves are made of floats, which are rounded so that their last bit
/// says whether they are exact: rounded to the nearest twice, a number may end beside its half.
template <class Scalar>
Scalar nearest(double value) {
  const auto single = static_cast<float>(value);
  if constexpr (std::is_same_v<Scalar, float>) {
    return single;
  } else {
    if (static_cast<double>(single) == value || std::isnan(value)) return Half(single);
    const bool above = std::abs(static_cast<double>(single)) > std::abs(value);
    return Half(std::bit_cast<float>((std::bit_cast<std::uint32_t>(single) - above) | 1U));
  }
}

/// The samples of `block`, whose names begin with the first.
template <class Scalar>
void round_block(const MatrixView& block, const SampleNames& names,
                 Eigen::Ref<DenseBlock<Scalar>> out) {
  for (Index i = 0; i < block.cols(); ++i) {
    for (Index k = 0; k < block.rows(); ++k) {
      out(k, i) = nearest<Scalar>(block(k, i));
      require(std::isinf(block(k, i)) || !(Eigen::numext::isinf)(out(k, i)),
              "{}{}sample {}, feature {}: {} is beyond the range of {} precision", names.file,
              names.file.empty() ? "" : ": ", names.first + i, k, block(k, i),
              sizeof(Scalar) == sizeof(float) ? "single" : "half");
    }
  }
}

template <class Scalar>
Samples rounded(const Samples& x, const SampleNames& names) {
  const Index first = x.own_begin();
  auto own = placed<Scalar>(x.dim(), x.own_size(), [&](Eigen::Ref<DenseBlock<Scalar>> out) {
    together([&] {
      x.for_own_blocks(first, first + x.own_size(), [&](Index begin, const MatrixView& block) {
        round_block<Scalar>(block, {names.file, names.first + begin},
                            out.middleCols(begin - first, block.cols()));
      });
    });
  });
  return x.is_shared() ? Samples::shared(std::move(own), x.size()) : Samples(std::move(own));
}

}  // namespace

Index dense_block_width(Index dim) {
  return std::clamp<Index>(largest_block / std::max<Index>(1, dim), 1, block_columns);
}

Samples Samples::shared(Storage own, Index n) {
  Samples x(std::move(own));
  if (ranks() == 1) return x;
  require(!x.is_sparse(), "sparse samples are not shared out among ranks");
  const std::vector<Index> shares = SampleParts(n).shares();
  x.begin_ = shares[static_cast<std::size_t>(rank())];
  x.n_ = n;
  require(x.own_size() == shares[static_cast<std::size_t>(rank() + 1)] - x.begin_,
          "rank {} of {} holds {} of {} samples instead of its {}", rank(), ranks(), x.own_size(),
          n, shares[static_cast<std::size_t>(rank() + 1)] - x.begin_);
  return x;
}

void Samples::refuse_shared() {
  fail(
      "what was asked for looks at all samples at once, which are shared out among {} ranks; "
      "start one process, without mpirun",
      ranks());
}

Index Samples::dim() const {
  return with_own_columns(*this, [](const auto& x) -> Index { return x.rows(); });
}

Index Samples::own_size() const {
  return with_own_columns(*this, [](const auto& x) -> Index { return x.cols(); });
}

Index Samples::size() const { return is_shared() ? n_ : own_size(); }

const SparseMatrix* Samples::sparse() const {
  if (is_sparse()) whole();
  return std::get_if<SparseMatrix>(&storage_);
}

std::string_view Samples::storage_name() const {
  static constexpr std::string_view names[] = {"double",        "float",        "sparse",
                                               "mapped double", "mapped float", "mapped half"};
  return names[storage_.index()];
}

bool Samples::is_single() const {
  return with_own_columns(*this, [](const auto& x) { return is_single_v<decltype(x)>; });
}

void Samples::project(const MatrixView& a, Eigen::Ref<Matrix> out) const {
  Projector(*this).project(a, out);
}

Matrix Samples::project(const MatrixView& a) const {
  Matrix out(a.cols(), size());
  project(a, out);
  return out;
}

void Samples::back_project(const MatrixView& c, Eigen::Ref<Matrix> out) const {
  Projector(*this).back_project(c, out);
}

Matrix Samples::back_project(const MatrixView& c) const {
  Matrix out(dim(), c.rows());
  back_project(c, out);
  return out;
}

Matrix Samples::block(Index begin, Index end) const {
  if (is_shared()) {
    std::vector<Index> samples(static_cast<std::size_t>(end - begin));
    std::iota(samples.begin(), samples.end(), begin);
    return shared_columns(*this, samples);
  }
  return with_columns(*this, [&](const auto& x) {
    Matrix scratch;
    return Matrix(dense_columns(x, begin, end - begin, scratch));
  });
}

Matrix Samples::columns(std::span<const Index> samples) const {
  if (is_shared()) return shared_columns(*this, samples);
  return with_columns(*this, [&](const auto& x) {
    Matrix some(x.rows(), std::ssize(samples));
    for (Index k = 0; k < some.cols(); ++k) {
      const Index i = samples[static_cast<std::size_t>(k)];
      if constexpr (is_sparse_v<decltype(x)>) {
        some.col(k) = x.col(i);
      } else {
        some.col(k) = x.col(i).template cast<double>();
      }
    }
    return some;
  });
}

double Samples::squared_distance(Index i, Index j) const {
  if (is_shared()) {
    const Index both[] = {i, j};
    const Matrix ends = shared_columns(*this, both);
    return (ends.col(0) - ends.col(1)).squaredNorm();
  }
  return with_columns(*this, [&](const auto& x) -> double {
    if constexpr (is_sparse_v<decltype(x)>) {
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
    total += a.sign(take_p ? p.row() : q.row()) * difference * difference;
    if (take_p) ++p;
    if (take_q) ++q;
  }
  return std::max(total, 0.0);
}

void Samples::for_each_block(const std::function<void(Index, const MatrixView&)>& visit) const {
  whole();
  for_own_blocks(0, size(), visit);
}

void Samples::for_own_blocks(Index begin, Index end,
                             FunctionRef<void(Index, const MatrixView&)> visit) const {
  with_own_columns(*this, [&](const auto& x) {
    Matrix scratch;
    const Index width = dense_block_width(x.rows());
    for (Index b = begin; b < end; b += width) {
      visit(b, dense_columns(x, b - own_begin(), std::min<Index>(width, end - b), scratch));
    }
  });
}

Samples Samples::select(std::span<const Index> samples) const {
  if (is_shared()) return shared_selection(*this, samples);
  return with_columns(*this, [&](const auto& x) { return Samples(select_columns(x, samples)); });
}

void Samples::widen(Index dim) {
  auto* sparse = std::get_if<SparseMatrix>(&storage_);
  require(sparse != nullptr, "dense samples of {} features cannot be widened to {}", this->dim(),
          dim);
  if (dim > sparse->rows()) sparse->conservativeResize(dim, sparse->cols());
}

bool coincide(const Samples& x) {
  if (x.size() < 2) return true;
  if (x.is_shared()) {
    const Vector first = x.column(0);
    return sum_blocks(x, 1, 1, [&](Index, const MatrixView& block, Eigen::Ref<Matrix> sums) {
             sums(0, 0) += (block.colwise() - first).squaredNorm() > 0 ? 1 : 0;
           })(0, 0) == 0;
  }
  for (Index i = 1; i < x.size(); ++i) {
    if (x.squared_distance(0, i) > 0) return false;
  }
  return true;
}

Samples in_one_place(Samples x) { return x.is_shared() ? Samples(x.block(0, x.size())) : x; }

std::vector<Index> evenly_spaced(Index n, Index most) {
  std::vector<Index> chosen(static_cast<std::size_t>(std::min(n, most)));
  const Index count = std::ssize(chosen);
  for (Index k = 0; k < count; ++k) chosen[static_cast<std::size_t>(k)] = k * n / count;
  return chosen;
}

Samples in_single_precision(Samples x, const SampleNames& names) {
  require(!x.is_sparse(), "sparse samples are kept in double precision");
  return x.is_single() ? x : rounded<float>(x, names);
}

Samples in_half_precision(Samples x, const SampleNames& names) {
  require(!x.is_sparse(), "sparse samples are kept in double precision");
  return std::holds_alternative<Mapped<Half>>(x.own()) ? x : rounded<Half>(x, names);
}

}  // namespace mahala
