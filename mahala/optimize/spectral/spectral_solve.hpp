/// @file
/// Spectral problems (optimize/spectral/spectral_dual.hpp) by Newton's method on the dual, the
/// weights kept in their ranges; its systems are solved by conjugate gradients, whose products
/// cost what a value costs. Many bounds are come near by projected gradients first. It ends when
/// both the residual (optimize/logdet/logdet_dual.hpp) and the part of the gradient that may be
/// followed, relative to 1 + the largest bound, are within the tolerance.
#pragma once

#include <string>

#include "mahala/core/option.hpp"
#include "mahala/core/run.hpp"
#include "mahala/optimize/spectral/spectral_dual.hpp"

namespace mahala {

struct SpectralOptions {
  double tolerance = 1e-6;   ///< > 0
  Index max_iterations = 0;  ///< Newton steps; >= 0, 0 = 300 or as many as some seconds allow
};

Options describe(SpectralOptions& options);

struct SpectralSolution {
  Matrix w = {};
  double threshold = 0;  ///< t of problems that learn it
  Vector weights = {};
  LogDetStanding standing = {};
  double gradient = 0;  ///< largest part of the gradient that may be followed
  Status status = Status::budget_spent;
  std::string message = {};
  Index iterations = 0;
  std::vector<Progress> trace = {};
};

/// `start` are weights to start from; empty = 0. Error if hard bounds contradict each other.
SpectralSolution solve_spectral(const SpectralProblem& problem, const SpectralFunction& f,
                                const SpectralOptions& options, const Run& run = {},
                                const Vector& start = {});

}  // namespace mahala
