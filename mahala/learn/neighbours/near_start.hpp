/// @file
/// Learning near its start, for learners of embedded samples Z = G^T X whose loss leaves open what
/// few samples do not tell.
///
///   minimise   loss(Z) + count lambda/(4 r) |L L^T - L0 L0^T|_F^2,    G = A L
///
/// A        leading principal axes, as many as the rank that is usual, or 256 at most where a rank
///          is asked for: directions in which samples hardly differ are not learned. They are
///          divided by sqrt(unit tau), tau the median over samples of sqrt(d_same d_other), the
///          distances of its third nearest of the same class and of others: margins and
///          temperatures then mean the same for all data.
/// L0       the leading rows of the identity, or where a model is to be continued that one.
/// count    makes the loss a mean.
/// lambda   0: all this is left out, as it is in the papers.
#pragma once

#include <functional>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/fit.hpp"
#include "mahala/learn/start.hpp"
#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {

struct NearStartOptions {
  double lambda = 0.2;  ///< >= 0
  double unit = 1;      ///< > 0
};

Options describe(NearStartOptions& options);

/// Learns a factor of samples from a start, pulled to it.
using PulledLearner = std::function<Fit(const Dataset& data, Matrix start, const StartPull& pull)>;

/// What `learn` gives in the units and axes above, as a factor for the samples; with lambda = 0
/// `learn` from `start`. Triplets, if there are any, tell tau by their near and far samples.
Fit learn_near_start(const Dataset& data, const Triplets& triplets, const StartOptions& from,
                     Matrix start, double count, const NearStartOptions& options, const Run& run,
                     const PulledLearner& learn);

/// tau above, of 20,000 samples where there are more; 1 if it would be 0.
double near_unit(const Samples& embedded, const Labels& labels, std::uint64_t seed);

}  // namespace mahala
