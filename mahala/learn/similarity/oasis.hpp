/// @file
/// OASIS: a full similarity x^T W z from triplets by passive-aggressive steps, W = I at first
/// (optimize/similarity/oasis.hpp).
///
///   W += min(step, loss / (|q|^2 |d|^2)) q d^T,   d = x+ - x-
///
/// W may be made symmetric, or positive semidefinite, at the end or every few triplets.
///
/// Cost        O(nnz q nnz d) a triplet; d^2 memory. Refused above 5,000 features.
/// Objective   the mean loss of the last `window` triplets, each before its step.
///
/// Reference   G. Chechik, V. Sharma, U. Shalit, S. Bengio, "Large Scale Online Learning of Image
///             Similarity Through Ranking", JMLR 11 (2010).
#pragma once

#include "mahala/learn/similarity/bilinear_learning.hpp"
#include "mahala/optimize/similarity/oasis.hpp"

namespace mahala {

struct OasisOptions {
  OasisSettings::Shape shape = OasisSettings::Shape::any;
  Index every = 0;         ///< triplets between projections on the shape; 0 = at the end
  StepOptions steps = {};  ///< `step` is C, the longest move
};

Options describe(OasisOptions& options);

std::unique_ptr<OnlineState> oasis_stream(const StreamShape& shape,
                                          const OasisOptions& options = {}, const Run& run = {});

Fit oasis(const Dataset& data, const Constraints& triplets, const OasisOptions& options = {},
          const Run& run = {});

}  // namespace mahala
