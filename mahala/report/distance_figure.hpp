/// @file
/// How far apart samples of one class and of different classes are.
#pragma once

#include "mahala/report/distance_quality.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// Shares of pairs by distance, with the threshold that tells most of them apart. Only for a
/// distance, measured on pairs.
Figure distance_figure(const std::string& title, const DistanceQuality& quality,
                       const ReportSample& sample);

}  // namespace mahala
