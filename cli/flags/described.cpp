#include "cli/flags/described.hpp"

#include <algorithm>

#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

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

/// Other names of flags, that people may know them by.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"prepare", "--preprocess"}, {"measure", "--metrics"}};

/// "--prepare,--preprocess".
std::string names_of_flag(std::string_view option) {
  std::string names = flag_name(option);
  for (const auto& [name, other] : other_names) {
    if (name == option) names += fmt::format(",{}", other);
  }
  return names;
}

void add_one(Command& command, const Option& option, const std::string& group) {
  if (std::holds_alternative<bool*>(option.field)) {
    const auto take = [option](bool on) { set_flag(option, on ? "true" : "false"); };
    command.add_flag(flag_name(option.name), take, std::string(option.help)).group(group);
    return;
  }
  const auto take = [option](const std::string& text) { set_flag(option, text); };
  const auto choices = words(option);
  command.add_option(names_of_flag(option.name), take, help_text(option))
      .text(placeholder(option))
      .group(group)
      .choices({choices.begin(), choices.end()});
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

void add_described(Command& command, const Options& options, const std::string& group) {
  for (const Option& option : options) add_one(command, option, group);
}

void refuse_together(const Command& command, const std::string& flag, const std::string& group) {
  for (const std::string& other : command.flags_of(group)) {
    if (other != flag) refuse_both(command, flag, other);
  }
}

std::string first_given(const Command& command, const std::string& group) {
  const auto flags = command.flags_of(group);
  const auto given = std::find_if(flags.begin(), flags.end(),
                                  [&](const std::string& flag) { return command.given(flag); });
  return given == flags.end() ? "" : *given;
}

void refuse_both(const Command& command, const std::string& flag, const std::string& other) {
  if (command.given(flag) && command.given(other)) {
    throw UsageError(fmt::format("{} and {} cannot be used together", flag, other));
  }
}

}  // namespace mahala::cli
