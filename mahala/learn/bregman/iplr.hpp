/// @file
/// Identity plus low rank: LogDet metric learning (learn/bregman/itml.hpp) among metrics that
/// differ from the Euclidean one in few directions.
///
///   W = I + U (F - I) U^T,   U d x k with orthonormal columns, F k x k positive definite
///   D(W, I) = D(F, I),   d^2_W(i, j) = z^T F z + r,   z = U^T (x_i - x_j), r = |x_i - x_j|^2 -
///   |z|^2
///
/// so that only the k x k matrix F is learned. Mode "offset" bounds the whole distance, which is
/// the exact problem; "shift" takes r from the bounds first, as the paper prints it, drops lower
/// bounds that r alone meets and replaces upper ones that it exceeds by a thousandth of
/// themselves.
///
/// Basis       learn/bregman/basis.hpp
/// Cost        O(n d k) to prepare, O(nnz k) for sparse samples; 4 k^2 a projection. The model
///             takes d k numbers, floats where they are 100,000 or more and that moves no distance
///             by more than 1e-6 of itself.
/// Objective   D + slack; certificate: the relative duality gap.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 3.6.
/// Differs     F - I need not be positive semidefinite (the paper's L >= 0 should be L >= -I).
#pragma once

#include "mahala/learn/bregman/basis.hpp"
#include "mahala/learn/bregman/logdet_learning.hpp"

namespace mahala {

/// Bounds on whole distances, or on their part inside the basis.
enum class IplrMode { offset, shift };

template <>
inline constexpr std::array<std::string_view, 2> names_of<IplrMode> = {"offset", "shift"};

struct IplrOptions {
  FeatureBasis basis = FeatureBasis::svd;
  Index basis_size = 0;  ///< k; 0 = the number of classes, 10 without labels
  IplrMode mode = IplrMode::offset;
  LogDetLearning learning = {};
};

Options describe(IplrOptions& options);

/// Bounds on z^T F z from bounds on distances whose constant parts are `rest`.
struct ReducedBounds {
  LogDetBounds bounds = {};
  std::vector<Index> kept = {};  ///< positions among the bounds given
  Index unreachable = 0;         ///< shift: upper bounds below their constant part
};

ReducedBounds reduce_bounds(const LogDetBounds& bounds, const Vector& rest, IplrMode mode);

Fit iplr(const Dataset& data, const Pairs& pairs, const IplrOptions& options = {},
         const Run& run = {});

/// What is solved of IPLR in any space: points in the basis, and all distances.
struct IplrSolved {
  AskedPairs asked = {};
  std::vector<LogDetSolution> solutions = {};  ///< `a` is F
  Index dropped = 0, unreachable = 0;          ///< of mode shift
};

/// `z` are the coordinates of the samples of pairs, `distance` their squared distances.
IplrSolved solve_iplr(const Matrix& z, const Pairs& pairs, const std::vector<Index>& samples,
                      const std::function<double(const Ends&)>& distance, IplrMode mode,
                      const LogDetLearning& options, std::vector<double> gammas, const Run& run);

/// What mode shift had to change, for the message.
std::string remark_of(const IplrSolved& solved);

}  // namespace mahala
