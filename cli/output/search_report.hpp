/// @file
/// What `mahala search` found and how fast it was.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/common.hpp"
#include "mahala/search/measured_search.hpp"

namespace mahala::cli {

struct SearchReport {
  std::string model, base, queries, output;  ///< as they were named; output may be ""
  const IndexKind& kind;
  Index k = 0, items = 0, dim = 0;  ///< neighbours asked for; samples of the base and dimensions
  const MeasuredSearch& done;
  const std::vector<std::string>&query_ids, &item_ids;
};

/// The neighbours as a file or on standard output, then a summary.
void report_search(const SearchReport& report, const Common& common);

/// Remarks on lists shorter than asked for, which are not to be taken for complete ones.
void remark_short_lists(const SearchReport& report, const Common& common);

}  // namespace mahala::cli
