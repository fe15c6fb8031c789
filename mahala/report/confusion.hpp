/// @file
/// The confusion matrix of a classification.
#pragma once

#include <optional>
#include <vector>

#include "mahala/report/distance_quality.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// Entry (t, p): queries of class t predicted as p.
Matrix confusion(const std::vector<Index>& truth, const std::vector<Index>& predicted,
                 Index classes);

/// The counts as a picture; nothing if there are too many classes to be read.
std::optional<Figure> confusion_figure(const std::string& title, const Matrix& counts,
                                       const std::vector<std::string>& names);

/// The mistakes most frequent before or after; empty if there are none.
Table worst_confusions(const Matrix& before, const Matrix& after,
                       const std::vector<std::string>& names);

}  // namespace mahala
