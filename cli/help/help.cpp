#include "cli/help/help.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/help/completion.hpp"
#include "cli/help/man_page.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/core/version.hpp"

namespace mahala::cli {
namespace {

constexpr std::size_t name_width = 26, text_width = 72;

/// What people call the work of our sub-commands.
constexpr std::pair<std::string_view, std::string_view> other_words[] = {
    {"train", "fit"},     {"learn", "fit"},      {"transform", "embed"}, {"project", "embed"},
    {"predict", "label"}, {"classify", "label"}, {"knn", "search"},      {"neighbors", "search"},
    {"plot", "report"},   {"test", "evaluate"},  {"info", "inspect"},    {"methods", "learners"}};

struct HelpArguments {
  Common common;
  std::string command, completion;
  bool man = false;
};

Options describe_help(HelpArguments& arguments) {
  return {{"completion",
           &arguments.completion,
           "print a script that completes command lines, to be sourced by the shell",
           {},
           {"bash"}},
          {"man", &arguments.man, "print the manual page, for man(1)"}};
}

/// What is printed instead of help is all that is printed.
void check_alone(const Command& command, const std::string& flag) {
  for (const char* other : {"COMMAND", "--json", "--man", "--completion"}) {
    if (flag != other) refuse_both(command, flag, other);
  }
}

void help_on_all(const CLI::App& app, const Common& common) {
  if (!common.json) return fmt::print("{}", overview(app));
  Json commands = Json::object();
  for (const CLI::App* command : app.get_subcommands({})) {
    commands[command->get_name()] = command->get_description();
  }
  print_json({{"program", "mahala"}, {"version", version()}, {"commands", std::move(commands)}});
}

void help(const CLI::App& app, const Command& own, const HelpArguments& arguments) {
  for (const char* flag : {"--man", "--completion"}) check_alone(own, flag);
  if (arguments.man) return fmt::print("{}", man_page(app));
  if (!arguments.completion.empty()) return fmt::print("{}", bash_completion(app));
  if (arguments.command.empty()) return help_on_all(app, arguments.common);
  const CLI::App* command = find_command(app, arguments.command);
  if (command == nullptr) throw UsageError(unknown_command(app, arguments.command));
  if (!arguments.common.json) return fmt::print("{}", help_on(*command));
  print_json({{"command", command->get_name()},
              {"summary", command->get_description()},
              {"help", help_on(*command)}});
}

}  // namespace

std::string help_on(const CLI::App& command) {
  std::string text = command.help("mahala");
  for (auto gap = text.find("\n\n\n"); gap != std::string::npos; gap = text.find("\n\n\n", gap)) {
    text.erase(gap, 1);
  }
  if (text.ends_with("\n\n")) text.pop_back();
  return text;
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  const auto found = app.get_subcommands([&](const CLI::App* c) { return c->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

std::string unknown_command(const CLI::App& app, const std::string& typed) {
  for (const auto& [word, name] : other_words) {
    if (typed != word) continue;
    return fmt::format("there is no sub-command '{}'; use 'mahala {}': {}", typed, name,
                       find_command(app, std::string(name))->get_description());
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return fmt::format("there is no sub-command '{}'{} (there are: {})", typed,
                     did_you_mean(typed, views), fmt::join(names, ", "));
}

std::string overview(const CLI::App& app) {
  std::string text =
      "mahala learns a distance from samples and a little supervision: labels, pairs or triplets.\n"
      "usage: mahala COMMAND ...\n\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    fmt::format_to(std::back_inserter(text), "  {:<10} {}\n", command->get_name(),
                   command->get_description());
  }
  text +=
      "\ntry:\n"
      "  mahala evaluate builtin:wine --learner psd-flat     does a learned distance help?\n"
      "  mahala fit builtin:wine --learner psd-flat -o wine.model\n"
      "'mahala help COMMAND' says more; 'mahala --version' says which this is.\n";
  return text;
}

HelpFormat::HelpFormat() {
  column_width(name_width);
  label("Positionals", "Arguments");
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  return option->get_positional() ? "" : CLI::Formatter::make_option_opts(option);
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  std::istringstream words(option->get_description());
  std::string text, word;
  std::size_t line = 0;
  while (words >> word) {
    const bool wrap = line + 1 + word.size() > text_width;
    if (!text.empty()) text += wrap ? '\n' : ' ';
    line = wrap ? word.size() : line + 1 + word.size();
    text += word;
  }
  return text;
}

void add_help(Command& app) {
  auto arguments = std::make_shared<HelpArguments>();
  Command command = app.add_command("help", "say what the program or a sub-command does");
  std::vector<std::string> names;
  for (const CLI::App* each : app.app().get_subcommands({})) names.push_back(each->get_name());
  command.add_option("COMMAND", arguments->command, "the sub-command to explain").choices(names);
  add_described(command, describe_help(*arguments), "Instead of help");
  add_common(command, arguments->common, Uses::json);
  command.callback([arguments, command, app] { help(app.app(), command, *arguments); });
}

}  // namespace mahala::cli
