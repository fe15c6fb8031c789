#include "cli/flags/calibrate_flags.hpp"

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {

void add_calibrate_flags(Command& command, CalibrateArguments& arguments) {
  constexpr auto group = "Calibrating";
  add_model(command, arguments.model);
  add_data(command, arguments.data);
  command
      .add_option(
          "--pairs", arguments.pairs,
          "CSV of i,j,same (1 or 0) or i,j,relation; other pairs than the model was learned "
          "from, and than it will be judged on")
      .text("FILE")
      .required()
      .group(group);
  command
      .add_option("-o,--output", arguments.output,
                  "the model file to write; else MODEL itself is calibrated")
      .text("MODEL")
      .group(group);
  add_described(command, mahala::describe(arguments.options), group);
  add_common(command, arguments.common, Uses::chance);
}

void check_calibrate(const Command& command, const CalibrateArguments& arguments) {
  check_data(command);
  as_usage([&] { check(arguments.options); });
  check_output(arguments.written(), input_files(arguments.data, {arguments.pairs}));
}

}  // namespace mahala::cli
