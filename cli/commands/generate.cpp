#include "mahala/data/generate.hpp"

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/written_report.hpp"
#include "mahala/data/write/write.hpp"

namespace mahala::cli {
namespace {

struct GenerateArguments {
  Common common;
  std::string output;
  HiddenSubspaceOptions problem;
};

void generate(const GenerateArguments& arguments) {
  as_usage([&] {
    check_writable_name(arguments.output);
    check_hidden_subspace(arguments.problem);
  });
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, {});
  const Dataset data =
      hidden_subspace(arguments.problem, static_cast<std::uint64_t>(arguments.common.seed));
  const std::vector<std::string> losses = write_dataset(data, arguments.output);
  report_generated(arguments.problem, data, arguments.output, losses, arguments.common);
}

}  // namespace

void add_generate(Command& app) {
  auto arguments = std::make_shared<GenerateArguments>();
  Command command =
      app.add_command("generate", "make a problem whose classes differ in a hidden subspace");
  add_data_output(command, arguments->output);
  add_described(command, describe(arguments->problem), "The problem");
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments] { generate(*arguments); });
}

}  // namespace mahala::cli
