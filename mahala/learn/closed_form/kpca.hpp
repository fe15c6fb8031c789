/// @file
/// Kernel principal component analysis: the leading components of the samples in the space of a
/// kernel.
///
///   Kc = K - 1 m^T - m 1^T + mean(K) = V diag(w) V^T,    x lies at diag(w_r)^{-1/2} V_r^T k(x),
///
/// for the samples themselves V_r diag(w_r)^{1/2} up to a shift, which no distance notices (the
/// columns of V_r add up to 0, so that k(x) need not be centred). Its squared distances are, as far
/// as r components can tell, those of the kernel's space, for samples that were not there too.
///
/// Cost        n^2 d + n^3; forms n x n matrices, sparse samples cost their non-zeros.
/// Objective   the part of the trace of Kc that is left out.
///
/// Reference   Schoelkopf, Smola, Mueller, "Nonlinear component analysis as a kernel eigenvalue
///             problem", Neural Computation 10 (1998).
#pragma once

#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/learner.hpp"

namespace mahala {

struct KpcaOptions {
  Index rank = 0;  ///< 0 = 10, or the number of samples if that is less
  KernelOptions kernel = {.kernel = "gaussian"};
};

Options describe(KpcaOptions& options);

Fit kpca(const Dataset& data, const KpcaOptions& options = {}, const Run& run = {});

}  // namespace mahala
