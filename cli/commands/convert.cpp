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

Option describe_to(ConvertArguments& arguments) {
  return {"to",
          &arguments.to,
          "the format to write; otherwise that of the name's ending",
          {},
          writable_formats()};
}

Option describe_single(ConvertArguments& arguments) {
  return {"single", &arguments.options.single,
          "round dense samples to single precision: half the size, where the format has floats"};
}

Option describe_half(ConvertArguments& arguments) {
  return {"half", &arguments.options.half,
          "round dense samples to float16, 11 bits: a quarter of the size, in npy, npz and "
          "safetensors"};
}

void convert_data(const Command& command, const ConvertArguments& arguments) {
  check_data(command);
  if (arguments.options.single && arguments.options.half) {
    throw UsageError("--single and --half exclude each other");
  }
  const Writer out = as_usage([&] { return Writer(arguments.output, arguments.to); });
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, input_files(arguments.data));
  const Conversion done =
      convert(resolve_data(arguments.data.name), arguments.data.reading, out, arguments.options);
  report_converted(done, arguments.data.name, arguments.output, out.format(), arguments.common);
}

}  // namespace

void add_convert(Command& app) {
  auto arguments = std::make_shared<ConvertArguments>();
  Command command = app.add_command("convert", "write samples in another file format");
  add_data(command, arguments->data);
  command.add_option("OUTPUT", arguments->output, "the file to write").required();
  add_described(command,
                {describe_to(*arguments), describe_single(*arguments), describe_half(*arguments)},
                "Writing");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { convert_data(command, *arguments); });
}

}  // namespace mahala::cli
