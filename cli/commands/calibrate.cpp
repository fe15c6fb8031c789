#include "cli/commands/commands.hpp"
#include "cli/flags/calibrate_flags.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/calibration_report.hpp"
#include "mahala/evaluate/read_trial.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

void calibrate_model(const Command& command, const CalibrateArguments& arguments) {
  check_calibrate(command, arguments);
  Model model = load(arguments.model);
  check_compares(model, arguments.model, false);
  const Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  const Pairs pairs = read_judging_pairs(arguments.pairs, data);
  CalibrateOptions options = arguments.options;
  options.seed = static_cast<std::uint64_t>(arguments.common.seed);
  const Calibrated found = calibrate(model, data, pairs, options);
  model.calibration = found.calibration;
  save(model, arguments.written());
  report_calibration(
      {.model = model, .found = found, .pairs = arguments.pairs, .output = arguments.written()},
      arguments.common);
}

}  // namespace

void add_calibrate(Command& app) {
  auto arguments = std::make_shared<CalibrateArguments>();
  Command command = app.add_command(
      "calibrate", "choose a threshold and probabilities for pairs, and keep them in the model");
  add_calibrate_flags(command, *arguments);
  command.callback([arguments, command] { calibrate_model(command, *arguments); });
}

}  // namespace mahala::cli
