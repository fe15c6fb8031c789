#include "mahala/train/check_options.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/optimize/online/online.hpp"
#include "mahala/train/registry.hpp"

namespace mahala {
namespace {

/// Counts for nothing where samples pass once; some names mean that in learners of a schedule only.
bool idle_in_stream(std::string_view option, bool scheduled) {
  if (option == "passes") return true;
  return scheduled &&
         (option == "batch" || option == "prefix" || option == "selection" || option == "clip");
}

}  // namespace

void check_online_steps(const Options& options) {
  OnlineOptions online;
  const Options wanted = describe(online);
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

void check_stream_options(Learner& learner) {
  const auto usual = find_learner(learner.facts().name).make();
  const Options options = learner.options(), defaults = usual->options();
  const bool scheduled = std::any_of(options.begin(), options.end(), [](const Option& option) {
    return option.name == "schedule";
  });
  for (std::size_t k = 0; k < options.size(); ++k) {
    const Option& option = options[k];
    require(option.name != "schedule" || value(option) != "anneal",
            "option schedule: anneal counts passes and a stream has none; set "
            "schedule=constant and a step, or schedule=adaptive");
    require(!idle_in_stream(option.name, scheduled) || value(option) == value(defaults[k]),
            "option {} counts for nothing in a stream, which passes once", option.name);
  }
}

}  // namespace mahala
