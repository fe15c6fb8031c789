#include "cli/flags/described.hpp"

#include <algorithm>
#include <sstream>

#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

constexpr char choice_mark = '|';  ///< before each

std::string placeholder(const Option& option) {
  struct {
    std::string operator()(const Index*) const { return "N"; }
    std::string operator()(const double*) const { return "X"; }
    std::string operator()(const bool*) const { return ""; }
    std::string operator()(const std::string*) const { return "TEXT"; }
    std::string operator()(const Choice&) const { return "TEXT"; }
  } words;
  return std::visit(words, option.field);
}

void add_one(CLI::App& command, const Option& option, const std::string& group) {
  const std::string flag = flag_name(option.name);
  if (std::holds_alternative<bool*>(option.field)) {
    command
        .add_flag_function(
            flag, [option](std::int64_t n) { set_flag(option, n > 0 ? "true" : "false"); },
            std::string(option.help))
        ->disable_flag_override()
        ->group(group);
    return;
  }
  CLI::Option* added = command.add_option_function<std::string>(
      flag, [option](const std::string& text) { set_flag(option, text); }, help_text(option));
  added->option_text(placeholder(option))->group(group);
  const auto choices = words(option);
  set_choices(*added, {choices.begin(), choices.end()});
}

std::vector<std::string> flags_of(const CLI::App& command, const std::string& group) {
  const auto of_group = [&](const CLI::Option* option) { return option->get_group() == group; };
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options(of_group)) {
    flags.push_back(option->get_name());
  }
  return flags;
}

}  // namespace

std::string flag_name(std::string_view option) {
  std::string flag = fmt::format("--{}", option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

void set_flag(const Option& option, const std::string& text) {
  try {
    set({option}, option.name, text);
  } catch (const Error& error) {
    std::string message = error.what();
    const std::string subject = fmt::format("option {}:", option.name);
    if (message.starts_with(subject)) {
      message.replace(0, subject.size(), flag_name(option.name) + ":");
    }
    throw UsageError(message);
  }
}

std::string help_text(const Option& option) {
  const std::string standard = value(option);
  std::vector<std::string> remarks;
  if (!words(option).empty() || placeholder(option) != "TEXT") remarks.push_back(domain(option));
  if (!standard.empty()) remarks.push_back("default " + standard);
  if (remarks.empty()) return std::string(option.help);
  return fmt::format("{} ({})", option.help, fmt::join(remarks, "; "));
}

void add_described(CLI::App& command, const Options& options, const std::string& group) {
  for (const Option& option : options) add_one(command, option, group);
}

void set_choices(CLI::Option& option, const std::vector<std::string>& choices) {
  // The type has no other use: help shows the option_text, and no name of a type has a bar.
  std::string list;
  for (const std::string& choice : choices) list += choice_mark + choice;
  if (!list.empty()) option.type_name(list);
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  std::istringstream text(option.get_type_name());
  if (text.get() != choice_mark) return {};
  std::vector<std::string> choices;
  for (std::string choice; std::getline(text, choice, choice_mark);) choices.push_back(choice);
  return choices;
}

void refuse_together(const CLI::App& command, const std::string& flag, const std::string& group) {
  for (const std::string& other : flags_of(command, group)) {
    if (other != flag) refuse_both(command, flag, other);
  }
}

std::string first_given(const CLI::App& command, const std::string& group) {
  const auto flags = flags_of(command, group);
  const auto given = std::find_if(flags.begin(), flags.end(),
                                  [&](const std::string& flag) { return command.count(flag) > 0; });
  return given == flags.end() ? "" : *given;
}

void refuse_both(const CLI::App& command, const std::string& flag, const std::string& other) {
  if (command.count(flag) > 0 && command.count(other) > 0) {
    throw UsageError(fmt::format("{} and {} cannot be used together", flag, other));
  }
}

}  // namespace mahala::cli
