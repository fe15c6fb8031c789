/// @file
/// The pyramid match kernel of two sets of vectors (Grauman and Darrell, JMLR 8 (2007)): how many
/// vectors of one set find a partner in the other, near ones counting more.
///
///   I_l  = sum over cells of side 2^l of min(vectors of a there, vectors of b there)
///   P    = sum_{l < L} 2^-l (I_l - I_{l-1}),  I_{-1} = 0
///   k    = P(a, b) / sqrt(P(a, a) P(b, b)),   P(a, a) = the number of vectors of a
///
/// A sample is a set: its vectors of `vector_size` numbers >= 0 one after the other. A vector with
/// a negative number is no vector but an empty place, so that sets of different sizes have samples
/// of equal length.
///
/// Cost of N x M values: N M times the vectors of a set times L.
#pragma once

#include "mahala/data/samples/samples.hpp"

namespace mahala {

struct Pyramid {
  Index vector_size = 0;  ///< 0 = a sample is one vector
  Index levels = 1;       ///< L >= 1
};

/// ceil(log2 D) + 1 for the largest number D of the samples: the last cell holds everything.
Index pyramid_levels(const Samples& x);

/// k(x_i, z_j), or P if `raw`. Error if a sample holds no vector or is not made of whole ones.
Matrix pyramid_match(const Samples& x, const Samples& z, const Pyramid& pyramid, bool raw = false);

}  // namespace mahala
