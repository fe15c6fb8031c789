/// @file
/// POLA: a pseudo-metric learned online from pairs that are alike or not.
///
///   loss(A, b) = max(0, y (v^T A v - b) + 1),   v = x_i - x_j,  y = 1 for alike (<=), -1 for not
///   (>=)
///
/// One pair at a time, from A = 0 and b = 1: project (A, b) onto the half-space of no loss,
///
///   a = step loss / (|v|^4 + 1),    A <- A - y a v v^T,    b <- max(1, b + y a),
///
/// and A onto positive semidefinite matrices: a pair that is alike can make one eigenvalue
/// negative, which is removed. The threshold b is learned, so the values of pairs do not matter.
///
/// A run that ends with a larger mean loss than it began with is repeated with half the step.
///
/// One pass from zero knows little of most directions: where samples have labels, as much of the
/// identity is added to A as votes in folds choose (learn/identity_share.hpp). The threshold is
/// that of A alone.
///
/// Cost        O(d^2) a pair, and an extremal eigenpair of a d x d matrix for pairs that are alike;
///             sparse samples are filled in a pair at a time.
/// Objective   the mean loss over all pairs; no certificate.
///
/// Reference   Shalev-Shwartz, Singer, Ng, "Online and batch learning of pseudo-metrics", ICML
///             (2004).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct PolaOptions {
  double step = 1;       ///< factor of every step; > 0
  Index passes = 1;      ///< over the pairs; >= 1
  double identity = -1;  ///< share of the identity; -1 = chosen where there are labels, else 0
};

Options describe(PolaOptions& options);

/// Error if a pair is a measured distance (=), or with the origin.
Fit pola(const Dataset& data, const Pairs& pairs, const PolaOptions& options = {},
         const Run& run = {});

/// A state to be fed with pairs. Error if there are to be several passes, or a share of the
/// identity.
std::unique_ptr<OnlineState> pola_stream(const StreamShape& shape, const PolaOptions& options,
                                         const Run& run);

struct PseudoMetric {
  Matrix a = {};  ///< A
  double b = 1;

  /// The loss of a pair, before anything is done about it.
  double loss(const Vector& v, double y) const;
  /// One step; returns the loss before it.
  double learn(const Vector& v, double y, double step = 1);

  void keep(Archive& archive) {
    archive("a", a);
    archive("b", b);
  }
};

}  // namespace mahala
