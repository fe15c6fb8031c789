/// @file
/// The flags of `mahala evaluate`: what is measured, and how.
#pragma once

#include "cli/flags/learning.hpp"
#include "mahala/evaluate/cross_validate.hpp"
#include "mahala/evaluate/read_trial.hpp"

namespace mahala::cli {

inline constexpr auto measuring_group = "Measuring";
inline constexpr auto trial_group = "Measuring a model as it is (--model without --cv)";

/// How cross-validation is done where neighbours vote.
struct FoldArguments {
  std::string cv = "2x10";
  Index k = 5;
};

Options describe(FoldArguments& folds);

/// "2x10 cross-validation", "5-fold cross-validation".
std::string cv_in_words(const std::string& cv);

/// A plan of preparation, or what auto stands for in folds.
std::string plan_in_words(const std::string& plan);

struct MeasuringArguments {
  std::string model;  ///< instead of a learner
  FoldArguments folds = {};
  std::string measure = "knn";
  std::string at;          ///< cuts of retrieval; "" stands for k
  double confidence = 95;  ///< in percent
  std::string baselines = "all";
};

/// Where queries look and what is relevant to them.
struct TrialArguments {
  std::string base, base_labels, qrels;
  bool skip_unknown = false;
  std::string picture = {};  ///< of how far probabilities can be relied on
};

struct EvaluateArguments : LearningArguments {
  MeasuringArguments measuring = {};
  TrialArguments trial = {};
};

void add_measuring(Command& command, MeasuringArguments& measuring);
void add_trial(Command& command, TrialArguments& trial);

/// Folds and votes; UsageError unless `cv` is well formed.
Protocol folds_of(const FoldArguments& folds, const Common& common);

/// The same with measures and cuts; UsageError unless the flags of measuring are well formed.
Protocol protocol_of(const Command& command, const MeasuringArguments& measuring,
                     const Common& common);

/// What a learner is judged by in folds: labels, or the pairs or triplets it learns from where
/// there are none. UsageError for flags of votes then.
Protocol judged_by(const Command& command, Protocol protocol, const Material& material);

/// UsageError unless --at and --measure are well formed.
void check_measuring(const Command& command, const MeasuringArguments& measuring);

/// What `--model` without `--cv` asks for, without samples; UsageError for flags that do not go
/// with it.
Trial trial_asked_for(const Command& command, const MeasuringArguments& measuring, ModelKind kind,
                      std::uint64_t seed);

TrialFiles files_of(const LearningArguments& arguments, const TrialArguments& trial);

}  // namespace mahala::cli
