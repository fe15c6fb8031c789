#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/help/reference.hpp"
#include "cli/output/learner_list.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {
namespace {

struct LearnersArguments {
  Common common;
  std::string name;
  bool markdown = false;
};

void learners_command(const Command& command, const LearnersArguments& arguments) {
  refuse_both(command, "--markdown", "--json");
  refuse_both(command, "--markdown", "NAME");
  if (arguments.markdown) return fmt::print("{}", reference_page());
  if (arguments.name.empty()) return list_learners(arguments.common);
  const LearnerEntry& entry =
      as_usage([&]() -> const LearnerEntry& { return find_learner(arguments.name); });
  show_learner(entry, arguments.common);
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
