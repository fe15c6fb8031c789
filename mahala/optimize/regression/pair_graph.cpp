#include "mahala/optimize/regression/pair_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/pages.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr Index pairs_per_part = 8192;
constexpr Index most_sums = 64;  ///< parts that sums over pairs are formed in
constexpr Index nodes_per_part = 256;
constexpr float unbounded = std::numeric_limits<float>::infinity();

/// The ends of a pair in order; the origin stands behind all samples.
std::pair<Index, Index> ends_of(const Pair& pair, Index samples) {
  return std::minmax({pair.i, pair.j == origin ? samples : pair.j});
}

/// The positions of the pairs in the order of their first, then second end.
LargeList<std::size_t> sorted_positions(const Pairs& pairs, Index samples) {
  LargeList<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    const auto one = ends_of(pairs[a], samples), other = ends_of(pairs[b], samples);
    return one < other || (one == other && a < b);
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) {
    std::sort(order.begin(), order.end(), before);
  }
  return order;
}

}  // namespace

PairGraph::PairGraph(const Pairs& pairs, Index samples, Loss loss)
    : samples_(samples), loss_(loss) {
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  require(samples <= most && std::ssize(pairs) <= most / 2, "{} pairs of {} samples are too many",
          pairs.size(), samples);
  require(pairs.empty() ||
              std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return p.weight > 0; }),
          "no pair has a weight above 0");
  for (auto* v : {&target_, &weight_}) v->resize(pairs.size());
  for (auto* v : {&lowest_, &highest_}) v->resize(pairs.size());
  for (auto* v : {&i_, &j_}) v->resize(pairs.size());
  const bool has_origin =
      std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return p.j == origin; });
  begin_.assign(static_cast<std::size_t>(samples + (has_origin ? 1 : 0)) + 1, 0);
  std::size_t at = 0;
  for (const std::size_t k : sorted_positions(pairs, samples)) {
    const Pair& pair = pairs[k];
    const auto [i, j] = ends_of(pair, samples);
    target_[at] = pair.value;
    weight_[at] = pair.weight;
    one_sided_ = one_sided_ || pair.relation != Relation::equal;
    lowest_[at] = pair.relation == Relation::at_most ? 0 : -unbounded;
    highest_[at] = pair.relation == Relation::at_least ? 0 : unbounded;
    ++begin_[static_cast<std::size_t>(i) + 1];
    ++begin_[static_cast<std::size_t>(j) + 1];
    i_[at] = static_cast<std::int32_t>(i);
    j_[at] = static_cast<std::int32_t>(j);
    ++at;
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  incidences_.resize(2 * pairs.size());
  std::vector<Index> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t k = 0; k < i_.size(); ++k) {
    const auto pair = static_cast<std::int32_t>(k);
    incidences_[static_cast<std::size_t>(next[static_cast<std::size_t>(i_[k])]++)] = {j_[k], pair};
    incidences_[static_cast<std::size_t>(next[static_cast<std::size_t>(j_[k])]++)] = {i_[k], pair};
  }
}

PairGraph::PairGraph(const Pairs& pairs, const Samples& x, Loss loss)
    : PairGraph(pairs, x.size(), loss) {
  own_begin_ = x.own_begin();
  own_end_ = own_begin_ + x.own_size();
}

void PairGraph::shape(Index rank, Matrix& z) const {
  if (z.rows() != stride(rank) || z.cols() != ends()) {
    z.resize(stride(rank), ends());
    prefer_huge_pages(z.data(), static_cast<std::size_t>(z.size()) * sizeof(double));
  }
  z.bottomRows(z.rows() - rank).setZero();
  z.rightCols(ends() - samples_).setZero();
}

void PairGraph::rays(const Matrix& z, const Matrix& q, Ray& ray) const {
  for (auto* v : {&ray.a, &ray.b, &ray.c}) v->resize(i_.size());
  parallel_parts(size(), pairs_per_part, [&](Index begin, Index end) {
    kernels::pair_rays(arrays(), begin, end, z.data(), q.data(), z.rows(), ray.a.data(),
                       ray.b.data(), ray.c.data());
  });
}

template <std::size_t count, class Sum>
std::array<double, count> PairGraph::sums(const Sum& sum) const {
  using Sums = std::array<double, count>;
  const Index part = std::max(pairs_per_part, (size() + most_sums - 1) / most_sums);
  std::array<Sums, most_sums> parts;
  parallel_parts(size(), part, [&](Index begin, Index end) {
    Sums& partial = parts[static_cast<std::size_t>(begin / part)];
    partial.fill(0);
    sum(begin, end, partial.data());
  });
  Sums total{};
  for (const Sums& partial :
       std::span(parts).first(static_cast<std::size_t>((size() + part - 1) / part))) {
    for (std::size_t t = 0; t < count; ++t) total[t] += partial[t];
  }
  for (double& each : total) each /= 2 * static_cast<double>(size());
  return total;
}

