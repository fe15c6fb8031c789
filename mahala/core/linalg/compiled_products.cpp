#include "mahala/core/linalg/compiled_products.inc"

namespace mahala {
namespace {

using MappedPlace = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

template <class A, class B>
using EigenProduct = Eigen::internal::generic_product_impl<A, B, Eigen::DenseShape,
                                                           Eigen::DenseShape, Eigen::GemmProduct>;

MappedOperand mapped(const ProductOperand& x) {
  return {x.data, x.rows, x.cols, Eigen::OuterStride<>(x.stride)};
}

/// Calls work(product of the operands' types, place, a, b).
template <class Work>
void with_types(const ProductPlace& place, const ProductOperand& first,
                const ProductOperand& second, Work&& work) {
  using Turned = Eigen::Transpose<const MappedOperand>;
  MappedPlace to(place.data, place.rows, place.cols, Eigen::OuterStride<>(place.stride));
  const MappedOperand a = mapped(first), b = mapped(second);
  if (first.transposed && second.transposed) {
    work(EigenProduct<Turned, Turned>(), to, a.transpose(), b.transpose());
  } else if (first.transposed) {
    work(EigenProduct<Turned, MappedOperand>(), to, a.transpose(), b);
  } else if (second.transposed) {
    work(EigenProduct<MappedOperand, Turned>(), to, a, b.transpose());
  } else {
    work(EigenProduct<MappedOperand, MappedOperand>(), to, a, b);
  }
}

}  // namespace

void set_product(const ProductPlace& to, const ProductOperand& a, const ProductOperand& b) {
  with_types(to, a, b, [](auto product, auto& place, const auto& x, const auto& y) {
    product.evalTo(place, x, y);
  });
}

void add_product(const ProductPlace& to, const ProductOperand& a, const ProductOperand& b) {
  with_types(to, a, b, [](auto product, auto& place, const auto& x, const auto& y) {
    product.addTo(place, x, y);
  });
}

void subtract_product(const ProductPlace& to, const ProductOperand& a, const ProductOperand& b) {
  with_types(to, a, b, [](auto product, auto& place, const auto& x, const auto& y) {
    product.subTo(place, x, y);
  });
}

void add_scaled_product(const ProductPlace& to, const ProductOperand& a, const ProductOperand& b,
                        double scale) {
  with_types(to, a, b, [&](auto product, auto& place, const auto& x, const auto& y) {
    product.scaleAndAddTo(place, x, y, scale);
  });
}

}  // namespace mahala
