/// @file
/// The numbers of a report for scripts.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/report/findings.hpp"

namespace mahala::cli {

/// Verdict, distances, change of the error, stretch of the features, spectrum. Errors and the
/// like are absent where the labels do not allow them.
Json to_json(const ReportSubject& subject, const Findings& findings);

}  // namespace mahala::cli
