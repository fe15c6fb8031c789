/// @file
/// What the learners by spectral functions (optimize/spectral) have in common: options, the
/// coordinates their matrix lives in, and models of it.
///
/// Coordinates Y of the samples with Y^T Y = K0 turn every such problem over a kernel into one over
/// r x r matrices, r the rank of K0: with y(x) = T k(x),
///
///   K = a (K0 - Y^T Y) + Y^T W Y,    S = T^T (W - a I) T
///
/// (Theorem 4; a is what eigenvalues are that nothing is asked of). In the span of k combinations
/// of samples instead, T = (J^T K0 J)^{-1/2} J^T and W is k x k (Theorems 7 and 8): the distance
/// outside the span, times a, is a constant part of what is bounded. Where the kernel is linear, Y
/// are the features themselves, or coordinates in the span of the samples if these are fewer.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), sections 4 and 4.3.
#pragma once

#include <optional>

#include "mahala/learn/bregman/basis.hpp"
#include "mahala/learn/bregman/kernel_start.hpp"
#include "mahala/learn/bregman/logdet_learning.hpp"
#include "mahala/optimize/spectral/spectral_solve.hpp"

namespace mahala {

/// None: bounds are hard.
enum class SpectralSlack { none, hinge, quadratic, logdet, von_neumann };

template <>
inline constexpr std::array<std::string_view, 5> names_of<SpectralSlack> = {
    "none", "hinge", "quadratic", "logdet", "von-neumann"};

struct SpectralLearning {
  SpectralSlack slack = SpectralSlack::hinge;
  double gamma = 1;  ///< what a broken bound costs; > 0
  KernelBasis basis = KernelBasis::none;
  Index basis_size = 0;  ///< 0 = the number of classes, 10 without labels
  KernelStartOptions start = {};
  SpectralOptions solver = {};
};

Options describe(SpectralLearning& options);

Slack slack_of(const SpectralLearning& options);

/// Infinity where bounds are hard.
double gamma_of(const SpectralLearning& options);

/// A share of the identity that was left open where what is learned is no metric of features: none.
double share_among_features(double share, const SpectralLearning& options, const Dataset& data);

/// K0 as a model.
Model spectral_prior(const Dataset& data, const SpectralLearning& options);

/// Coordinates of the samples of constraints, and the way back from W.
class SpectralPlace {
 public:
  /// `samples` ascend (samples_of); `alpha` is a.
  SpectralPlace(const Dataset& data, std::vector<Index> samples, const SpectralLearning& options,
                double alpha, const Run& run);

  const Matrix& points() const { return points_; }  ///< r x n'

  /// The squared distance of two samples (by position) before learning, 0 if they coincide.
  double distance(const Ends& ends) const;

  /// The part of it outside the coordinates' span, times a.
  double constant(const Ends& ends) const;

  /// With a = 0, `rank` > 0 keeps so many leading directions.
  Model model(const Matrix& w, Index rank = 0) const;

 private:
  void place_features(const Dataset& data);
  void place_kernel(const Dataset& data, const SpectralLearning& options, const Run& run);

  std::vector<Index> samples_;
  double alpha_;
  Index dim_ = 0;
  std::optional<KernelStart> start_ = {};  ///< nothing: among features
  Matrix points_, map_;                    ///< map: T, or Q with W = a I + Q (W - a I) Q^T
  Matrix own_;                             ///< K0 of the samples
  bool in_span_ = false;                   ///< of a basis: distances have a constant part
};

/// A problem posed by pairs.
struct SpectralTask {
  SpectralPlace place;
  AskedPairs asked = {};
  SpectralProblem problem = {};
};

/// The bounds of the pairs; nothing is left of them if all were left out.
SpectralTask spectral_task(const Dataset& data, const Pairs& pairs, const SpectralLearning& options,
                           double alpha, const Run& run);

/// The model of a solution with how it was found.
Fit spectral_fit(Model model, const SpectralTask& task, SpectralSolution solution,
                 const std::string& remark = {});

/// Poses, solves and reports, f being all that differs.
Fit learn_spectral(const Dataset& data, const Pairs& pairs, const SpectralLearning& options,
                   const SpectralFunction& f, const Run& run);

}  // namespace mahala
