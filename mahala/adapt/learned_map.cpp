#include "mahala/adapt/learned_map.hpp"

#include <algorithm>
#include <map>

#include "mahala/adapt/graded.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/random.hpp"
#include "mahala/geometry/lazy_bilinear.hpp"
#include "mahala/learn/bregman/iplr.hpp"
#include "mahala/optimize/descent/lbfgs.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"

namespace mahala {
namespace {

constexpr std::size_t contrasts = 10;  ///< positives and negatives of a query, at most
constexpr Index learned_rank = 16, logdet_rank = 64;
constexpr double contrast_margin = 0.1;
constexpr Index loreta_passes = 3;
/// Length of the columns of factors at first; the weight of the identity is 1. LORETA's steps
/// divide by them, so that from short ones they are long.
constexpr double hinge_start = 0.01, loreta_start = 0.3;

/// A query, its positives and the negatives nearest to it, as columns of `x`.
struct Contrast {
  Index query = 0;
  std::vector<Index> near = {}, far = {};
};

struct Contrasts {
  Matrix x;  ///< queries of the lessons, then the items that are named
  std::vector<Contrast> of = {};
};

/// The items with the highest scores but the query itself and its positives.
std::vector<Index> nearest_others(Eigen::Ref<Eigen::VectorXf> scores, const Lesson& lesson,
                                  Index self) {
  constexpr float lowest = -4;  // below any inner product of unit vectors
  if (self >= 0) scores[self] = lowest;
  for (const Index item : lesson.positives) scores[item] = lowest;
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  for (Index i = 0; i < scores.size(); ++i) order[static_cast<std::size_t>(i)] = i;
  const std::size_t count = std::min(contrasts, order.size());
  const auto better = [&](Index a, Index b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    better);
  order.resize(count);
  std::erase_if(order, [&](Index i) { return scores[i] == lowest; });
  return order;
}

Contrasts contrasts_of(const AdaptSpace& space, const std::vector<Lesson>& lessons,
                       const std::vector<Index>& self) {
  Contrasts made;
  std::map<Index, Index> column;  // of an item
  std::vector<Index> items;
  const auto place = [&](Index item) {
    const auto [at, fresh] = column.emplace(item, std::ssize(lessons) + std::ssize(items));
    if (fresh) items.push_back(item);
    return at->second;
  };
  for (std::size_t k = 0; k < lessons.size(); ++k) {
    const Lesson& lesson = lessons[k];
    MatrixF scores(space.items.cols(), 1);
    multiply_at_b(space.items, space.queries.col(lesson.query), scores);
    Contrast contrast{.query = static_cast<Index>(k)};
    for (const Index item : lesson.positives) {
      if (contrast.near.size() < contrasts) contrast.near.push_back(place(item));
    }
    const Index own = self[static_cast<std::size_t>(lesson.query)];
    for (const Index item : nearest_others(scores.col(0), lesson, own)) {
      contrast.far.push_back(place(item));
    }
    made.of.push_back(std::move(contrast));
  }
  made.x.resize(space.items.rows(), std::ssize(lessons) + std::ssize(items));
  for (std::size_t k = 0; k < lessons.size(); ++k) {
    made.x.col(static_cast<Index>(k)) = space.queries.col(lessons[k].query).cast<double>();
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    made.x.col(static_cast<Index>(lessons.size() + k)) = space.items.col(items[k]).cast<double>();
  }
  return made;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 1;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

Matrix iplr_shift(const Contrasts& made, double gamma) {
  std::vector<double> near, far;
  const auto distance = [&](Index q, Index i) {
    return (made.x.col(q) - made.x.col(i)).squaredNorm();
  };
  for (const Contrast& each : made.of) {
    for (const Index i : each.near) near.push_back(distance(each.query, i));
    for (const Index i : each.far) far.push_back(distance(each.query, i));
  }
  const double upper = median_of(far), lower = median_of(near);
  Pairs pairs;
  for (const Contrast& each : made.of) {
    for (const Index i : each.near) pairs.push_back({each.query, i, Relation::at_most, upper});
    for (const Index i : each.far) pairs.push_back({each.query, i, Relation::at_least, lower});
  }
  IplrOptions options{.basis_size = std::min({logdet_rank, made.x.rows(), made.x.cols()})};
  options.learning.gamma = fmt::format("{}", gamma);
  const Model model = iplr({.x = Samples(made.x)}, pairs, options).model;
  Matrix d = model.left * model.left.transpose();
  if (model.minus.size() > 0) d -= model.minus * model.minus.transpose();
  return d;
}

/// Calls visit(q, x+, x-) with columns of x.
template <class Visit>
void for_each_triplet(const Contrasts& made, const Visit& visit) {
  for (const Contrast& each : made.of) {
    for (const Index near : each.near) {
      for (const Index far : each.far) visit(each.query, near, far);
    }
  }
}

FixedRankPoint small_factors(Index dim, double length) {
  Rng rng = make_rng(0, RandomStream::basis);
  return gaussian_start(dim, dim, std::min(learned_rank, dim), rng,
                        length / std::sqrt(static_cast<double>(dim)));
}

Matrix loreta_shift(const Contrasts& made, double step) {
  const FixedRankPoint start = small_factors(made.x.rows(), loreta_start);
  LazyBilinear<double> similarity(start.a, start.b);
  const DenseViews view(made.x.rows());
  LazyBilinear<double>::Seen seen;
  std::vector<std::array<Index, 3>> triplets;
  for_each_triplet(made, [&](Index q, Index p, Index n) { triplets.push_back({q, p, n}); });
  Rng rng = make_rng(0, RandomStream::partners);
  for (Index pass = 0; pass < loreta_passes; ++pass) {
    for (const Index k : random_order(std::ssize(triplets), rng)) {
      const auto [q, p, n] = triplets[static_cast<std::size_t>(k)];
      const Vector query = made.x.col(q), difference = made.x.col(p) - made.x.col(n);
      similarity.see(view(query), view(difference), seen);
      if (query.dot(difference) + similarity.score(seen) >= contrast_margin) continue;
      similarity.step(view(query), view(difference), seen, step);
    }
  }
  const auto [a, b] = similarity.factors();
  return a * b.transpose();
}

/// The loss of D = U V^T, `point` being U over V, and its gradient.
double hinge_slope(const Contrasts& made, double lambda, const Matrix& point, Matrix& gradient) {
  const Index d = made.x.rows();
  Matrix left(point.cols(), made.x.cols()), right(point.cols(), made.x.cols());
  multiply_at_b(point.topRows(d), made.x, left);
  multiply_at_b(point.bottomRows(d), made.x, right);
  Matrix pull_left = Matrix::Zero(left.rows(), left.cols()), pull_right = pull_left;
  double loss = 0;
  Index count = 0;
  for_each_triplet(made, [&](Index q, Index p, Index n) {
    ++count;
    const double margin = made.x.col(q).dot(made.x.col(p) - made.x.col(n)) +
                          left.col(q).dot(right.col(p) - right.col(n));
    if (margin >= contrast_margin) return;
    loss += contrast_margin - margin;
    pull_left.col(q) -= right.col(p) - right.col(n);
    pull_right.col(p) -= left.col(q);
    pull_right.col(n) += left.col(q);
  });
  const double share = 1 / static_cast<double>(std::max<Index>(count, 1));
  gradient = lambda * point;
  gradient.topRows(d) += share * made.x * pull_left.transpose();
  gradient.bottomRows(d) += share * made.x * pull_right.transpose();
  return share * loss + lambda / 2 * point.squaredNorm();
}

Matrix hinge_shift(const Contrasts& made, double lambda) {
  const Index d = made.x.rows();
  const FixedRankPoint start = small_factors(d, hinge_start);
  Matrix point(2 * d, start.a.cols());
  point << start.a, start.b;
  minimise([&](const Matrix& at, Matrix& slope) { return hinge_slope(made, lambda, at, slope); },
           point, {.max_iterations = 60});
  return point.topRows(d) * point.bottomRows(d).transpose();
}

Matrix regression_shift(const Contrasts& made, double lambda) {
  std::vector<Index> left, right;
  std::vector<double> targets;
  for (const Contrast& each : made.of) {
    for (const bool near : {true, false}) {
      for (const Index i : near ? each.near : each.far) {
        left.push_back(each.query);
        right.push_back(i);
        targets.push_back(near ? contrast_margin : -contrast_margin);
      }
    }
  }
  const Eigen::Map<const Vector> wanted(targets.data(), std::ssize(targets));
  return fit_shifts({made.x(Eigen::all, left), made.x(Eigen::all, right), wanted}, wanted, lambda);
}

}  // namespace

Matrix learned_shift(QueryMap map, double strength, const AdaptSpace& space,
                     const std::vector<Lesson>& lessons, const std::vector<Index>& self) {
  const Contrasts made = contrasts_of(space, lessons, self);
  switch (map) {
    case QueryMap::iplr:
      return iplr_shift(made, strength);
    case QueryMap::loreta:
      return loreta_shift(made, strength);
    case QueryMap::hinge:
      return hinge_shift(made, strength);
    case QueryMap::pairs:
      return regression_shift(made, strength);
    default:
      fail("this map is in closed form");
  }
}

}  // namespace mahala
