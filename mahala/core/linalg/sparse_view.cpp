#include "mahala/core/linalg/sparse_view.hpp"

#include <numeric>

#include "mahala/core/linalg/entries_by_place.hpp"

namespace mahala {

double SparseView::squared_norm() const {
  // Four sums, for the latency of an addition.
  double sums[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= value.size(); k += 4) {
    for (std::size_t i = 0; i < 4; ++i) sums[i] += value[k + i] * value[k + i];
  }
  for (; k < value.size(); ++k) sums[0] += value[k] * value[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void SparseVector::clear() {
  at.clear();
  value.clear();
}

void SparseVector::push(Index place, double number) {
  if (number == 0) return;
  at.push_back(place);
  value.push_back(number);
}

double dot(const SparseView& x, const SparseView& y) {
  // Which list is behind is a coin toss that no processor predicts, so it is counted instead of
  // branched upon.
  double sum = 0;
  std::size_t a = 0, b = 0;
  while (a < x.at.size() && b < y.at.size()) {
    const Index i = x.at[a], j = y.at[b];
    const double number = x.value[a] * y.value[b];
    sum += i == j ? number : 0;
    a += static_cast<std::size_t>(i <= j);
    b += static_cast<std::size_t>(j <= i);
  }
  return sum;
}

Vector dense(const SparseView& x, Index dim) {
  Vector all = Vector::Zero(dim);
  for (std::size_t k = 0; k < x.at.size(); ++k) all[x.at[k]] = x.value[k];
  return all;
}

namespace {

/// For many vectors: products of the few that meet at a place, not of all pairs.
Matrix gram_by_place(std::span<const SparseView> x) {
  Matrix xx = Matrix::Zero(std::ssize(x), std::ssize(x));
  const std::vector<PlacedEntry> entries = entries_by_place(x);
  for_each_place(entries, [&](Index, std::span<const PlacedEntry> met) {
    for (const PlacedEntry& a : met) {
      for (const PlacedEntry& b : met) xx(b.of, a.of) += a.value * b.value;
    }
  });
  return xx;
}

}  // namespace

Matrix gram(std::span<const SparseView> x) {
  constexpr Index few = 24;  // below that merging pairs is faster than sorting all
  const Index p = std::ssize(x);
  if (p > few) return gram_by_place(x);
  Matrix xx(p, p);
  for (Index k = 0; k < p; ++k) {
    for (Index l = 0; l <= k; ++l) {
      xx(k, l) = xx(l, k) = dot(x[static_cast<std::size_t>(k)], x[static_cast<std::size_t>(l)]);
    }
  }
  return xx;
}

void assign_difference(const SparseView& x, const SparseView& y, SparseVector& out) {
  // Every turn writes one entry and keeps it if it is not zero, without a branch as above.
  out.at.resize(x.at.size() + y.at.size());
  out.value.resize(out.at.size());
  std::size_t a = 0, b = 0, count = 0;
  while (a < x.at.size() && b < y.at.size()) {
    const Index i = x.at[a], j = y.at[b];
    const bool from_x = i <= j, from_y = j <= i;
    const double number = (from_x ? x.value[a] : 0) - (from_y ? y.value[b] : 0);
    out.at[count] = from_x ? i : j;
    out.value[count] = number;
    count += static_cast<std::size_t>(number != 0);
    a += static_cast<std::size_t>(from_x);
    b += static_cast<std::size_t>(from_y);
  }
  out.at.resize(count);
  out.value.resize(count);
  for (; a < x.at.size(); ++a) out.push(x.at[a], x.value[a]);
  for (; b < y.at.size(); ++b) out.push(y.at[b], -y.value[b]);
}

DenseViews::DenseViews(Index dim) : places_(static_cast<std::size_t>(dim)) {
  std::iota(places_.begin(), places_.end(), Index{0});
}

}  // namespace mahala
