#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/spectral/spectral_function.hpp"

namespace mahala {
namespace {

class VonNeumannFunction final : public SpectralFunction {
 public:
  double alpha() const override { return 1; }
  double value(double x) const override { return x > 0 ? x * std::log(x) - x + 1 : 1; }
  double conjugate(double s) const override { return std::expm1(s); }
  double eigenvalue(double s) const override { return std::exp(s); }
  double slope(double s, double t) const override {
    return std::exp(std::max(s, t)) * expm1_over(-std::abs(s - t), 1);
  }
  double limit() const override { return 600; }  ///< beyond lies infinity
};

}  // namespace

std::unique_ptr<SpectralFunction> von_neumann_function() {
  return std::make_unique<VonNeumannFunction>();
}

}  // namespace mahala
