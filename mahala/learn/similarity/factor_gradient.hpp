/// @file
/// A similarity of rank k by gradient steps on its factors, from triplets: what LORETA's steps are
/// compared with.
///
///   bilinear-gd   W = A B^T
///   psd-gd        W = A A^T
///
/// Steps depend on the factors and not on W alone, so that large ones run away where Riemannian
/// ones do not; O(nnz k) each. Triplets, start and objective as for loreta
/// (learn/similarity/loreta.hpp).
///
/// Reference   B. Bai et al., "Supervised Semantic Indexing", CIKM 2009.
#pragma once

#include "mahala/learn/similarity/bilinear_learning.hpp"

namespace mahala {

struct FactorGradientOptions {
  BilinearOptions from = {};
  StepOptions steps = {};
};

Options describe(FactorGradientOptions& options);

std::unique_ptr<OnlineState> bilinear_gd_stream(const StreamShape& shape,
                                                const FactorGradientOptions& options = {},
                                                const Run& run = {});
std::unique_ptr<OnlineState> psd_gd_stream(const StreamShape& shape,
                                           const FactorGradientOptions& options = {},
                                           const Run& run = {});

Fit bilinear_gd(const Dataset& data, const Constraints& triplets,
                const FactorGradientOptions& options = {}, const Run& run = {});
Fit psd_gd(const Dataset& data, const Constraints& triplets,
           const FactorGradientOptions& options = {}, const Run& run = {});

}  // namespace mahala
