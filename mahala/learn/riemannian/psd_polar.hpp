/// @file
/// A rank-r metric from bounds on squared distances, by descent on S+(r, d) in the polar
/// geometry: W = U B U^T, a subspace that turns and a stretching inside it.
///
///   minimise   f(W) as psd-flat does (learn/riemannian/psd_flat.hpp)
///
/// Forms       r2   (U, R), B = R R^T; affine-invariant stretching (geometry/psd_polar.hpp)
///             b    (U, B): the same road with B itself stored
///             sym  (U, R), R symmetric, W = U R^2 U^T (geometry/psd_polar_symmetric.hpp)
/// lambda      in [0, 1]: 0 keeps the subspace of the start, 1 only turns it
/// Batch       4 n d r + O(m r) + r^2 (n + d) an iteration, a trial O(n r^2 + m r)
///             (optimize/regression/polar_pair_regression.hpp); other forms and core steps by
///             definition
/// Online      a step on sparse samples costs O(nnz r + r^2) whatever d is
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), sections 6.2, 7.3, 8.2; Meyer,
///             Journee, Bonnabel, Sepulchre, SSP 2009, for `b` and `sym`.
#pragma once

#include "mahala/geometry/frame.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {

enum class PolarForm { r2, b, sym };

template <>
inline constexpr std::array<std::string_view, 3> names_of<PolarForm> = {"r2", "b", "sym"};

/// How B moves.
enum class Stretching { exp, first, von_neumann, log_euclidean };

template <>
inline constexpr std::array<std::string_view, 4> names_of<Stretching> = {
    "exp", "first", "von-neumann", "log-euclidean"};

struct PolarOptions {
  PolarForm form = PolarForm::r2;
  double lambda = 0.5;                               ///< in [0, 1]
  FrameRetraction retraction = FrameRetraction::uf;  ///< of the subspace
  Stretching core = Stretching::exp;
};

Options describe(PolarOptions& options);

struct PsdPolarOptions {
  StartOptions from = {.usual_rank = 64};
  PolarOptions polar = {};
  SolverOptions solver = {};
};

Options describe(PsdPolarOptions& options);

/// W0 = G0 G0^T; Error if the rank is above the dimension.
Model psd_polar_prior(const Dataset& data, const PsdPolarOptions& options, const Run& run);

/// `constraints` are Pairs, or Forms (form_regression.hpp). Error for options of pairs beside
/// forms.
Fit psd_polar(const Dataset& data, const Constraints& constraints,
              const PsdPolarOptions& options = {}, const Run& run = {});

/// The same from any start.
Fit polar_regression(const Samples& x, const Pairs& pairs, const Matrix& start,
                     const PolarOptions& polar, const SolverOptions& options, const Run& run);

}  // namespace mahala
