#include "mahala/optimize/regression/matrix_problem.hpp"

#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

MatrixProblem::MatrixProblem(std::vector<MatrixObservation> observations, Loss loss)
    : observations_(std::move(observations)), loss_(loss), all_(observations_.size()) {
  require(!observations_.empty(), "there are no observations");
  std::iota(all_.begin(), all_.end(), Index{0});
  for (std::size_t k = 0; k < observations_.size(); ++k) {
    Matrix& x = observations_[k].x;
    require(x.rows() == dim() && x.cols() == dim(), "observation {}: {} x {}, expected {} x {}", k,
            x.rows(), x.cols(), dim(), dim());
    require(x.allFinite(), "observation {}: an entry is not finite", k);
    x = symmetric_part(x);
  }
}

double MatrixProblem::cost(const Matrix& g, std::span<const Index> which) const {
  const Matrix w = g * g.transpose();
  double sum = 0;
  for (const Index k : which) {
    const MatrixObservation& seen = observations_[static_cast<std::size_t>(k)];
    sum +=
        weighted_loss(loss_, seen.relation, w.cwiseProduct(seen.x).sum() - seen.value, seen.weight);
  }
  return sum / static_cast<double>(which.size());
}

Matrix MatrixProblem::slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const {
  const Matrix w = g * g.transpose();
  Matrix e = Matrix::Zero(dim(), dim());
  for (const Index k : which) {
    const MatrixObservation& seen = observations_[static_cast<std::size_t>(k)];
    const double slope =
        loss_slope(loss_, seen.relation, w.cwiseProduct(seen.x).sum() - seen.value);
    if (slope != 0) e += seen.weight * slope / static_cast<double>(which.size()) * seen.x;
  }
  return e * m;
}

}  // namespace mahala
