/// @file
/// The numeric types of the library.
///
/// Layout rule: a data matrix is d x n, one sample per column, column-major.
/// These are the same bytes NumPy calls a C-ordered (n, d) array and FAISS
/// calls n*d floats, so data crosses those borders without being transposed.
#pragma once

#include <Eigen/Core>

namespace mahala {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using MatrixF = Eigen::MatrixXf;
using Half = Eigen::half;  ///< 16 bits; stored, never computed with
using MatrixH = Eigen::Matrix<Half, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::VectorXd;
using MatrixView = Eigen::Ref<const Matrix>;  ///< read-only, never copies a block

}  // namespace mahala
