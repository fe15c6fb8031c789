#include "mahala/export/export.hpp"

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct ExportArguments {
  Common common;
  std::string model, output, format, side;
};

Options describe_export(ExportArguments& arguments) {
  static const std::vector<std::string> formats = export_formats();
  return {{"format",
           &arguments.format,
           "instead of the ending's",
           {},
           {formats.begin(), formats.end()}},
          {"side",
           &arguments.side,
           "of a similarity: left (queries) or right (items)",
           {},
           {"left", "right"}}};
}

void export_file(const ExportArguments& arguments) {
  check_apart(arguments.output, arguments.common.json);
  if (arguments.format.empty()) as_usage([&] { export_format_of(arguments.output); });
  check_output(arguments.output, {arguments.model});
  const Model model = load(arguments.model);
  require(arguments.side.empty() || model.kind != ModelKind::metric,
          "{}: the model is a metric, which has no sides", arguments.model);
  const ExportOptions options{
      .format = arguments.format,
      .side = arguments.side.empty() ? Side::left : parse_side(arguments.side)};
  const std::vector<std::string> remarks = export_model(model, arguments.output, options);
  for (const std::string& each : remarks) remark(arguments.common, each);
  if (arguments.common.json) {
    return print_json({{"model", arguments.model},
                       {"output", arguments.output},
                       {"input_dim", model.input_dim()},
                       {"dim", searched_dim(model)},
                       {"remarks", remarks}});
  }
  announce(arguments.common, arguments.output,
           fmt::format("{} -> {}: {}", model.input_dim(), counted(searched_dim(model), "dimension"),
                       arguments.output));
}

}  // namespace

void add_export(Command& app) {
  auto arguments = std::make_shared<ExportArguments>();
  Command command = app.add_command("export", "write a model for FAISS, ONNX, NumPy, JSON or C");
  add_model(command, arguments->model);
  command.add_option("-o,--output", arguments->output, ".faiss .onnx .npy .fvecs .json or .h")
      .text("FILE")
      .required();
  add_described(command, describe_export(*arguments), "The file");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments] { export_file(*arguments); });
}

}  // namespace mahala::cli
