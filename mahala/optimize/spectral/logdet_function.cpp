#include <cmath>

#include "mahala/optimize/spectral/spectral_function.hpp"

namespace mahala {
namespace {

class LogDetFunction final : public SpectralFunction {
 public:
  double alpha() const override { return 1; }
  double value(double x) const override { return x - std::log(x) - 1; }
  double conjugate(double s) const override { return -std::log1p(-s); }
  double eigenvalue(double s) const override { return 1 / (1 - s); }
  double slope(double s, double t) const override { return eigenvalue(s) * eigenvalue(t); }
  double limit() const override { return 1; }
};

}  // namespace

std::unique_ptr<SpectralFunction> logdet_function() { return std::make_unique<LogDetFunction>(); }

}  // namespace mahala
