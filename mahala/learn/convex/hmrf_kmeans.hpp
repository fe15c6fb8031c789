/// @file
/// HMRF-KMeans: clusters that respect pairs, and the weights of features that suit them.
///
///   J = sum_i |x_i - m_{l_i}|_A^2 - n log det A
///       + w sum of |x_i - x_j|_A^2 over alike pairs (<=) in different clusters
///       + w sum of (range_A - |x_i - x_j|_A^2) over other pairs (>=) in the same cluster
///
/// over clusters l, centres m and A = diag(a), range_A being the squared diagonal of the samples'
/// bounding box. In turns: samples go one after the other to the cluster of least J (iterated
/// conditional modes), centres become means, and  a = n / (the sums above by feature). Centres
/// start at groups of samples that pairs join, by their size times the distance to those
/// chosen before; if there are too few groups, at random samples.
///
/// The model is W = A; with metric = none A stays the identity (PCKMeans).
///
/// Cost        n k d + (pairs) d a sweep; sparse samples are filled in.
/// Objective   J, at its lowest.
///
/// Reference   Basu, Bilenko, Mooney, "A probabilistic framework for semi-supervised clustering",
///             KDD (2004).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

enum class HmrfMetric { diag, none };

template <>
inline constexpr std::array<std::string_view, 2> names_of<HmrfMetric> = {"diag", "none"};

/// Of samples in a sweep.
enum class SweepSequence { random, fixed };

template <>
inline constexpr std::array<std::string_view, 2> names_of<SweepSequence> = {"random", "fixed"};

struct HmrfOptions {
  Index clusters = 0;  ///< 0 = as many as labels, or 2 if there are none
  double weight = 1;   ///< w; >= 0
  HmrfMetric metric = HmrfMetric::diag;
  SweepSequence order = SweepSequence::random;
  double tolerance = 1e-7;  ///< relative change of J to stop at; >= 0
  Index max_iterations = 100;
};

Options describe(HmrfOptions& options);

/// Error if a pair is a measured distance (=) or with the origin, or there are fewer samples
/// than clusters.
Fit hmrf_kmeans(const Dataset& data, const Pairs& pairs, const HmrfOptions& options = {},
                const Run& run = {});

struct HmrfClusters {
  std::vector<Index> cluster = {};  ///< of each sample
  Matrix centres = {};              ///< d x k
  Vector a = {};
  double objective = 0;

  void keep(Archive& archive) {
    archive("cluster", cluster);
    archive("centres", centres);
    archive("a", a);
    archive("objective", objective);
  }
};

/// The clusters at the lowest J; `fit` receives status, message and trace.
HmrfClusters hmrf_clusters(const Samples& x, const Pairs& pairs, Index clusters,
                           const HmrfOptions& options, const Run& run, Fit& fit);

}  // namespace mahala
