/// @file
/// How a model was learned: the objective by step and, where it was timed, by second, the quality
/// on samples held out, and the same in numbers.
#pragma once

#include <vector>

#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/model/model.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// One picture for each axis the curve has numbers for. `end` says how it ended.
std::vector<Figure> curve_figures(const std::vector<CurvePoint>& curve, const std::string& end);

/// At most a dozen points of a timed curve, the first and the last among them.
Table curve_table(const std::vector<CurvePoint>& curve);

/// Adds the pictures to `figures` and the table, or a sentence if there is no curve, to the page.
void add_learning(const Model& model, std::vector<Figure>& figures, Page& page);

}  // namespace mahala
