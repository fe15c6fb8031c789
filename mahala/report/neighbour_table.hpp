/// @file
/// Some samples with their neighbours before and after.
#pragma once

#include "mahala/report/distance_quality.hpp"
#include "mahala/report/table.hpp"

namespace mahala {

/// Up to six queries: first those that learning mended, then those it spoiled, then others.
/// Drawn with the sample's seed.
std::vector<Index> shown_queries(const DistanceQuality& before, const DistanceQuality& after,
                                 const ReportSample& sample);

/// One row for each neighbour, nearest first, up to five for a query; those that share a label with
/// it are ticked, the others crossed.
Table neighbour_table(const DistanceQuality& before, const DistanceQuality& after,
                      const ReportSample& sample, const std::vector<Index>& queries);

}  // namespace mahala
