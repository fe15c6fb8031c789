#include "cli/flags/reproduce_flags.hpp"

#include <cstdlib>

#include "cli/flags/builtin.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

constexpr auto data_variable = "MAHALA_BENCH_DATA";

Options describe_reproduce(ReproduceArguments& a) {
  return {{"quick", &a.quick, "smaller sizes and fewer seeds: minutes instead of hours"},
          {"seeds", &a.seeds, "how many; 0 = as many as the experiment asks for", at_least(0)}};
}

}  // namespace

void add_reproduce_flags(Command& command, ReproduceArguments& arguments) {
  constexpr auto group = "Experiments";
  std::vector<std::string> names = {"list", "all"};
  for (const auto& each : reproduce::experiments()) names.push_back(each.name);
  command.add_option("WHAT", arguments.what, "list, all, or the name of an experiment")
      .choices(names);
  command.add_option("--data", arguments.data, "folder of the data files; else $MAHALA_BENCH_DATA")
      .text("DIR")
      .group(group);
  command.add_option("-o,--output", arguments.output, "folder for numbers, pictures and pages")
      .text("DIR")
      .group(group)
      .show_default();
  add_described(command, describe_reproduce(arguments), group);
  add_common(command, arguments.common, Uses::chance);
}

reproduce::DataFolder data_folder_of(const ReproduceArguments& arguments) {
  const char* told = std::getenv(data_variable);
  const bool elsewhere = arguments.data.empty() && told != nullptr;
  return {elsewhere ? told : arguments.data, data_directory()};
}

std::vector<const reproduce::Experiment*> chosen_experiments(const ReproduceArguments& arguments) {
  if (arguments.what != "all") {
    return {as_usage([&] { return &reproduce::find_experiment(arguments.what); })};
  }
  std::vector<const reproduce::Experiment*> chosen;
  for (const auto& each : reproduce::experiments()) chosen.push_back(&each);
  return chosen;
}

}  // namespace mahala::cli
