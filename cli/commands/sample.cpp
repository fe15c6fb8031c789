#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/sample_flags.hpp"
#include "cli/output/announce.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/constraints/from_pairs.hpp"

namespace mahala::cli {
namespace {

/// What a file of pairs says of each sample.
Constraints made_of_pairs(const SampleArguments& arguments, const Dataset& data) {
  const auto pairs = std::get<Pairs>(read_constraints(Supervision::pairs, arguments.pairs, data));
  if (arguments.drawn() == Supervision::sets) return sets_from(pairs);
  Rng rng = make_rng(arguments.seed(), RandomStream::sampling);
  return triplets_from(pairs, arguments.training.sampling.count, rng);
}

/// Drawn as `fit` draws them, so that fitting to the file is fitting with the same seed.
Constraints draw(const SampleArguments& arguments, const Learner& learner, Dataset data) {
  if (looks_at_samples(arguments.drawn())) {
    fit_prepare(preparation_plan(arguments.training, data, arguments.seed()), data.x, data.labels);
  }
  return draw_constraints(arguments.drawn(), learner, data, arguments.training.sampling,
                          {.seed = arguments.seed()});
}

/// The metric that constraints were drawn in.
Json metric_json(const SampleArguments& arguments, const Dataset& data) {
  if (!arguments.looks_at_samples()) return {{"prepare", nullptr}, {"learner", nullptr}};
  return {{"prepare", preparation_plan(arguments.training, data, arguments.seed())},
          {"learner", arguments.learner.name}};
}

void sample(const Command& command, const SampleArguments& arguments) {
  const ConfiguredLearner configured = check_sample(command, arguments);
  check_apart(arguments.output, arguments.common.json);
  const bool keep_missing = fills_missing(arguments.training) || !arguments.looks_at_samples();
  const Dataset data = read_data(arguments.data, keep_missing);
  require(!data.labels.empty() || !arguments.pairs.empty(), "{}: has no labels to draw {} from",
          arguments.data.name, arguments.kind);
  const Constraints drawn = arguments.pairs.empty() ? draw(arguments, *configured.learner, data)
                                                    : made_of_pairs(arguments, data);
  write_constraints(drawn, data, arguments.output);
  if (!arguments.common.json) {
    const std::string noun = arguments.kind.substr(0, arguments.kind.size() - 1);
    return announce(arguments.common, arguments.output,
                    fmt::format("{}: {}", counted(count(drawn), noun), arguments.output));
  }
  Json json = {{"kind", arguments.kind}, {"count", count(drawn)}, {"samples", data.size()}};
  json.update(metric_json(arguments, data));
  json.update({{"seed", arguments.common.seed}, {"output", arguments.output}});
  print_json(json);
}

}  // namespace

void add_sample(Command& app) {
  auto arguments = std::make_shared<SampleArguments>();
  Command command = app.add_command(
      "sample", "draw constraints from labels, or make them of pairs, and save them");
  add_sample_flags(command, *arguments);
  command.callback([arguments, command] { sample(command, *arguments); });
}

}  // namespace mahala::cli
