#include "mahala/adapt/query_map.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg_single.hpp"

namespace mahala {
namespace {

/// Queries whose scores with all items are held at a time.
constexpr Index contrast_block = 256;
/// Queries that the temperature is fitted on.
constexpr std::size_t temperature_queries = 128;

Vector mean_positive(const MatrixF& items, const Lesson& lesson) {
  Vector sum = Vector::Zero(items.rows());
  double total = 0;
  for (std::size_t k = 0; k < lesson.positives.size(); ++k) {
    sum += lesson.weights[k] * items.col(lesson.positives[k]).cast<double>();
    total += lesson.weights[k];
  }
  return sum / total;
}

using FloatView = Eigen::Ref<const Eigen::VectorXf>;

/// -log of the softmax's share of the positives, their mean.
double surprise(const FloatView& scores, const Lesson& lesson, Index self, double tau) {
  const auto beta = static_cast<float>(1 / tau);
  const float top = scores.maxCoeff();
  double sum = ((scores.array() - top) * beta).exp().sum();
  if (self >= 0) sum -= std::exp((scores[self] - top) * beta);
  double total = 0;
  for (const Index item : lesson.positives) total += (scores[item] - top) * beta;
  return std::log(std::max(sum, 1e-30)) - total / static_cast<double>(lesson.positives.size());
}

/// Scores of the items for some lessons, one column each.
MatrixF scores_of(const AdaptSpace& space, const std::vector<Lesson>& lessons, std::size_t begin,
                  std::size_t end) {
  MatrixF asked(space.queries.rows(), static_cast<Index>(end - begin));
  for (std::size_t k = begin; k < end; ++k) {
    asked.col(static_cast<Index>(k - begin)) = space.queries.col(lessons[k].query);
  }
  MatrixF scores(space.items.cols(), asked.cols());
  multiply_at_b(space.items, asked, scores);
  return scores;
}

/// 0.6 times the temperature under which the positives are likeliest, by golden section in its
/// logarithm: the likelihood of a softmax has one maximum there.
double contrast_temperature(const AdaptSpace& space, const std::vector<Lesson>& lessons,
                            const std::vector<Index>& self) {
  const std::size_t count = std::min(lessons.size(), temperature_queries);
  const MatrixF scores = scores_of(space, lessons, 0, count);
  const auto loss = [&](double log_tau) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
      sum += surprise(scores.col(static_cast<Index>(k)), lessons[k],
                      self[static_cast<std::size_t>(lessons[k].query)], std::exp(log_tau));
    }
    return sum;
  };
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double low = std::log(0.005), high = std::log(2.0);
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = loss(a), at_b = loss(b);
  while (high - low > 0.05) {
    if (at_a < at_b) {
      high = b, b = a, at_b = at_a;
      at_a = loss(a = high - golden * (high - low));
    } else {
      low = a, a = b, at_a = at_b;
      at_b = loss(b = low + golden * (high - low));
    }
  }
  return 0.6 * std::exp((low + high) / 2);
}

/// p(x) of the items that are neither the query itself nor its positives.
void make_shares(Eigen::Ref<Eigen::VectorXf> scores, const Lesson& lesson, Index self, double tau) {
  scores = ((scores.array() - scores.maxCoeff()) / static_cast<float>(tau)).exp();
  if (self >= 0) scores[self] = 0;
  for (const Index item : lesson.positives) scores[item] = 0;
  scores /= std::max(scores.sum(), 1e-30F);
}

Matrix asked_queries(const AdaptSpace& space, const std::vector<Lesson>& lessons) {
  Matrix q(space.queries.rows(), std::ssize(lessons));
  for (std::size_t k = 0; k < lessons.size(); ++k) {
    q.col(static_cast<Index>(k)) = space.queries.col(lessons[k].query).cast<double>();
  }
  return q;
}

}  // namespace

QueryShifts ridge_shifts(const AdaptSpace& space, const std::vector<Lesson>& lessons) {
  QueryShifts shifts{asked_queries(space, lessons), {}};
  shifts.e = -shifts.q;
  for (std::size_t k = 0; k < lessons.size(); ++k) {
    const Vector mean = mean_positive(space.items, lessons[k]);
    const double length = mean.norm();
    if (length > 0) shifts.e.col(static_cast<Index>(k)) += mean / length;
  }
  return shifts;
}

QueryShifts contrast_shifts(const AdaptSpace& space, const std::vector<Lesson>& lessons,
                            const std::vector<Index>& self) {
  QueryShifts shifts{asked_queries(space, lessons),
                     Matrix(space.items.rows(), std::ssize(lessons))};
  const double tau = contrast_temperature(space, lessons, self);
  for (std::size_t begin = 0; begin < lessons.size(); begin += contrast_block) {
    const std::size_t end = std::min(lessons.size(), begin + contrast_block);
    MatrixF shares = scores_of(space, lessons, begin, end);
    for (std::size_t k = begin; k < end; ++k) {
      make_shares(shares.col(static_cast<Index>(k - begin)), lessons[k],
                  self[static_cast<std::size_t>(lessons[k].query)], tau);
    }
    MatrixF expected(space.items.rows(), shares.cols());
    multiply_a_b(space.items, shares, expected);
    for (std::size_t k = begin; k < end; ++k) {
      shifts.e.col(static_cast<Index>(k)) =
          mean_positive(space.items, lessons[k]) -
          expected.col(static_cast<Index>(k - begin)).cast<double>();
    }
  }
  return shifts;
}

RidgeMap::RidgeMap(QueryShifts shifts) : shifts_(std::move(shifts)) {
  const Matrix& q = shifts_.q;
  if (q.cols() <= q.rows()) {
    gram_.resize(q.cols(), q.cols());
    multiply_at_b(q, q, gram_);
    return;
  }
  gram_.resize(q.rows(), q.rows());
  multiply_a_bt(q, q, gram_);
  cross_.resize(q.rows(), q.rows());
  multiply_a_bt(shifts_.e, q, cross_);
}

MatrixF RidgeMap::map(const MatrixF& queries, double lambda, double scale) const {
  Matrix shifted = gram_;
  shifted.diagonal().array() += lambda;
  const Cholesky inverse(shifted);
  const Matrix asked = queries.cast<double>();
  Matrix products(gram_.rows(), asked.cols()), moved(asked.rows(), asked.cols());
  if (cross_.size() > 0) {
    products = asked;
  } else {
    multiply_at_b(shifts_.q, asked, products);
  }
  multiply_a_bt(cross_.size() > 0 ? cross_ : shifts_.e, inverse.solve(products).transpose(), moved);
  return (asked + scale * moved).cast<float>();
}

}  // namespace mahala
