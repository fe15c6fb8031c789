#include "mahala/learn/closed_form/one_vs_rest.hpp"

#include <algorithm>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/evaluate/verification.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/model/scores.hpp"

namespace mahala {
namespace {

/// L x n, 1 where a sample has a label.
Matrix indicators(const Labels& labels) {
  Matrix y = Matrix::Zero(labels.label_count(), labels.size());
  for (Index i = 0; i < labels.size(); ++i) {
    for (const Index label : labels[i]) y(label, i) = 1;
  }
  return y;
}

/// X^T X, n x n.
Matrix gram_of_samples(const Samples& x) {
  Matrix gram(x.size(), x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    gram.middleRows(begin, block.cols()) = x.project(block);
  });
  return gram;
}

/// (a + c I)^{-1} b
Matrix solved(Matrix a, double c, const Matrix& b) {
  a.diagonal().array() += c;
  const Cholesky cholesky(a);
  require(cholesky.definite(),
          "the samples are beyond the range of double or nearly so; scale them (option prepare="
          "standardise)");
  return cholesky.solve(b);
}

/// W^T, d x L, of samples divided by `size`, their root mean square.
Matrix ridge_solution(const Samples& x, const Matrix& y, double mean_square, double ridge) {
  const auto n = static_cast<double>(x.size());
  // Divided by their mean square the numbers are near 1 whatever the units.
  if (x.dim() <= x.size()) {
    const Matrix xy = x.back_project(y) / (n * mean_square);
    return solved(scatter(x, Vector::Zero(x.dim())) / (n * mean_square), ridge, xy);
  }
  const Matrix inner = solved(gram_of_samples(x) / (n * mean_square), ridge, y.transpose());
  return x.back_project(inner.transpose()) / (n * mean_square);
}

}  // namespace

Options describe(OneVsRestOptions& o) {
  return {{"ridge", &o.ridge, "how much W is held back, relative to the mean square of the data",
           positive()}};
}

Fit one_vs_rest(const Dataset& all, const OneVsRestOptions& options, const Run&) {
  const std::vector<Index> some = labelled_samples(all.labels);
  require(!some.empty(), "no sample has a label");
  const Dataset data = all.select(some);
  check_square("one-vs-rest", std::min(data.dim(), data.size()));
  const Matrix y = indicators(data.labels);
  const double cells = static_cast<double>(data.dim()) * static_cast<double>(data.size());
  const double mean_square = squared_norms(data.x).sum() / cells;
  require(std::isfinite(mean_square), "the samples, or their squares, are not finite");
  Fit fit{.model = {.kind = ModelKind::ranking, .labels = data.labels.names()},
          .message = fmt::format("{} labels, one against the rest", data.labels.label_count()),
          .certificate = {"exact", 0}};
  fit.model.right = mean_square > 0 ? ridge_solution(data.x, y, mean_square, options.ridge)
                                    : Matrix(Matrix::Zero(data.dim(), data.labels.label_count()));
  const Matrix errors = label_scores_prepared(fit.model, data.x) - y;
  fit.objective = errors.squaredNorm() / static_cast<double>(data.size());
  return fit;
}

}  // namespace mahala
