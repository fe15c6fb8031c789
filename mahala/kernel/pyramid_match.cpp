#include "mahala/kernel/pyramid_match.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

using Cell = std::vector<double>;  ///< corner in units of its side: whole numbers

/// The cells that hold vectors of a set at one level, each as often as it holds some, sorted.
using Level = std::vector<Cell>;
using Levels = std::vector<Level>;

std::vector<Vector> members_of_set(const Vector& sample, Index size) {
  std::vector<Vector> vectors;
  for (Index begin = 0; begin < sample.size(); begin += size) {
    const auto vector = sample.segment(begin, size);
    if (vector.minCoeff() >= 0) vectors.emplace_back(vector);
  }
  return vectors;
}

Level level_of(const std::vector<Vector>& vectors, double side) {
  Level cells;
  for (const Vector& vector : vectors) {
    const Vector corner = (vector / side).array().floor();
    cells.emplace_back(corner.begin(), corner.end());
  }
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::vector<Levels> levels_of(const Samples& x, const Pyramid& pyramid) {
  const Index size = pyramid.vector_size > 0 ? pyramid.vector_size : x.dim();
  require(x.dim() % size == 0, "option vector_size: samples of {} numbers are no vectors of {}",
          x.dim(), size);
  std::vector<Levels> all(static_cast<std::size_t>(x.size()));
  for (Index i = 0; i < x.size(); ++i) {
    const auto vectors = members_of_set(x.column(i), size);
    require(!vectors.empty(),
            "sample {} is a set without vectors: each has a negative number (prepared samples are "
            "no sets: option prepare=none)",
            i);
    for (Index l = 0; l < pyramid.levels; ++l) {
      all[static_cast<std::size_t>(i)].push_back(
          level_of(vectors, std::ldexp(1.0, static_cast<int>(l))));
    }
  }
  return all;
}

/// Vectors that share a cell, one with one.
Index common(const Level& a, const Level& b) {
  Index count = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) {
      ++count;
      ++i;
      ++j;
    } else {
      *i < *j ? ++i : ++j;
    }
  }
  return count;
}

double match(const Levels& a, const Levels& b) {
  double sum = 0, before = 0, weight = 1;
  for (std::size_t l = 0; l < a.size(); ++l, weight /= 2) {
    const auto now = static_cast<double>(common(a[l], b[l]));
    sum += weight * (now - before);
    before = now;
  }
  return sum;
}

/// P(a, a): all vectors match at the finest level.
double size_of(const Levels& set) { return static_cast<double>(set.front().size()); }

}  // namespace

Index pyramid_levels(const Samples& x) {
  double largest = 1;
  x.for_each_block(
      [&](Index, const MatrixView& block) { largest = std::max(largest, block.maxCoeff()); });
  return static_cast<Index>(std::ceil(std::log2(largest))) + 1;
}

Matrix pyramid_match(const Samples& x, const Samples& z, const Pyramid& pyramid, bool raw) {
  const auto of_x = levels_of(x, pyramid);
  const auto of_z = &x == &z ? of_x : levels_of(z, pyramid);
  Matrix k(x.size(), z.size());
  parallel_for(z.size(), [&](Index j) {
    const Levels& b = of_z[static_cast<std::size_t>(j)];
    for (Index i = 0; i < x.size(); ++i) {
      const Levels& a = of_x[static_cast<std::size_t>(i)];
      k(i, j) = match(a, b) / (raw ? 1 : std::sqrt(size_of(a) * size_of(b)));
    }
  });
  return k;
}

}  // namespace mahala
