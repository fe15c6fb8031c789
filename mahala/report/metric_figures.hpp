/// @file
/// Pictures of a learned metric, and of samples and distances under it.
#pragma once

#include <optional>

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/model/model.hpp"
#include "mahala/report/distance_quality.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// The eigenvalues of the factor (singular values of two), largest first; nothing if it has none.
std::optional<Figure> spectrum_figure(const Model& model);

/// The features stretched most, with the largest of them on top; nothing if none is.
/// `names` is empty or names every feature.
std::optional<Figure> stretch_figure(const Vector& stretch, const std::vector<std::string>& names);

std::string feature_name(const std::vector<std::string>& names, Index feature);

/// The first two principal coordinates of the columns, 2 x n: centred, by decreasing
/// variance, distances kept as far as two dimensions can. A 1-D embedding gets a zero
/// second row. Of a hundred samples and more, the fiftieth part farthest from the mean has no
/// say in the axes, lest a few far ones turn all others into a line. Error if there are no
/// columns or no rows. Sparse samples are not filled in.
Matrix plane(const Samples& embedded);

/// `embedded` is where the distance is the plain one; colours and shapes are the classes, if
/// every sample has one label. One dimension is drawn as a row for each class. A few far samples
/// that would squeeze all others are drawn at the edge, and the caption says how many.
Figure embedding_figure(const std::string& title, const Samples& embedded, const Labels& labels);

/// Shares of pairs by distance, with the threshold that tells most of them apart. Only for a
/// distance, measured on pairs.
Figure distance_figure(const std::string& title, const DistanceQuality& quality,
                       const ReportSample& sample);

}  // namespace mahala
