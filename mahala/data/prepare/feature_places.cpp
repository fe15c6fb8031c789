#include "mahala/data/prepare/feature_places.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/data/samples/placed.hpp"

namespace mahala {
namespace {

struct Entry {
  Index row;
  double value;
};

/// The entries of one sample that stay, in the order of their new rows.
void move_column(const SparseMatrix& x, Index column, const Vector& place,
                 std::vector<Entry>& out) {
  out.clear();
  for (SparseMatrix::InnerIterator it(x, column); it; ++it) {
    const auto row = static_cast<Index>(place[it.row()]);
    if (row >= 0) out.push_back({row, it.value()});
  }
  const auto by_row = [](const Entry& a, const Entry& b) { return a.row < b.row; };
  if (!std::is_sorted(out.begin(), out.end(), by_row)) std::sort(out.begin(), out.end(), by_row);
}

template <class Rows>
Samples pick_rows(const Rows& x, const std::vector<Index>& kept) {
  return Samples(placed<typename Rows::Scalar>(std::ssize(kept), x.cols(), [&](auto out) {
    for (Index i = 0; i < x.cols(); ++i) {
      for (Index k = 0; k < out.rows(); ++k) out(k, i) = x(kept[static_cast<std::size_t>(k)], i);
    }
  }));
}

}  // namespace

bool are_places(const Vector& place) {
  std::vector<bool> taken(static_cast<std::size_t>(place.size()));
  Index last = -1, kept = 0;
  for (const double p : place) {
    if (p == -1) continue;
    if (!(p >= 0 && p < static_cast<double>(place.size())) || p != std::floor(p)) return false;
    const auto at = static_cast<std::size_t>(p);
    if (taken[at]) return false;
    taken[at] = true;
    last = std::max(last, static_cast<Index>(p));
    ++kept;
  }
  return kept == last + 1;
}

Index kept_count(const Vector& place) { return (place.array() >= 0).count(); }

Vector places(std::span<const Index> kept, Index dim) {
  Vector place = Vector::Constant(dim, -1);
  for (std::size_t k = 0; k < kept.size(); ++k) place[kept[k]] = static_cast<double>(k);
  return place;
}

std::vector<Index> kept_features(const Vector& place) {
  std::vector<Index> kept(static_cast<std::size_t>(kept_count(place)));
  for (Index k = 0; k < place.size(); ++k) {
    if (place[k] >= 0) kept[static_cast<std::size_t>(place[k])] = k;
  }
  return kept;
}

/// A column never grows, so what was read can be overwritten.
SparseMatrix move_features(SparseMatrix x, const Vector& place) {
  x.makeCompressed();
  SparseMatrix out(kept_count(place), x.cols());
  std::vector<Entry> column;
  Index at = 0;
  for (Index i = 0; i < x.cols(); ++i) {
    move_column(x, i, place, column);
    for (const Entry& entry : column) {
      x.innerIndexPtr()[at] = entry.row;
      x.valuePtr()[at++] = entry.value;
    }
    out.outerIndexPtr()[i + 1] = at;
  }
  x.data().resize(at);
  out.data().swap(x.data());
  return out;
}

Samples move_features(Samples x, const Vector& place) {
  const std::vector<Index> kept = kept_features(place);
  struct {
    const Vector& place;
    const std::vector<Index>& kept;
    Samples operator()(SparseMatrix& s) const {
      return Samples(move_features(std::move(s), place));
    }
    Samples operator()(const Matrix& m) const { return pick_rows(m, kept); }
    Samples operator()(const MatrixF& m) const { return pick_rows(m, kept); }
    Samples operator()(const Mapped<double>& m) const { return pick_rows(m.x, kept); }
    Samples operator()(const Mapped<float>& m) const { return pick_rows(m.x, kept); }
    Samples operator()(const Mapped<Half>& m) const { return pick_rows(m.x, kept); }
  } move{place, kept};
  return std::visit(move, x.storage());
}

}  // namespace mahala
