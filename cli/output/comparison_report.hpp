/// @file
/// What `mahala compare` and `mahala tune` say about learners that were compared.
#pragma once

#include "cli/flags/comparing.hpp"

namespace mahala::cli {

/// A table with its marks explained, or JSON.
void report_comparison(const CompareArguments& arguments, const Dataset& data,
                       const Comparison& found);

void report_tuning(const TuneArguments& arguments, const Tuned& tuned);

}  // namespace mahala::cli
