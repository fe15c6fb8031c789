/// @file
/// What to know about data before learning, as text and as JSON.
#pragma once

#include <string>

#include "cli/flags/common.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/data/describe/summary.hpp"

namespace mahala::cli {

/// `page` is the page that was written besides, or "".
void report_summary(const Dataset& data, const Summary& summary, const std::string& page,
                    const Common& common);

}  // namespace mahala::cli
