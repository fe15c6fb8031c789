#include "mahala/optimize/neighbours/pull.hpp"

#include "mahala/core/linalg/vector_units.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// Eight sums at a time vectorise without the compiler having to reorder additions.
MAHALA_WIDEST_VECTORS void distances_from(const double* zi, const double* z, Index rank,
                                          const Index* js, Index count, double* out) {
  for (Index k = 0; k < count; ++k) {
    const double* zj = z + js[k] * rank;
    double a[4] = {0, 0, 0, 0}, b[4] = {0, 0, 0, 0}, rest = 0;
    Index c = 0;
    for (; c + 8 <= rank; c += 8) {
      for (Index l = 0; l < 4; ++l) a[l] += (zi[c + l] - zj[c + l]) * (zi[c + l] - zj[c + l]);
      for (Index l = 4; l < 8; ++l) b[l - 4] += (zi[c + l] - zj[c + l]) * (zi[c + l] - zj[c + l]);
    }
    for (; c + 4 <= rank; c += 4) {
      for (Index l = 0; l < 4; ++l) a[l] += (zi[c + l] - zj[c + l]) * (zi[c + l] - zj[c + l]);
    }
    for (; c < rank; ++c) rest += (zi[c] - zj[c]) * (zi[c] - zj[c]);
    for (Index l = 0; l < 4; ++l) a[l] += b[l];
    out[k] = (a[0] + a[2]) + (a[1] + a[3]) + rest;
  }
}

MAHALA_WIDEST_VECTORS void pull_all(const double* z, Index rank, Index i, const Index* js,
                                    const double* w, Index count, double* out) {
  const double* zi = z + i * rank;
  double* __restrict oi = out + i * rank;
  for (Index k = 0; k < count; ++k) {
    const double* zj = z + js[k] * rank;
    double* __restrict oj = out + js[k] * rank;
    for (Index c = 0; c < rank; ++c) {
      const double change = w[k] * (zi[c] - zj[c]);
      oi[c] += change;
      oj[c] -= change;
    }
  }
}

/// Four at a time, so that what is added up is fetched and put back a quarter as often.
MAHALA_WIDEST_VECTORS void gather_all(const double* zi, const double* z, Index rank,
                                      const Index* js, const double* w, Index count,
                                      double* __restrict out) {
  Index k = 0;
  for (; k + 4 <= count; k += 4) {
    const double *z0 = z + js[k] * rank, *z1 = z + js[k + 1] * rank, *z2 = z + js[k + 2] * rank,
                 *z3 = z + js[k + 3] * rank;
    const double w0 = w[k], w1 = w[k + 1], w2 = w[k + 2], w3 = w[k + 3];
    for (Index c = 0; c < rank; ++c) {
      out[c] += (w0 * (zi[c] - z0[c]) + w1 * (zi[c] - z1[c])) +
                (w2 * (zi[c] - z2[c]) + w3 * (zi[c] - z3[c]));
    }
  }
  for (; k < count; ++k) {
    const double* zj = z + js[k] * rank;
    for (Index c = 0; c < rank; ++c) out[c] += w[k] * (zi[c] - zj[c]);
  }
}

constexpr Index pulled_points_of_a_part = 64;

/// The pairs of every point, one point after the other.
struct PulledEnds {
  std::vector<Index> begin, other;
  std::vector<double> weight;

  PulledEnds(std::span<const std::vector<PulledPair>> parts, Index points)
      : begin(static_cast<std::size_t>(points) + 1, 0) {
    for_each_end(parts, [&](std::int32_t i, std::int32_t, double) {
      ++begin[static_cast<std::size_t>(i) + 1];
    });
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    other.resize(static_cast<std::size_t>(begin.back()));
    weight.resize(other.size());
    std::vector<Index> next(begin);
    for_each_end(parts, [&](std::int32_t i, std::int32_t j, double w) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(i)]++);
      other[at] = j;
      weight[at] = w;
    });
  }

  template <class Visit>
  static void for_each_end(std::span<const std::vector<PulledPair>> parts, const Visit& visit) {
    for (const std::vector<PulledPair>& part : parts) {
      for (const PulledPair& pair : part) {
        visit(pair.i, pair.j, pair.weight);
        visit(pair.j, pair.i, pair.weight);
      }
    }
  }
};

}  // namespace

void distances_to(const Matrix& z, Index i, std::span<const Index> js, std::span<double> out) {
  distances_from(z.col(i).data(), z.data(), z.rows(), js.data(), std::ssize(js), out.data());
}

void pull(const Matrix& z, Index i, std::span<const Index> js, std::span<const double> w,
          Matrix& out) {
  pull_all(z.data(), z.rows(), i, js.data(), w.data(), std::ssize(js), out.data());
}

void gather(const Matrix& z, Index i, std::span<const Index> js, std::span<const double> w,
            Eigen::Ref<Vector> out) {
  gather_all(z.col(i).data(), z.data(), z.rows(), js.data(), w.data(), std::ssize(js), out.data());
}

void pull_pairs(const Matrix& y, std::span<const std::vector<PulledPair>> parts, Matrix& out) {
  const PulledEnds ends(parts, y.cols());
  parallel_parts(y.cols(), pulled_points_of_a_part, [&](Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const auto from = static_cast<std::size_t>(ends.begin[static_cast<std::size_t>(i)]);
      const auto count =
          static_cast<std::size_t>(ends.begin[static_cast<std::size_t>(i) + 1]) - from;
      gather(y, i, std::span(ends.other).subspan(from, count),
             std::span(ends.weight).subspan(from, count), out.col(i));
    }
  });
}

}  // namespace mahala
