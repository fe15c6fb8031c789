#include "mahala/cluster/cluster_means.hpp"

namespace mahala {

void move_to_means(const Matrix& x, const std::vector<Index>& cluster, Matrix& centres) {
  Matrix sums = Matrix::Zero(centres.rows(), centres.cols());
  Vector counts = Vector::Zero(centres.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    const Index own = cluster[static_cast<std::size_t>(i)];
    if (own < 0) continue;
    sums.col(own) += x.col(i);
    counts[own] += 1;
  }
  for (Index c = 0; c < centres.cols(); ++c) {
    if (counts[c] > 0) centres.col(c) = sums.col(c) / counts[c];
  }
}

}  // namespace mahala
