/// @file
/// Low-rank metrics from observations of tr(W A) for symmetric matrices A
/// (optimize/regression/form_problem.hpp), in the flat or polar geometry.
///
///   minimise   1/m sum_k weight_k phi(tr(W A_k) - y_k),    gated where y_k is a bound
///
/// A start of the learner's own is given the size that the equalities ask for.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), sections 3 and 7.3: yhat = Tr(W X).
#pragma once

#include "mahala/learn/riemannian/regression.hpp"
#include "mahala/optimize/regression/form_problem.hpp"

namespace mahala {

/// Error naming an option that was changed and counts for pairs alone: preconditioner, stages,
/// rounds and their pull. `options` describes `solver` beside others, `defaults` an untouched one.
void check_for_forms(const Options& options, const Options& defaults);

/// The problem, and the start at the size it asks for.
struct FormTask {
  FormProblem problem;
  Matrix start;
};
FormTask form_task(const Dataset& data, const Forms& forms, Matrix start, const LossOptions& loss,
                   const Run& run);

}  // namespace mahala
