/// @file
/// `mahala evaluate --model`: a model as it is, beside the Euclidean metric on the samples as
/// the model prepares them.
#pragma once

#include "cli/flags/command.hpp"
#include "cli/flags/learning.hpp"

namespace mahala::cli {

inline constexpr auto measuring_group = "Measuring";
inline constexpr auto trial_group = "Measuring a model as it is (--model without --cv)";

/// What is measured, and how.
struct MeasuringArguments {
  std::string model;  ///< instead of a learner
  std::string cv = "2x10";
  std::string measure = "knn";
  std::string at;  ///< cuts of retrieval; "" stands for k
  Index k = 5;
  double confidence = 95;  ///< in percent
};

/// Where queries look and what is relevant to them.
struct TrialArguments {
  std::string base, base_labels, qrels;
  bool skip_unknown = false;
};

void add_trial(Command& command, TrialArguments& trial);

/// UsageError unless --at is well formed and --measure wants it.
std::vector<Index> cuts_asked_for(const Command& command, const MeasuringArguments& measuring);

/// The whole road, from checking flags to the report.
void try_model(const Command& command, const LearningArguments& arguments,
               const MeasuringArguments& measuring, const TrialArguments& trial);

}  // namespace mahala::cli
