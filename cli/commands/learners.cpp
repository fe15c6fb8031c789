#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/help/reference.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {
namespace {

struct LearnersArguments {
  Common common;
  std::string name;
  bool markdown = false;
};

Json learner_json(const LearnerEntry& entry) {
  Json options = Json::array();
  const auto learner = entry.make();
  for (const Option& option : learner->options()) {
    options.push_back({{"name", option.name},
                       {"domain", domain(option)},
                       {"default", json_value(option)},
                       {"help", option.help}});
  }
  return {{"name", entry.name},
          {"needs", name(entry.needs)},
          {"also", entry.accepts ? name(*entry.accepts) : ""},
          {"summary", entry.summary},
          {"options", std::move(options)}};
}

void list(std::span<const LearnerEntry> entries) {
  std::size_t width = 0;
  for (const LearnerEntry& entry : entries) width = std::max(width, entry.name.size());
  fmt::print("{:<{}}  {:<12} {}\n", "learner", width, "learns from", "what it is");
  for (const LearnerEntry& entry : entries) {
    fmt::print("{:<{}}  {:<12} {}\n", entry.name, width, entry.needs, entry.summary);
  }
  fmt::print("\n'mahala learners NAME' lists the options of one.\n");
}

void show_learner(const LearnerEntry& entry) {
  fmt::print("{}: {}\nlearns from {}{}\n", entry.name, entry.summary, entry.needs,
             entry.accepts ? fmt::format(", or from {0} (--{0})", *entry.accepts) : "");
  const auto learner = entry.make();
  const Options options = learner->options();
  fmt::print("{}", options.empty() ? "it has no options\n" : "\noptions, as --set OPTION=VALUE:\n");
  for (const Option& option : options) {
    fmt::print("  {:<16} {:<10} {} ({})\n", option.name, value(option), option.help,
               domain(option));
  }
}

void learners_command(const Command& command, const LearnersArguments& arguments) {
  refuse_both(command, "--markdown", "--json");
  refuse_both(command, "--markdown", "NAME");
  if (arguments.markdown) return fmt::print("{}", reference_page());
  if (!arguments.name.empty()) {
    const LearnerEntry& entry =
        as_usage([&]() -> const LearnerEntry& { return find_learner(arguments.name); });
    return arguments.common.json ? print_json(learner_json(entry)) : show_learner(entry);
  }
  if (!arguments.common.json) return list(learners());
  Json all = Json::array();
  for (const LearnerEntry& entry : learners()) all.push_back(learner_json(entry));
  print_json({{"learners", std::move(all)}});
}

}  // namespace

void add_learners(Command& app) {
  auto arguments = std::make_shared<LearnersArguments>();
  Command command = app.add_command("learners", "list the learners and their options");
  command.add_option("NAME", arguments->name, "one learner, with its options")
      .choices(learner_names());
  command.add_flag(
      "--markdown", [arguments](bool on) { arguments->markdown = on; }, "print the reference page");
  add_common(command, arguments->common, Uses::json);
  command.callback([arguments, command] { learners_command(command, *arguments); });
}

}  // namespace mahala::cli
