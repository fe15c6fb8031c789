#include "mahala/data/write/convert.hpp"

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/written_report.hpp"

namespace mahala::cli {
namespace {

struct ConvertArguments {
  Common common;
  DataArguments data;
  std::string output, to;
  ConvertOptions options;
};

Options describe(ConvertArguments& a) {
  return {
      {"to",
       &a.to,
       "the format to write; otherwise that of the name's ending",
       {},
       writable_formats()},
      {"single", &a.options.single,
       "round dense samples to single precision: half the size, where the format has floats"},
      {"half", &a.options.half,
       "round dense samples to float16: a quarter of the size, in npy, npz and safetensors"},
  };
}

void convert_data(const Command& command, const ConvertArguments& arguments) {
  const auto& [common, data, output, format, options] = arguments;
  check_data(command);
  if (options.single && options.half) throw UsageError("--single and --half exclude each other");
  const Writer out = as_usage([&] { return Writer(arguments.output, arguments.to); });
  check_apart(output, common.json);
  check_output(output, input_files(data));
  const Conversion done = convert(resolve_data(data.name), data.reading, out, options);
  report_converted(done, data.name, output, out.format(), common);
}

}  // namespace

void add_convert(Command& app) {
  auto arguments = std::make_shared<ConvertArguments>();
  Command command = app.add_command("convert", "write samples in another file format");
  add_data(command, arguments->data);
  command.add_option("OUTPUT", arguments->output, "the file to write").required();
  add_described(command, describe(*arguments), "Writing");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { convert_data(command, *arguments); });
}

}  // namespace mahala::cli
