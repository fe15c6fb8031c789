#include "cli/flags/learning.hpp"

#include "cli/flags/exit.hpp"

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
  return configured;
}

void check_maps_others(const LearnerEntry& entry) {
  if (entry.needs == Supervision::outputs) {
    throw UsageError(
        fmt::format("{} learns regression targets, so there are no classes to vote on: fit it, and "
                    "see its objective",
                    entry.name));
  }
  if (entry.gives != ModelKind::metric) {
    throw UsageError(fmt::format(
        "{} gives a {}, which has no distances to judge by: fit it and measure the model on other "
        "samples (mahala evaluate --model)",
        entry.name, name(entry.gives)));
  }
  if (entry.domain == Domain::features) return;
  throw UsageError(
      fmt::format("{} places the samples it learns from and has no map for others: fit "
                  "it and measure the model (mahala evaluate --model)",
                  entry.name));
}

Material read_material(const LearningArguments& arguments) {
  Material material{read_data(arguments.data, fills_missing(arguments.training)), {}};
  material.given = read_given(arguments.constraints, material.data);
  return material;
}

}  // namespace mahala::cli
