/// @file
/// Lower bounds of squared distances from a few coordinates.
///
/// With h the leading principal coordinates of a point and t the length of all others,
///
///   |z_i - z_j|^2 >= |h_i - h_j|^2 + (t_i - t_j)^2,
///
/// which tells most pairs that are far apart. Where many coordinates hardly differ that saves most
/// of a product of matrices.
#pragma once

#include "mahala/core/linalg/estimated_points.hpp"

namespace mahala {

/// (h, t) for estimated points. The squares are smaller by the error of an estimate, so that
/// squares_i + squares_j - 2 z_i . z_j, in single precision, is below what an estimate gives.
struct LeadingPoints {
  LeadingPoints() = default;

  /// Three quarters of the variance have to be in at most three fifths of 48 or more coordinates;
  /// empty otherwise.
  explicit LeadingPoints(const EstimatedPoints& points);

  bool empty() const { return z.size() == 0; }

  MatrixF z = {};
  Eigen::VectorXf squares = {};
};

}  // namespace mahala
