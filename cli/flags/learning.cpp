#include "cli/flags/learning.hpp"

#include "cli/flags/exit.hpp"
#include "mahala/compare/candidate.hpp"
#include "mahala/train/on_ranks.hpp"

namespace mahala::cli {

void add_learning(Command& command, LearningArguments& arguments) {
  add_learner(command, arguments.learner);
  add_training(command, arguments.training);
  add_constraints(command, arguments.constraints);
  add_common(command, arguments.common, Uses::chance);
}

ConfiguredLearner check_learning(const Command& command, const LearningArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  check_constraints(command, arguments.constraints);
  ConfiguredLearner configured = configure(arguments.learner);
  check_sampling(command, arguments.training.sampling, configured.entry);
  as_usage([&] { check_on_ranks(configured.entry.name); });
  return configured;
}

void check_maps_others(const LearnerEntry& entry) {
  if (can_be_compared(entry)) return;
  throw UsageError(fmt::format("{}; {}", why_not_compared(entry),
                               entry.needs == Supervision::outputs
                                   ? "fit it, and see its objective"
                                   : "fit it, and measure the model (mahala evaluate --model)"));
}

Material read_material(const LearningArguments& arguments) {
  Material material{read_data(arguments.data, fills_missing(arguments.training)), {}};
  material.given = read_given(arguments.constraints, material.data);
  return material;
}

}  // namespace mahala::cli
