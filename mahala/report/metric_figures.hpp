/// @file
/// Pictures of a learned metric itself and of how it was learned.
#pragma once

#include <optional>

#include "mahala/model/model.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// The eigenvalues of the factor (singular values of two), largest first; nothing if it has none.
std::optional<Figure> spectrum_figure(const Model& model);

/// The features stretched most, with the largest of them on top; nothing if none is.
/// `names` is empty or names every feature.
std::optional<Figure> stretch_figure(const Vector& stretch, const std::vector<std::string>& names);

std::string feature_name(const std::vector<std::string>& names, Index feature);

}  // namespace mahala
