#include "mahala/optimize/similarity/oasis.hpp"

#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

/// x^T W z.
double form(const Matrix& w, const SparseView& x, const SparseView& z) {
  double sum = 0;
  for (std::size_t j = 0; j < z.at.size(); ++j) {
    double column = 0;
    for (std::size_t i = 0; i < x.at.size(); ++i) column += x.value[i] * w(x.at[i], z.at[j]);
    sum += z.value[j] * column;
  }
  return sum;
}

}  // namespace

double Oasis::update(const TripletExample& example) {
  assign_difference(example.positive, example.negative, difference_);
  const SparseView q = example.query, d = difference_.view();
  const double loss = hinge(form(w_, q, d)), size = q.squared_norm() * d.squared_norm();
  if (loss > 0 && size > 0) {
    const double tau = std::min(settings_.c, loss / size);
    for (std::size_t j = 0; j < d.at.size(); ++j) {
      for (std::size_t i = 0; i < q.at.size(); ++i) {
        w_(q.at[i], d.at[j]) += tau * q.value[i] * d.value[j];
      }
    }
  }
  if (settings_.every > 0 && ++examples_ % settings_.every == 0) w_ = shaped();
  return loss;
}

Matrix Oasis::shaped() const {
  switch (settings_.shape) {
    case OasisSettings::Shape::symmetric:
      return symmetric_part(w_);
    case OasisSettings::Shape::psd:
      return map_spectrum(w_, [](double l) { return std::max(l, 0.0); });
    default:
      return w_;
  }
}

}  // namespace mahala
