/// @file
/// Samples laid out in the plane by a distance.
#pragma once

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// `embedded` is where the distance is the plain one; colours and shapes are the classes, if
/// every sample has one label. One dimension is drawn as a row for each class. A few far samples
/// that would squeeze all others are drawn at the edge, and the caption says how many.
Figure embedding_figure(const std::string& title, const Samples& embedded, const Labels& labels);

}  // namespace mahala
