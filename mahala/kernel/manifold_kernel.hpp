/// @file
/// A kernel that follows the shape of a cloud of samples, labelled or not (Sindhwani, Niyogi,
/// Belkin, ICML 2005): functions that change between neighbours of the cloud become longer.
///
///   k~(x, z) = k(x, z) - k_x^T B k_z,   B = (I + M K)^-1 M,   M = ratio L^power
///
/// L is the Laplacian of the graph that joins every sample to its nearest ones, D - A or
/// I - D^-1/2 A D^-1/2. On the cloud K~ = (K^-1 + M)^-1. It is a learned kernel
/// (kernel/learned_kernel.hpp) with weight 1 and middle -B, so that new samples are no matter.
///
/// Cost        n^3 for n samples.
#pragma once

#include <string>

#include "mahala/core/option.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// Of edges: 1, or exp(-d^2 / median of its own).
enum class EdgeWeights { binary, heat };

template <>
inline constexpr std::array<std::string_view, 2> names_of<EdgeWeights> = {"binary", "heat"};

enum class Laplacian { plain, normalised };

template <>
inline constexpr std::array<std::string_view, 2> names_of<Laplacian> = {"plain", "normalised"};

struct ManifoldOptions {
  double ratio = 0;      ///< weight of the cloud's shape; 0 = none
  Index neighbours = 6;  ///< of each sample
  EdgeWeights weights = EdgeWeights::binary;
  Laplacian laplacian = Laplacian::plain;
  Index power = 1;  ///< of the Laplacian
};

Options describe(ManifoldOptions& options);

/// A: edge i - j if either is among the nearest of the other, ties by index.
Matrix neighbour_graph(const Samples& x, const ManifoldOptions& options);

Matrix graph_laplacian(const Matrix& graph, bool normalised);

/// B for the cloud x of kernel k.
Matrix manifold_middle(const Samples& x, const Matrix& k, const ManifoldOptions& options);

/// K (I - B K), the kernel of the cloud.
Matrix manifold_kernel(const Matrix& k, const Matrix& middle);

}  // namespace mahala
