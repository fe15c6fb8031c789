#include "cli/commands/commands.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/generate_flags.hpp"
#include "cli/output/written_report.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

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
  add_generate_flags(command, *arguments);
  command.callback([arguments, command] { generate(command, *arguments); });
}

}  // namespace mahala::cli
