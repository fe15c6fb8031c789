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

/// y += scale a v, as Eigen does it.
template <class Y, class A, class V>
void add_column(Y& y, const A& a, const V& v, double scale) {
  Eigen::internal::generic_product_impl<A, V, Eigen::DenseShape, Eigen::DenseShape,
                                        Eigen::GemvProduct>::scaleAndAddTo(y, a, v, scale);
}

/// Calls work(the vector), whose type says so if its numbers lie side by side.
template <class Vector, class Number, class Work>
void with_stride(const ProductVector<Number>& x, Work&& work) {
  if (x.stride == 1) {
    Eigen::Map<Vector> side_by_side(x.data, x.size);
    work(side_by_side);
  } else {
    Eigen::Map<Vector, 0, Eigen::InnerStride<>> apart(x.data, x.size,
                                                      Eigen::InnerStride<>(x.stride));
    work(apart);
  }
}

}  // namespace

void put_product(Into how, const ProductPlace& to, const ProductOperand& a, const ProductOperand& b,
                 double scale) {
  with_types(to, a, b, [&](auto product, auto& place, const auto& x, const auto& y) {
    if (scale == 1) {
      switch (how) {
        case Into::set:
          return product.evalTo(place, x, y);
        case Into::add:
          return product.addTo(place, x, y);
        case Into::subtract:
          return product.subTo(place, x, y);
      }
    }
    const double factor = how == Into::subtract ? -scale : scale;
    const bool few =
        y.rows() > 0 && y.rows() + place.rows() + place.cols() < EIGEN_GEMM_TO_COEFFBASED_THRESHOLD;
    if (how == Into::set) place.setZero();
    if (few) {
      place += factor * x.lazyProduct(y);
    } else {
      product.scaleAndAddTo(place, x, y, factor);
    }
  });
}

void add_scaled_product(const ProductPlace& to, const ProductOperand& a, const ProductOperand& b,
                        double scale) {
  with_types(to, a, b, [&](auto product, auto& place, const auto& x, const auto& y) {
    product.scaleAndAddTo(place, x, y, scale);
  });
}

void add_scaled_product(const ProductVector<double>& to, const ProductOperand& a,
                        const ProductVector<const double>& x, double scale) {
  const MappedOperand matrix = mapped(a);
  with_stride<Eigen::VectorXd>(to, [&](auto& y) {
    with_stride<const Eigen::VectorXd>(x, [&](const auto& v) {
      if (a.transposed) {
        add_column(y, matrix.transpose(), v, scale);
      } else {
        add_column(y, matrix, v, scale);
      }
    });
  });
}

}  // namespace mahala
