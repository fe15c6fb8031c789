/// @file
/// How far apart samples of one class and of different classes are.
#pragma once

#include "mahala/report/distance_quality.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// Shares of pairs by distance, with the threshold that tells most of them apart. Only for a
/// distance that was judged by pairs.
Figure distance_figure(const std::string& title, const Judged& judged, const Exhibit& exhibit);

}  // namespace mahala
