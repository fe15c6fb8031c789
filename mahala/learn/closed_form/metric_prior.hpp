/// @file
/// A metric of full rank to stay near: the identity, the inverse covariance, a matrix in a file, or
/// a model (Run::start).
#pragma once

#include <string>

#include "mahala/core/option.hpp"
#include "mahala/core/run.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

/// The metric to stay near.
enum class MetricPrior { identity, covariance };

template <>
inline constexpr std::array<std::string_view, 2> names_of<MetricPrior> = {"identity", "covariance"};

/// The options "prior" and "prior_file"; a file, unless it is "", takes the place of the prior.
Options describe_prior(MetricPrior& prior, std::string& file);

/// L with W0 = L L^T, d x r; empty = the identity. Error if a file holds no positive definite d x d
/// matrix, or the start has another number of features.
Matrix prior_root(const Dataset& data, MetricPrior prior, const std::string& file, const Run& run);

/// W0 of its root.
Model model_of_root(const Matrix& root, Index dim);

}  // namespace mahala
