#include "mahala/optimize/regression/pair_problem.hpp"

#include "mahala/data/samples/projector.hpp"
#include "mahala/optimize/regression/fused_gradient.hpp"
#include "mahala/optimize/regression/pair_differences.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala {
namespace {

/// yhat of the observations `which`, by the non-zeros of their differences.
Vector predict_sparse(const SparseMatrix& x, const Pairs& pairs, const Matrix& g,
                      std::span<const Index> which) {
  Vector yhat(std::ssize(which)), z(g.cols());
  SparseVector difference;
  for (Index k = 0; k < yhat.size(); ++k) {
    const Pair& pair = pairs[static_cast<std::size_t>(which[static_cast<std::size_t>(k)])];
    assign_difference(x, pair.i, pair.j, difference);
    z.setZero();
    for (std::size_t t = 0; t < difference.at.size(); ++t) {
      z += difference.value[t] * g.row(difference.at[t]).transpose();
    }
    yhat[k] = z.squaredNorm();
  }
  return yhat;
}

}  // namespace

struct PairProblem::Memory {
  explicit Memory(const Samples& samples) : x(samples) {}

  Projector x;
  Matrix z = {}, y = {}, l = {};  ///< projections of two factors, and Y L(w)
};

PairProblem::PairProblem(const Samples& x, const Pairs& pairs, Loss loss, StartPull pull)
    : x_(x),
      pairs_(pairs),
      loss_(loss),
      pull_(std::move(pull)),
      graph_(pairs, x, loss),
      fused_(FusedGradient::suits(x, pairs) ? std::make_unique<FusedGradient>(x, pairs, loss)
                                            : nullptr),
      memory_(std::make_unique<Memory>(x)) {}

PairProblem::~PairProblem() = default;

const Matrix& PairProblem::projection(const Matrix& g, Matrix& out) const {
  graph_.shape(g.cols(), out);
  memory_->x.project(g, out.topLeftCorner(g.cols(), x_.size()));
  return out;
}

double PairProblem::cost(const Matrix& g) const {
  return graph_.cost(projection(g, memory_->z)) + pull_.value(g);
}

double PairProblem::best_multiple(const Matrix& g) const {
  PairGraph::Ray ray;
  return graph_.best_multiple(projection(g, memory_->z), graph_.cost(memory_->z), ray).step;
}

Matrix PairProblem::slope(const Matrix& g, const Matrix& m) const {
  Matrix slope(m.rows(), m.cols());
  if (fused_ && &g == &m) {
    fused_->evaluate(g, slope);
  } else {
    auto& [x, z, y, l] = *memory_;
    projection(g, z);
    graph_.laplacian(z, &g == &m ? z : projection(m, y), l);
    x.back_project(l.topLeftCorner(m.cols(), x_.size()), slope);
  }
  pull_.add_change(pull_.strength() / 2, g, m, slope);
  return slope;
}

Matrix PairProblem::differences(std::span<const Index> which) const {
  Matrix d(x_.dim(), std::ssize(which));
  Pairs some;
  for (const Index k : which) some.push_back(pairs_[static_cast<std::size_t>(k)]);
  assign_differences(x_, some, d);
  return d;
}

Vector PairProblem::predict(const Matrix& g, std::span<const Index> which) const {
  constexpr std::size_t block = 256;  // dense differences at a time
  if (const auto* sparse = x_.sparse()) {
    return predict_sparse(*sparse, pairs_, g, which);
  }
  Vector yhat(std::ssize(which));
  for (std::size_t begin = 0; begin < which.size(); begin += block) {
    const auto part = which.subspan(begin, std::min(block, which.size() - begin));
    yhat.segment(static_cast<Index>(begin), std::ssize(part)) =
        (g.transpose() * differences(part)).colwise().squaredNorm().transpose();
  }
  return yhat;
}

double PairProblem::cost(const Matrix& g, std::span<const Index> which) const {
  const Vector yhat = predict(g, which);
  double sum = 0;
  for (std::size_t k = 0; k < which.size(); ++k) {
    const Pair& pair = pairs_[static_cast<std::size_t>(which[k])];
    sum +=
        weighted_loss(loss_, pair.relation, yhat[static_cast<Index>(k)] - pair.value, pair.weight);
  }
  return sum / static_cast<double>(which.size()) + pull_.value(g);
}

Matrix PairProblem::slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const {
  const Matrix d = differences(which), z = g.transpose() * d;
  Matrix e = &g == &m ? z : Matrix(m.transpose() * d);
  for (Index k = 0; k < z.cols(); ++k) {
    const Pair& pair = pairs_[static_cast<std::size_t>(which[static_cast<std::size_t>(k)])];
    const double slope = loss_slope(loss_, pair.relation, z.col(k).squaredNorm() - pair.value);
    e.col(k) *= pair.weight * slope / static_cast<double>(which.size());
  }
  Matrix slope = d * e.transpose();
  pull_.add_change(pull_.strength() / 2, g, m, slope);
  return slope;
}

double matched_scale(const PairProblem& problem, const Matrix& g, std::span<const Index> which) {
  const Vector yhat = problem.predict(g, which);
  double product = 0;
  for (std::size_t k = 0; k < which.size(); ++k) {
    product +=
        yhat[static_cast<Index>(k)] * problem.pairs()[static_cast<std::size_t>(which[k])].value;
  }
  return product > 0 ? product / yhat.squaredNorm() : 1;
}

}  // namespace mahala
