#include "mahala/data/labels/label_neighbours.hpp"

#include <algorithm>
#include <limits>

#include "mahala/core/linalg/near.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/labels/estimated_neighbours.hpp"
#include "mahala/data/samples/products.hpp"

namespace mahala {
namespace {

/// Samples whose inner products with all others are formed together.
constexpr Index block_samples = 64;

/// Of sparse samples: they are not far from the origin in most of their features, so that inner
/// products keep the digits that tell neighbours apart.
class SparseSearch {
 public:
  SparseSearch(const Labels& labels, const Samples& x)
      : labels_(labels), x_(x), squares_(x.size()) {
    if (labels.single()) classes_ = labels.classes();
    x.for_each_block([&](Index begin, const MatrixView& block) {
      squares_.segment(begin, block.cols()) = block.colwise().squaredNorm().transpose();
    });
    const auto r = static_cast<double>(x.dim());
    slack_ = 16 * (r + 4) * std::numeric_limits<double>::epsilon() * squares_.maxCoeff();
  }

  /// Approximate squared distances of all samples to those of a block, one column each.
  Matrix distances(Index begin, Index end) const {
    Matrix d = products(x_, begin, end).transpose();
    for (Index j = 0; j < d.cols(); ++j) {
      d.col(j) = squares_ - 2 * d.col(j);
      d.col(j).array() += squares_[begin + j];
    }
    return d;
  }

  LabelNeighbours of(Index i, const Eigen::Ref<const Vector>& distance, Index same,
                     Index other) const {
    if (labels_[i].empty()) return {};
    std::vector<Near> friends, strangers;
    for (Index j = 0; j < distance.size(); ++j) {
      if (j == i || labels_[j].empty()) continue;
      (alike(i, j) ? friends : strangers).push_back({distance[j], j});
    }
    return {nearest(i, std::move(friends), same), nearest(i, std::move(strangers), other)};
  }

 private:
  bool alike(Index i, Index j) const {
    if (classes_.empty()) return labels_.share(i, j);
    return classes_[static_cast<std::size_t>(i)] == classes_[static_cast<std::size_t>(j)];
  }

  /// The candidates that rounding cannot keep out of the nearest `count`, measured again.
  std::vector<Index> nearest(Index i, std::vector<Near> all, Index count) const {
    if (count < std::ssize(all)) {
      if (count == 0) return {};
      std::nth_element(all.begin(), all.begin() + count - 1, all.end());
      const double limit = all[static_cast<std::size_t>(count - 1)].distance + 2 * slack_;
      std::erase_if(all, [&](const Near& near) { return near.distance > limit; });
    }
    for (Near& near : all) near.distance = x_.squared_distance(i, near.item);
    return nearest_items(std::move(all), count);
  }

  const Labels& labels_;
  const Samples& x_;
  std::vector<Index> classes_;  ///< empty unless every sample has one label
  Vector squares_;
  double slack_ = 0;  ///< bounds the rounding error of an approximate distance
};

}  // namespace

std::vector<Index> nearest_items(std::vector<Near> measured, Index count) {
  std::sort(measured.begin(), measured.end());
  measured.resize(static_cast<std::size_t>(std::min<Index>(count, std::ssize(measured))));
  std::vector<Index> items;
  for (const Near& near : measured) items.push_back(near.item);
  return items;
}

std::vector<LabelNeighbours> label_neighbours(const Labels& labels, const Samples& embedded,
                                              Index same, Index other,
                                              const std::vector<LabelNeighbours>& before) {
  if (embedded.size() == 0) return {};
  if (embedded.is_shared()) {
    return label_neighbours(labels, in_one_place(embedded), same, other, before);
  }
  if (!embedded.is_sparse()) return estimated_neighbours(labels, embedded, same, other, before);
  std::vector<LabelNeighbours> all(static_cast<std::size_t>(embedded.size()));
  const SparseSearch search(labels, embedded);
  parallel_parts(embedded.size(), block_samples, [&](Index begin, Index end) {
    const Matrix distances = search.distances(begin, end);
    for (Index i = begin; i < end; ++i) {
      all[static_cast<std::size_t>(i)] = search.of(i, distances.col(i - begin), same, other);
    }
  });
  return all;
}

}  // namespace mahala
