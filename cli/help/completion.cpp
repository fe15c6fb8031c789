#include "cli/help/completion.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "cli/flags/described.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {
namespace {

/// One branch of a bash `case`: what to print for a pattern.
std::string branch(const std::string& pattern, const std::vector<std::string>& words) {
  return fmt::format("    {}) echo '{}' ;;\n", pattern, fmt::join(words, " "));
}

std::string function(std::string_view name, const std::string& subject,
                     const std::string& branches) {
  return fmt::format("{}() {{\n  case {} in\n{}  esac\n}}\n\n", name, subject, branches);
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// The words to choose from, or which sort of value it is.
std::vector<std::string> taken_by(const CLI::Option& option) {
  const std::vector<std::string> choices = choices_of(option);
  if (!choices.empty()) return choices;
  const std::string text = option.get_option_text();
  return {text == "N" || text == "X" ? "NUMBER" : "FILES"};
}

/// The flags of a sub-command, and what those that take a value take.
struct Branches {
  std::string flags, values;
};

void add_command(const CLI::App& command, Branches& branches) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    const auto names = names_of(*option);
    flags.insert(flags.end(), names.begin(), names.end());
    const std::vector<std::string> takes = taken_by(*option);
    for (const std::string& name : names) {
      if (option->get_items_expected_max() == 0) continue;
      branches.values += branch(fmt::format("'{} {}'", command.get_name(), name), takes);
    }
    if (names.empty())
      branches.values += branch(fmt::format("'{} ARGUMENT'", command.get_name()), takes);
  }
  branches.flags += branch(command.get_name(), flags);
}

/// "rank=" for `--set`, and the choices of what follows it.
std::string settings() {
  std::string branches;
  for (const LearnerEntry& entry : learners()) {
    std::vector<std::string> names;
    const auto learner = entry.make();
    for (const Option& option : learner->options()) {
      names.push_back(fmt::format("{}=", option.name));
      const auto words = mahala::words(option);
      std::vector<std::string> choices(words.begin(), words.end());
      if (std::holds_alternative<bool*>(option.field)) choices = {"true", "false"};
      if (choices.empty()) continue;
      branches += branch(fmt::format("'{} {}='", entry.name, option.name), choices);
    }
    branches += branch(fmt::format("'{} '", entry.name), names);
  }
  return branches;
}

/// bash cuts words at '=', so a value may be the word after next to its flag.
constexpr std::string_view script = R"bash(_mahala_offer() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
  [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}

_mahala_offer_value() {
  [[ $1 != NUMBER ]] || return
  if [[ $1 != FILES ]]; then _mahala_offer "$1" "$2"; return; fi
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$2")
}

_mahala() {
  COMPREPLY=()
  local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} learner= k
  if [[ $at -le 1 ]]; then _mahala_offer "$(_mahala_commands) --help --version" "$word"; return; fi
  if [[ $word == '=' ]]; then word= at=$((at + 1)); fi
  for ((k = 2; k < at - 1; k++)); do
    [[ ${COMP_WORDS[k]} == --learner ]] || continue
    learner=${COMP_WORDS[k + 1]}
    [[ $learner != '=' ]] || learner=${COMP_WORDS[k + 2]}
  done
  local before=${COMP_WORDS[at - 1]} takes
  if [[ $before == '=' ]]; then
    before=${COMP_WORDS[at - 2]}
    if [[ $before != -* ]]; then
      _mahala_offer "$(_mahala_settings "$learner $before=")" "$word"
      return
    fi
  fi
  if [[ $before == --set ]]; then _mahala_offer "$(_mahala_settings "$learner ")" "$word"; return; fi
  takes=$(_mahala_values "$command $before")
  if [[ -n $takes ]]; then _mahala_offer_value "$takes" "$word"; return; fi
  if [[ $word == -* ]]; then _mahala_offer "$(_mahala_flags "$command")" "$word"; return; fi
  _mahala_offer_value "$(_mahala_values "$command ARGUMENT")" "$word"
}

complete -F _mahala mahala
)bash";

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::vector<std::string> commands;
  Branches branches;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
    add_command(*command, branches);
  }
  return "# Completes mahala in bash; made by 'mahala help --completion bash'.\n\n" +
         fmt::format("_mahala_commands() {{\n  echo '{}'\n}}\n\n", fmt::join(commands, " ")) +
         function("_mahala_flags", "$1", branches.flags) +
         function("_mahala_values", "$1", branches.values) +
         function("_mahala_settings", "$1", settings()) + std::string(script);
}

}  // namespace mahala::cli
