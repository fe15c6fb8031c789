#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/in_flags.hpp"
#include "cli/output/summary_report.hpp"
#include "mahala/data/dense_size.hpp"
#include "mahala/report/data_page.hpp"

namespace mahala::cli {
namespace {

struct DescribeArguments {
  Common common;
  DataArguments data;
  std::string output;
};

/// A summary holds a dozen numbers for each feature.
void check_width(const Dataset& data, const DataArguments& arguments) {
  constexpr double held = 12;
  if (const auto* x = data.x.sparse()) {
    check_dense_size(arguments.name, sparse_shape(*x), held * static_cast<double>(x->rows()),
                     arguments.reading.max_bytes);
  }
}

void describe_data(const Command& command, const DescribeArguments& arguments) {
  check_data(command);
  if (!arguments.output.empty()) check_apart(arguments.output, true);
  if (!arguments.output.empty()) check_output(arguments.output, input_files(arguments.data));
  const Dataset data = read_data(arguments.data, true);
  check_width(data, arguments.data);
  const Summary summary = summarise(data);
  if (!arguments.output.empty()) {
    data_page(data, summary, in_flags(advice(summary)), arguments.data.name).save(arguments.output);
  }
  report_summary(data, summary, arguments.output, arguments.common);
}

}  // namespace

void add_describe(Command& app) {
  auto arguments = std::make_shared<DescribeArguments>();
  Command command = app.add_command("describe", "say what to know about data before learning");
  add_data(command, arguments->data);
  command.add_option("-o,--output", arguments->output, "a page with pictures to write as well")
      .text("HTML");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { describe_data(command, *arguments); });
}

}  // namespace mahala::cli
