#include <algorithm>

#include "mahala/optimize/spectral/spectral_function.hpp"

namespace mahala {
namespace {

/// x^2 / 2 + t x + a constant: (x - c)^2 / 2 for t = -c, tau x + x^2 / 2 for t = tau.
class SquaredFunction final : public SpectralFunction {
 public:
  explicit SquaredFunction(double threshold) : threshold_(threshold) {}

  double alpha() const override { return std::max(-threshold_, 0.0); }
  double value(double x) const override { return x * (x / 2 + threshold_) + least(); }
  double conjugate(double s) const override {
    const double h = eigenvalue(s);
    return h * h / 2 - least();
  }
  double eigenvalue(double s) const override { return std::max(s - threshold_, 0.0); }
  double slope(double s, double t) const override {
    const bool first = s > threshold_, second = t > threshold_;
    if (first == second) return first ? 1 : 0;
    return (eigenvalue(s) - eigenvalue(t)) / (s - t);
  }

 private:
  double least() const { return alpha() * alpha() / 2; }  ///< makes f_s(alpha) = 0

  double threshold_;
};

}  // namespace

std::unique_ptr<SpectralFunction> squared_function(double centre) {
  return std::make_unique<SquaredFunction>(-centre);
}

std::unique_ptr<SpectralFunction> trace_function(double tau) {
  return std::make_unique<SquaredFunction>(tau);
}

}  // namespace mahala
