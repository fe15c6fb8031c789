/// @file
/// Products of a few rows with many columns, at the speed of the vector unit.
///
/// A matrix of r rows is kept in strips of at most 16 rows, padded with zeros to whole registers or
/// half of one; the columns of a strip lie one after the other. Both products of low-rank learning,
///
///   Z = A^T X  (r x n)      and      D^T = C X^T  (r x d),
///
/// are then one loop: registers hold the results of a few columns while columns of a strip are
/// multiplied by single numbers of X. Nothing is packed, so X is read where it lies, and a block
/// of X that is in the cache after the first product is still there for the second. Libraries
/// pack both operands, which costs as much as multiplying where r is small.
///
/// X may be of floats, which strips of doubles widen number by number as they read it: to the last
/// bit what the same numbers in doubles give; or of halves, a few at a time. Strips of floats
/// multiply floats by floats, twice as many at once.
#pragma once

#include <span>
#include <vector>

#include "mahala/core/linalg/padded_matrix.hpp"

namespace mahala {

using MatrixViewF = Eigen::Ref<const MatrixF>;
using MatrixViewH = Eigen::Ref<const MatrixH>;

template <class Scalar>
class BasicStrips {
 public:
  static constexpr Index widest = 16;  ///< rows of a strip

  BasicStrips() = default;
  BasicStrips(Index rows, Index cols);  ///< zeros

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  void set_zero();

  /// Becomes zeros of that size, unless it has the size already.
  void resize(Index rows, Index cols);

  /// Becomes m, or m^T, which has the size of these strips; rounded to floats if these are.
  void assign(const MatrixView& m);
  void assign_transposed(const MatrixView& m);

  /// The first columns into out, as many as it has.
  void copy_to(Eigen::Ref<Matrix> out) const;
  /// out += scale * the transpose.
  void add_transposed_to(double scale, Eigen::Ref<Matrix> out) const;

  /// |z_i|^2 of the first columns, as many as norms has.
  void squared_norms(std::span<double> norms) const;
  /// The first columns times these factors.
  void scale_columns(std::span<const double> factors);

  std::vector<PaddedMatrix<Scalar>>& strips() { return strips_; }
  const std::vector<PaddedMatrix<Scalar>>& strips() const { return strips_; }

 private:
  Index rows_ = 0, cols_ = 0;
  std::vector<PaddedMatrix<Scalar>> strips_;
};

extern template class BasicStrips<double>;
extern template class BasicStrips<float>;

using Strips = BasicStrips<double>;
using StripsF = BasicStrips<float>;

/// The first columns of out = a x, as many as x has.
void multiply(const Strips& a, const MatrixView& x, Strips& out);
void multiply(const Strips& a, const MatrixViewF& x, Strips& out);
void multiply(const Strips& a, const MatrixViewH& x, Strips& out);
void multiply(const StripsF& a, const MatrixViewF& x, StripsF& out);
void multiply(const StripsF& a, const MatrixViewH& x, StripsF& out);

/// out += c x^T, with as many of the first columns of c as x has.
void add_transposed_product(const Strips& c, const MatrixView& x, Strips& out);
void add_transposed_product(const Strips& c, const MatrixViewF& x, Strips& out);
void add_transposed_product(const Strips& c, const MatrixViewH& x, Strips& out);

/// out = c x^T likewise.
void transposed_product(const StripsF& c, const MatrixViewF& x, StripsF& out);
void transposed_product(const StripsF& c, const MatrixViewH& x, StripsF& out);

/// sum += part, of the same size.
void add(const StripsF& part, Strips& sum);

/// |a - b|^2, of the same size.
double squared_distance(const StripsF& a, const Strips& b);

}  // namespace mahala
