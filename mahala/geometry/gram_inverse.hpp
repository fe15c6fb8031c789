/// @file
/// The inverse H of the Gram matrix G = F^T F of a tall factor, followed while F changes in a few
/// rows. For F' = F + C Y^T with C n x l, known by U = F^T C and P = C^T C alone:
///
///   G' = G + U Y^T + Y U^T + Y P Y^T,
///   H' = H - [a e] K^{-1} [a e]^T,   a = H U,  e = H Y,
///   K  = [ U^T a - P       I + a^T Y ]         |det K| = det G' / det G.
///        [ (I + a^T Y)^T   Y^T e     ]
///
/// G is additive and loses nothing, so H is taken from it now and then (`refresh`). Its changes are
/// kept aside and added many at a time, by one product.
///
/// Cost        k^2 l for each of H U, H Y, the change of H and that of G.
#pragma once

#include "mahala/core/linalg/archive.hpp"
#include "mahala/core/linalg/padded_matrix.hpp"

namespace mahala {

class GramInverse {
 public:
  GramInverse() = default;
  explicit GramInverse(const Matrix& gram) { reset(gram); }

  void reset(const Matrix& gram);

  /// Columns to, to+1 .. of out = H x.
  void image(const Panel& x, Panel& out, Index to) const;

  /// H -= z n z^T, and G += g y^T + y g^T; n is symmetric.
  void change(const Panel& z, const MatrixView& n, const Panel& g, const Panel& y);

  /// Takes H from G. False, with H as it was, if rounding left G indefinite.
  bool refresh();

  double kappa() const;  ///< |G| |H| / k in the Frobenius norm; what `refresh` was last given

  void keep(Archive& archive) {
    archive("h", h_);
    archive("g", g_);
    archive("waiting_g", waiting_g_);
    archive("waiting_y", waiting_y_);
    archive("waiting", waiting_);
  }

 private:
  void flush();

  Panel h_;
  Matrix g_;
  Matrix waiting_g_, waiting_y_;  ///< k x columns; of G's changes
  Index waiting_ = 0;
  Panel zn_;  ///< scratch
};

}  // namespace mahala
