#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/inspect_report.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct InspectArguments {
  Common common;
  DataArguments data;
};

void inspect_file(const Command& command, const InspectArguments& arguments) {
  check_data(command);
  if (!is_model(resolve_data(arguments.data.name))) {
    return report_data(read_data(arguments.data, true), arguments.common);
  }
  const std::string flag = first_given(command, reading_group);
  if (!flag.empty()) {
    throw UsageError(
        fmt::format("{}: {} is a model, not data to be read", flag, arguments.data.name));
  }
  report_model(load(arguments.data.name), arguments.common);
}

}  // namespace

void add_inspect(Command& app) {
  auto arguments = std::make_shared<InspectArguments>();
  Command command = app.add_command("inspect", "say what is in a model or data file");
  add_data(command, arguments->data);
  command.find("DATA").help("a model file, or samples in any supported format");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { inspect_file(command, *arguments); });
}

}  // namespace mahala::cli
