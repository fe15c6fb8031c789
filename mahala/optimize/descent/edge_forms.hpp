/// @file
/// Forms of the edges of a graph. Edge e = (i, j) stands for the vector v_e = e_i - e_j, so that
/// what takes products with all these vectors elsewhere takes four entries here:
///
///   v_e^T A v_f  =  A_ik - A_il - A_jk + A_jl          for f = (k, l),
///
/// and the weighted sum of their squares is the graph's Laplacian, L(y) = sum_e y_e v_e v_e^T, with
/// four non-zeros an edge. Matrices are symmetric unless told otherwise.
#pragma once

#include <utility>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

using Edges = std::vector<std::pair<Index, Index>>;

/// v_e^T A v_e of all edges.
Vector edge_forms(const Edges& edges, const Matrix& a);

/// v_e^T A^T B v_e of all edges, for any square A and B; O(n) an edge.
Vector edge_forms(const Edges& edges, const Matrix& a, const Matrix& b);

/// The lower half of  (V A V^T) o (V B V^T)  with the v_e as rows of V; O(m^2) for m edges.
void edge_schur(const Edges& edges, const Matrix& a, const Matrix& b, Matrix& schur);

/// A += scale L(y)
void add_laplacian(const Edges& edges, const Vector& y, double scale, Matrix& a);

/// L(y) v
Vector laplacian_times(const Edges& edges, const Vector& y, const Vector& v);

/// A L(y) for any A; O(n) an edge.
Matrix times_laplacian(const Matrix& a, const Edges& edges, const Vector& y);

}  // namespace mahala
