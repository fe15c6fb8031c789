/// @file
/// The flags of `mahala report`.
#pragma once

#include "cli/flags/learning.hpp"
#include "mahala/report/report_sample.hpp"

namespace mahala::cli {

struct ReportArguments : LearningArguments {
  std::string model;
  ReportSampleOptions sample;
  double held_out = 0.3;
  std::string output = "mahala-report.html";
};

void add_report_flags(Command& command, ReportArguments& arguments);

/// UsageError for flags that are wrong or exclude each other; one file alone is DATA.
void check_report(const Command& command, ReportArguments& arguments);

}  // namespace mahala::cli
