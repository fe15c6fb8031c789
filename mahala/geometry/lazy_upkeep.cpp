#include "mahala/geometry/lazy_upkeep.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

void require_full_rank(const Matrix& factor, std::string_view name) {
  require(1 <= factor.cols() && factor.cols() <= factor.rows(),
          "rank {} must lie between 1 and the dimension {} of the {}", factor.cols(), factor.rows(),
          name);
  Matrix gram(factor.cols(), factor.cols());
  multiply_at_b(factor, factor, gram);
  require(gram.allFinite(), "the {} is not finite", name);
  const Vector values = symmetric_eigen(gram).values;
  require(values[values.size() - 1] > 1e-14 * values[0], "the {} has dependent columns", name);
}

Panel identity_panel(Index k) {
  Panel one(k, k);
  one.view().setIdentity();
  return one;
}

}  // namespace mahala