template <class Run>
decltype(auto) PairGraph::with_loss(const Run& run) const {
  return std::visit(
      [&]<class L>(const L& loss) -> decltype(auto) {
        return run(kernels::LossKernels<L>(), loss);
      },
      loss_);
}

void PairGraph::costs(const Ray& ray, std::span<const double> steps,
                      std::span<double> costs) const {
  std::array<double, kernels::most_steps> padded{};
  std::copy(steps.begin(), steps.end(), padded.begin());
  const auto all = with_loss([&](auto kernels, const auto& loss) {
    return sums<kernels::most_steps>([&](Index begin, Index end, double* partial) {
      kernels.costs(loss, arrays(), begin, end, ray.a.data(), ray.b.data(), ray.c.data(),
                    padded.data(), partial);
    });
  });
  std::copy_n(all.begin(), costs.size(), costs.begin());
}

Quartic PairGraph::quartic(const Ray& ray) const {
  return sums<5>([&](Index begin, Index end, double* partial) {
    kernels::pair_quartic(arrays(), begin, end, ray.a.data(), ray.b.data(), ray.c.data(), partial);
  });
}

RayCurve PairGraph::curve(const Ray& ray, double step) const {
  const auto [value, slope, bend] = with_loss([&](auto kernels, const auto& loss) {
    return sums<3>([&](Index begin, Index end, double* partial) {
      kernels.curve(loss, arrays(), begin, end, ray.a.data(), ray.b.data(), ray.c.data(), step,
                    partial);
    });
  });
  return {value, slope, bend};
}

double PairGraph::cost(const Matrix& z) const {
  // An infinite distance would pass the gate of an inequality as zero.
  if (!std::isfinite(z.squaredNorm())) return std::numeric_limits<double>::infinity();
  const auto [total] = with_loss([&](auto kernels, const auto& loss) {
    return sums<1>([&](Index begin, Index end, double* partial) {
      *partial = kernels.cost(loss, arrays(), begin, end, z.data(), z.rows());
    });
  });
  return total;
}

StepTrial PairGraph::best_multiple(const Matrix& z, double value, Ray& ray) const {
  // Predictions are u a for u W, which is the ray with a = c = 0 and b = -a / 2.
  rays(z, z, ray);
  std::ranges::transform(ray.a, ray.b.begin(), [](double a) { return -a / 2; });
  std::ranges::fill(ray.a, 0);
  std::ranges::fill(ray.c, 0);
  const RayCurve none = curve(ray, 0);
  // A loss that is linear out there tells nothing of how far to go.
  const double guess = none.bend > 0 ? -none.slope / none.bend : 1;
  if (!(none.slope < 0) || !(guess > 0) || !std::isfinite(guess)) return {1, value};
  const StepTrial best =
      newton_minimiser([&](double u) { return curve(ray, u); }, guess, none.value, none.slope);
  return best.step > 0 && best.value < value ? best : StepTrial{1, value};
}

template <class Visit>
void PairGraph::for_each_sample(const Visit& visit) const {
  parallel_parts(own_end_ - own_begin_, nodes_per_part, [&](Index begin, Index end) {
    for (Index i = own_begin_ + begin; i < own_begin_ + end; ++i) {
      const Index first = begin_[static_cast<std::size_t>(i)];
      visit(i, &incidences_.data()[first].other, begin_[static_cast<std::size_t>(i) + 1] - first);
    }
  });
}

void PairGraph::laplacian(const Matrix& z, const Matrix& y, Matrix& out) const {
  out.resize(y.rows(), y.cols());
  out.rightCols(ends() - samples_).setZero();
  const double scale = 1 / static_cast<double>(size());
  with_loss([&](auto kernels, const auto& loss) {
    for_each_sample([&](Index i, const std::int32_t* incidences, Index count) {
      kernels.node_laplacian(loss, arrays(), i, incidences, count, z.data(), z.rows(), y.data(),
                             y.rows(), scale, out.col(i).data());
    });
  });
}

void PairGraph::curvature(const Matrix& z, const Matrix& v, bool gauss_newton, Matrix& out) const {
  out.resize(z.rows(), z.cols());
  out.rightCols(ends() - samples_).setZero();
  const double scale = 1 / static_cast<double>(size());
  with_loss([&](auto kernels, const auto& loss) {
    for_each_sample([&](Index i, const std::int32_t* incidences, Index count) {
      kernels.node_curvature(loss, arrays(), i, incidences, count, z.data(), v.data(), z.rows(),
                             gauss_newton ? 0 : 1, scale, out.col(i).data());
    });
  });
}

kernels::PairArrays PairGraph::arrays() const {
  return {i_.data(), j_.data(), target_.data(), weight_.data(), lowest_.data(), highest_.data()};
}

}  // namespace mahala
