#include "cli/help/man_page.hpp"

#include <fmt/format.h>

#include <string_view>

#include "cli/flags/described.hpp"
#include "cli/output/learner_list.hpp"
#include "mahala/core/version.hpp"
#include "mahala/train/auto_learner.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {
namespace {

/// Text that roff prints as it is.
std::string roff_text(std::string_view text) {
  std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string bold(std::string_view text) { return "\\fB" + roff_text(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + roff_text(text) + "\\fR"; }

/// A term and, indented below it, what it means.
std::string item(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, roff_text(meaning));
}

/// "-o, --output FILE", or the name of an argument.
std::string term(const CLI::Option& option) {
  if (option.get_positional()) return slanted(option.get_name());
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back(bold("-" + name));
  for (const std::string& name : option.get_lnames()) names.push_back(bold("--" + name));
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (option.get_items_expected_max() > 0) text += " " + slanted(option.get_option_text());
  return text;
}

std::string synopsis(const CLI::App& command) {
  std::string line = bold("mahala " + command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = slanted(option->get_name());
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  return line + " [" + slanted("flags") + "]";
}

std::string command_section(const CLI::App& command) {
  std::string text = fmt::format(".SS {}\n{}\n.PP\n{}\n", roff_text(command.get_name()),
                                 roff_text(command.get_description()), synopsis(command));
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) text += item(term(*option), option->get_description());
  }
  for (const std::string& group : command.get_groups()) {
    const auto options = command.get_options([&](const CLI::Option* option) {
      return option->get_group() == group && !option->get_positional();
    });
    if (!options.empty()) text += fmt::format(".PP\n{}:\n", roff_text(group));
    for (const CLI::Option* option : options)
      text += item(term(*option), option->get_description());
  }
  return text;
}

std::string learner_manual(const LearnerEntry& entry) {
  std::string text = fmt::format(".SS {}\n{}. Learns from: {}.\n", roff_text(entry.name),
                                 roff_text(entry.summary), roff_text(needs_in_words(entry.needs)));
  const auto learner = entry.make();
  for (const Option& option : learner->options()) {
    text += item(bold(fmt::format("--set {}=", option.name)) + slanted("value"), help_text(option));
  }
  return text;
}

constexpr std::pair<std::string_view, std::string_view> exit_codes[] = {
    {"0", "done"},
    {"1", "the input is bad: a file, or what is in it"},
    {"2", "the command line is wrong"},
    {"3", "learning diverged; no model was saved"},
    {"4", "an experiment of a paper came out otherwise than published"},
    {"70", "an error of the program itself"},
    {"130", "interrupted; the best model so far was saved, if there is one"},
    {"143", "terminated where there is no model to save"}};

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string page = fmt::format(
      ".TH MAHALA 1 \"\" \"mahala {}\" \"User Commands\"\n"
      ".SH NAME\nmahala \\- learn a distance from samples and what is known about them\n"
      ".SH SYNOPSIS\n{} {} ...\n"
      ".SH COMMANDS\n",
      roff_text(version()), bold("mahala"), slanted("command"));
  for (const CLI::App* command : app.get_subcommands({})) page += command_section(*command);
  page += ".SH LEARNERS\n";
  page += learner_manual(auto_learner());
  for (const LearnerEntry& entry : learners()) page += learner_manual(entry);
  page += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes) page += item(bold(code), meaning);
  return page;
}

}  // namespace mahala::cli
