#include "mahala/data/generate.hpp"

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/written_report.hpp"
#include "mahala/data/generate_outputs.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct GenerateArguments {
  Common common;
  std::string output, truth;
  std::string problem = "classes";
  HiddenSubspaceOptions classes;
  SystemOptions outputs;

  bool of_outputs() const { return problem == "outputs"; }

  /// Sizes are said once for both problems.
  SystemOptions system() const {
    SystemOptions sized = outputs;
    sized.samples = classes.samples;
    sized.features = classes.features;
    sized.rank = classes.subspace;
    return sized;
  }
};

Options describe_problem(GenerateArguments& arguments) {
  return {{"problem",
           &arguments.problem,
           "classes that differ in a hidden subspace, or outputs x^T W x of a system of low rank",
           {},
           {"classes", "outputs"}},
          {"truth", &arguments.truth, "of outputs: a model file for the system at the end"}};
}

/// UsageError for flags of the other problem.
void check_generate(const Command& command, const GenerateArguments& arguments) {
  for (const char* flag : {"--classes", "--separation", "--least-noise", "--most-noise"}) {
    if (!arguments.of_outputs() || !command.given(flag)) continue;
    throw UsageError(fmt::format("{} is for --problem classes", flag));
  }
  for (const char* flag : {"--noise", "--additive", "--drift", "--jump", "--truth"}) {
    if (arguments.of_outputs() || !command.given(flag)) continue;
    throw UsageError(fmt::format("{} is for --problem outputs", flag));
  }
  as_usage([&] {
    check_writable_name(arguments.output);
    if (!arguments.of_outputs()) check_hidden_subspace(arguments.classes);
  });
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, {});
  if (!arguments.truth.empty()) check_output(arguments.truth, {});
}

void generate(const Command& command, const GenerateArguments& arguments) {
  check_generate(command, arguments);
  const auto seed = static_cast<std::uint64_t>(arguments.common.seed);
  Options described;
  HiddenSubspaceOptions classes = arguments.classes;
  SystemOptions system = arguments.system();
  Dataset data;
  if (arguments.of_outputs()) {
    SystemOutputs made = as_usage([&] { return system_outputs(system, seed); });
    if (!arguments.truth.empty()) save({.left = made.factor}, arguments.truth);
    data = std::move(made.data);
    described = describe(system);
  } else {
    data = hidden_subspace(classes, seed);
    described = describe(classes);
  }
  const std::vector<std::string> losses = write_dataset(data, arguments.output);
  report_generated(described, data, arguments.output, losses, arguments.common);
}

}  // namespace

void add_generate(Command& app) {
  auto arguments = std::make_shared<GenerateArguments>();
  Command command = app.add_command(
      "generate",
      "make a problem: classes that differ in a hidden subspace, or a system's outputs");
  add_data_output(command, arguments->output);
  constexpr auto group = "The problem";
  add_described(command, describe_problem(*arguments), group);
  add_described(command, describe(arguments->classes), group);
  add_described(command, describe(arguments->outputs), group);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { generate(command, *arguments); });
}

}  // namespace mahala::cli
