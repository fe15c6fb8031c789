#include "mahala/data/samples/shared_columns.hpp"

#include <algorithm>

#include "mahala/core/ranks.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/data/samples/parts.hpp"
#include "mahala/data/samples/placed.hpp"

namespace mahala {
namespace {

/// Which of the ranks that begin there has sample i.
std::size_t holder_of(const std::vector<Index>& begin, Index i) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end() - 1, i) -
                                  begin.begin() - 1);
}

/// The ranks that hold these samples.
std::vector<std::size_t> holders_of(const Samples& x, std::span<const Index> samples) {
  const std::vector<Index> begin = SampleParts(x.size()).shares();
  std::vector<std::size_t> holders;
  for (const Index i : samples) holders.push_back(holder_of(begin, i));
  return holders;
}

/// Rank p gets samples[begin[p]] .. samples[begin[p+1]-1].
template <class X>
auto moved_columns(const X& x, Index first, std::span<const Index> samples,
                   const std::vector<std::size_t>& holders, const std::vector<Index>& begin) {
  using Scalar = typename X::Scalar;
  const auto me = static_cast<std::size_t>(rank()), count = static_cast<std::size_t>(ranks());
  std::vector<Index> sent(count, 0), expected(count, 0), next(count, 0);
  std::vector<Index> mine;  // of what is sent, rank by rank, since places ascend
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const std::size_t to = holder_of(begin, static_cast<Index>(k));
    if (holders[k] == me) {
      ++sent[to];
      mine.push_back(samples[k] - first);
    }
    if (to == me) ++expected[holders[k]];
  }
  DenseBlock<Scalar> out(x.rows(), std::ssize(mine)), own(x.rows(), begin[me + 1] - begin[me]),
      in(x.rows(), own.cols());
  for (Index k = 0; k < out.cols(); ++k) out.col(k) = x.col(mine[static_cast<std::size_t>(k)]);
  exchange(out.data(), sent, in.data(), expected, x.rows() * static_cast<Index>(sizeof(Scalar)));
  for (std::size_t p = 1; p < count; ++p) next[p] = next[p - 1] + expected[p - 1];
  for (Index k = begin[me]; k < begin[me + 1]; ++k) {
    own.col(k - begin[me]) = in.col(next[holders[static_cast<std::size_t>(k)]]++);
  }
  return own;
}

Samples::Storage own_part(const Matrix& x, Index begin, Index count) {
  return Matrix(x.middleCols(begin, count));
}
Samples::Storage own_part(const MatrixF& x, Index begin, Index count) {
  return MatrixF(x.middleCols(begin, count));
}
Samples::Storage own_part(const SparseMatrix& x, Index begin, Index count) {
  return SparseMatrix(x.middleCols(begin, count));
}
template <class Scalar>
Samples::Storage own_part(const Mapped<Scalar>& all, Index begin, Index count) {
  return Mapped<Scalar>(all.file, {all.x.data() + begin * all.x.rows(), all.x.rows(), count});
}

}  // namespace

Samples shared_out(Samples all) {
  if (ranks() == 1 || all.is_shared()) return all;
  const auto shares = SampleParts(all.size()).shares();
  const Index begin = shares[static_cast<std::size_t>(rank())],
              count = shares[static_cast<std::size_t>(rank() + 1)] - begin;
  auto own = std::visit([&](const auto& storage) { return own_part(storage, begin, count); },
                        all.storage());
  return Samples::shared(std::move(own), all.size());
}

Matrix shared_columns(const Samples& x, std::span<const Index> samples) {
  note_gathered(std::ssize(samples));
  const std::vector<std::size_t> holders = holders_of(x, samples);
  std::vector<Index> begin(static_cast<std::size_t>(ranks() + 1), 0);
  for (const std::size_t p : holders) ++begin[p + 1];
  for (std::size_t p = 1; p < begin.size(); ++p) begin[p] += begin[p - 1];
  Matrix by_rank(x.dim(), std::ssize(samples)), all(x.dim(), std::ssize(samples));
  std::vector<Index> next = begin, place;
  for (const std::size_t p : holders) place.push_back(next[p]++);
  with_own_columns(x, [&](const auto& own) {
    if constexpr (!is_sparse_v<decltype(own)>) {  // as Samples::shared has seen to
      for (std::size_t k = 0; k < samples.size(); ++k) {
        if (holders[k] != static_cast<std::size_t>(rank())) continue;
        by_rank.col(place[k]) = own.col(samples[k] - x.own_begin()).template cast<double>();
      }
    }
  });
  const Index bytes = x.dim() * static_cast<Index>(sizeof(double));
  all_gather(by_rank.data(), bytes, bytes, begin);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    all.col(static_cast<Index>(k)) = by_rank.col(place[k]);
  }
  return all;
}

Matrix dealt_columns(const Samples& x, std::span<const Index> samples,
                     const std::vector<Index>& begin) {
  const auto me = static_cast<std::size_t>(rank());
  note_gathered(begin[me + 1] - begin[me]);
  const std::vector<std::size_t> holders = holders_of(x, samples);
  return with_own_columns(x, [&](const auto& own) -> Matrix {
    if constexpr (is_sparse_v<decltype(own)>) {
      return {};  // never, as Samples::shared has seen to
    } else {
      return moved_columns(own, x.own_begin(), samples, holders, begin).template cast<double>();
    }
  });
}

Samples shared_selection(const Samples& x, std::span<const Index> samples) {
  const std::vector<std::size_t> holders = holders_of(x, samples);
  return with_own_columns(x, [&](const auto& own) -> Samples {
    if constexpr (is_sparse_v<decltype(own)>) {
      return x;  // never, as Samples::shared has seen to
    } else {
      const std::vector<Index> begin = SampleParts(std::ssize(samples)).shares();
      using Scalar = typename std::decay_t<decltype(own)>::Scalar;
      return Samples::shared(
          held<Scalar>(moved_columns(own, x.own_begin(), samples, holders, begin)),
          std::ssize(samples));
    }
  });
}

}  // namespace mahala
