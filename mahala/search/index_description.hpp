/// @file
/// FAISS' descriptions of indexes, checked before FAISS is given them: it divides by some of their
/// numbers, and searches them with regular expressions that a long text exhausts the stack of.
///
///   description = transform* ( lists codes | graph [codes] | codes ) [refinement], between commas
///   transform   = PCA8 PCAR8 PCAW8 PCAWR8 RR8 ITQ8 OPQ4 OPQ4_8 Pad16 L2norm
///   lists       = IVF64 IVF64_HNSW32 IMI2x5
///   graph       = HNSW32
///   codes       = Flat SQ4 SQ6 SQ8 SQfp16 PQ4 PQ4x8 PQ4np PQ4x8np PQ4x4fs PQ4x4fsr LSH
///   refinement  = RFlat Refine(Flat) Refine(SQ8) Refine(SQfp16)
#pragma once

#include "mahala/search/search_index.hpp"

namespace mahala {

/// Error naming the part of `kind.name` or the parameter of `kind.tune` that is wrong, for items of
/// `dim` coordinates.
void check_description(const IndexKind& kind, Index dim);

}  // namespace mahala
