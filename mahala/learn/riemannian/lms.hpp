/// @file
/// System identification from a stream: adaptive filters (optimize/online/adaptive_filter.hpp) that
/// see the samples in their order, with the label of each as the output y of the system.
///
///   space    model
///   flat     y = x^T G G^T x, G d x r
///   polar    y = x^T U B U^T x
///   affine   y = x^T W x, W positive definite
///   vector   y = w^T x; the model embeds x to the prediction itself
///
/// Outputs that are vectors (Dataset::outputs) have spaces of their own:
///
///   subspace  y = V V^T x of d numbers, V d x r orthonormal; the model embeds x to V^T x
///   tasks     y = A B^T x of k numbers, several regressions that share r directions, by LORETA's
///             Riemannian steps (optimize/similarity/loreta.hpp); the model embeds x to y
///
/// lms takes steps of a fixed gain along the error y - yhat; nlms normalises them, so that the
/// gain is a pure number whatever the units of x and y.
///
/// If the gain makes the mean squared error larger than that of the start, it is halved and the
/// stream begun again; the message says how often. nlms counts outputs that are not positive,
/// which have no logarithm.
///
/// Start       random of the size the outputs suggest (vector: zero), or a given model.
/// Cost        O(d r) a sample, O(d^2) for affine.
/// Objective   half the mean squared error of the outputs at the end.
///
/// Differs     outputs of tasks have the gradient (y - W x) x^T without a factor 2, as in the
/// paper's
///             steps: the loss is half the squared error.
///
/// Reference   Bonnabel, Meyer, Sepulchre, "Adaptive filtering for estimation of a low-rank
///             positive semidefinite matrix", MTNS 2010; for tasks Shalit, Weinshall, Chechik, JMLR
///             13 (2012).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

enum class FilterSpace { flat, polar, affine, vector, subspace, tasks };

template <>
inline constexpr std::array<std::string_view, 6> names_of<FilterSpace> = {
    "flat", "polar", "affine", "vector", "subspace", "tasks"};

struct LmsOptions {
  FilterSpace space = FilterSpace::flat;
  Index rank = 0;       ///< of low-rank spaces; 0 = 10, or the dimension if that is less
  double gain = 1e-3;   ///< > 0
  double lambda = 0.5;  ///< polar: in [0, 1]
  Index passes = 1;     ///< >= 1
};

struct NlmsOptions {
  FilterSpace space = FilterSpace::flat;
  Index rank = 0;
  double gain = 0.5;
  double lambda = 0.5;
  Index passes = 1;
  double log_limit = 5;  ///< > 0: the largest |log(yhat / y)| that counts
};

Options describe(LmsOptions& options);
Options describe(NlmsOptions& options);

/// Fed one sample and its output at a time, in the order they come, with the gain that is given:
/// nothing is begun again, so that it is not halved.
std::unique_ptr<OnlineState> lms_stream(const StreamShape& shape, const LmsOptions& options = {},
                                        const Run& run = {});
std::unique_ptr<OnlineState> nlms_stream(const StreamShape& shape, const NlmsOptions& options = {},
                                         const Run& run = {});

Fit lms(const Dataset& data, const LmsOptions& options = {}, const Run& run = {});
Fit nlms(const Dataset& data, const NlmsOptions& options = {}, const Run& run = {});

}  // namespace mahala
