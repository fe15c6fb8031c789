#include "cli/flags/online_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/exit.hpp"
#include "mahala/optimize/online/online.hpp"

namespace mahala::cli {

void check_online_steps(const Options& options) {
  OnlineOptions online;
  const Options wanted = mahala::describe(online);
  std::size_t found = 0;
  for (const Option& option : options) {
    if (option.name == "solver" && value(option) != "online") return;
    for (const Option& each : wanted) {
      if (each.name != option.name) continue;
      set({each}, each.name, value(option));
      ++found;
    }
  }
  if (found == wanted.size()) check_online(online);
}

void check_stream_options(const ConfiguredLearner& configured) {
  const Options options = configured.learner->options();
  const auto usual = configured.entry.make();
  const bool scheduled = std::any_of(options.begin(), options.end(), [](const Option& option) {
    return option.name == "schedule";
  });
  for (const Option& option : options) {
    if (option.name == "schedule" && value(option) == "anneal") {
      throw UsageError(
          "option schedule: anneal counts passes and a stream has none; use constant, or adaptive");
    }
    const bool idle = option.name == "passes" ||
                      (scheduled && (option.name == "batch" || option.name == "prefix" ||
                                     option.name == "selection" || option.name == "clip"));
    if (!idle) continue;
    for (const Option& other : usual->options()) {
      if (other.name != option.name || value(other) == value(option)) continue;
      throw UsageError(
          fmt::format("option {} counts for nothing in a stream, which passes once", option.name));
    }
  }
}

}  // namespace mahala::cli
