#include "tests/support/triangular_update.hpp"

#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {

void update_triangular(Matrix& b, const Vector& z, double beta) {
  require(b.cols() == z.size(), "a factor of {} columns cannot be moved along {} numbers", b.cols(),
          z.size());
  double after = 1 + beta * z.squaredNorm();
  require(after > 0, "I + beta z z^T is not positive definite: 1 + beta |z|^2 = {}", after);
  Vector sum = Vector::Zero(b.rows());
  for (Index j = z.size() - 1; j >= 0; --j) {
    const double before = j > 0 ? 1 + beta * z.head(j).squaredNorm() : 1;
    const Vector column = b.col(j);
    b.col(j) = std::sqrt(after / before) * column + beta * z[j] / std::sqrt(after * before) * sum;
    sum += z[j] * column;
    after = before;
  }
}

}  // namespace mahala
