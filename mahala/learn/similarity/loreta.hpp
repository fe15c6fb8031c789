/// @file
/// LORETA: a similarity x^T W z of rank k learned from triplets, one Riemannian step each.
///
///   minimise   mean of [1 - q^T W (x+ - x-)]_+   over n x n matrices W of rank k
///
///   loreta       W = A B^T
///   loreta-psd   W = Y Y^T, positive semidefinite: an inner product of embeddings
///   loreta-mi    loreta with several steps inside the subspaces of A and B for each step that
///                turns them (manifold identification)
///
/// With `batch` above 1, a step goes along the mean of as many directions (LORETA-r).
///
/// Triplets are drawn from the labels as they are needed (query uniform, near one of its label, far
/// one without it), or given. Every step is exact and costs the non-zeros of its samples times k,
/// whatever the number of features (geometry/lazy_bilinear.hpp); loreta-mi costs O(n k) a round.
///
/// Start       ones on the first k entries of the diagonal: put informative features first
///             (option prepare=gain:N); or random; or a given model.
/// Objective   the mean loss of the last `window` triplets, each before its step.
///
/// Reference   U. Shalit, D. Weinshall, G. Chechik, "Online Learning in the Embedded Manifold of
///             Low-rank Matrices", JMLR 13 (2012).
/// Differs     steps are shortened where the retraction would be meaningless (`clip`), and cost
///             non-zeros where the paper's cost O(n k).
#pragma once

#include "mahala/learn/similarity/bilinear_learning.hpp"

namespace mahala {

struct LoretaOptions {
  BilinearOptions from = {};
  double clip = 1;     ///< longest |q^T W^+ p| of a step; 0 = any
  bool decay = false;  ///< step / sqrt(t) at example t, of batches at batch t
  Index batch = 1;     ///< triplets a step; >= 1
  Precision precision = Precision::double_precision;
  StepOptions steps = {};
};

struct LoretaMiOptions {
  BilinearOptions from = {};
  Index inner_steps = 10;    ///< steps in the subspaces for each that turns them; >= 1
  double inner_limit = 0.1;  ///< the longest of those; > 0
  StepOptions steps = {};
};

Options describe(LoretaOptions& options);
Options describe(LoretaMiOptions& options);

std::unique_ptr<OnlineState> loreta_stream(const StreamShape& shape,
                                           const LoretaOptions& options = {}, const Run& run = {});
std::unique_ptr<OnlineState> loreta_psd_stream(const StreamShape& shape,
                                               const LoretaOptions& options = {},
                                               const Run& run = {});
std::unique_ptr<OnlineState> loreta_mi_stream(const StreamShape& shape,
                                              const LoretaMiOptions& options = {},
                                              const Run& run = {});

Fit loreta(const Dataset& data, const Constraints& triplets, const LoretaOptions& options = {},
           const Run& run = {});
Fit loreta_psd(const Dataset& data, const Constraints& triplets, const LoretaOptions& options = {},
               const Run& run = {});
Fit loreta_mi(const Dataset& data, const Constraints& triplets, const LoretaMiOptions& options = {},
              const Run& run = {});

}  // namespace mahala
