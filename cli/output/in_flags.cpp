#include "cli/output/in_flags.hpp"

#include <algorithm>
#include <set>

#include "cli/flags/described.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/data/read/read.hpp"

namespace mahala::cli {
namespace {

/// The options that messages of the library name and that are flags of the same name.
const std::set<std::string>& flagged_options() {
  static const std::set<std::string> names = [] {
    std::set<std::string> all = {"clusters", "features", "feedback_kind", "from",  "impute",
                                 "learners", "prepare",  "protocol",      "ranks", "skip_unknown"};
    ReadOptions reading;
    for (const Option& option : mahala::describe(reading)) all.emplace(option.name);
    SampleOptions sampling;
    for (const Option& option : mahala::describe(sampling)) all.emplace(option.name);
    return all;
  }();
  return names;
}

/// Where the command line has an answer that the library cannot know of.
constexpr std::pair<std::string_view, std::string_view> answers[] = {
    {"option k of the vote", "--k"},
    {"option settings", "--set"},
    {"counts only with bounds=", "counts only with --bounds "},
    {"counts only with protocol=", "counts only with --protocol "},
    {"ask for the best labels", "'mahala label' lists the best"},
    {"let the report hold some back", "let 'mahala report DATA --learner NAME' hold some back"},
    {"their places are in the model", "'mahala embed' writes where they are"},
    {"name a model to continue from", "give --from"},
    {"see the list of learners", "'mahala learners' lists them"},
    {"retrieval and verification by a model take any number of them",
     "evaluate --model with --measure retrieval,verification takes any number of them"}};

bool was_typed(const std::string& flag, const std::vector<std::string>& typed) {
  return std::ranges::any_of(
      typed, [&](const std::string& word) { return word == flag || word.starts_with(flag + "="); });
}

/// Was it set as "--set name=value"?
bool was_set(const std::string& name, const std::vector<std::string>& typed) {
  return std::ranges::any_of(typed,
                             [&](const std::string& word) { return word.starts_with(name + "="); });
}

std::string with_answers(std::string message) {
  for (const auto& [phrase, answer] : answers) {
    const auto at = message.find(phrase);
    if (at != std::string::npos) message.replace(at, phrase.size(), answer);
  }
  return message;
}

}  // namespace

std::string in_flags(const std::string& message) { return in_flags(message, {}); }

std::string in_flags(const std::string& message, const std::vector<std::string>& typed) {
  constexpr std::string_view word = "option ", letters = "abcdefghijklmnopqrstuvwxyz_";
  std::string text = message;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const auto begin = at + word.size();
    const auto end = std::min(text.find_first_not_of(letters, begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    const bool assigned = end < text.size() && text[end] == '=';
    const bool subject = assigned || (end < text.size() && text[end] == ':');
    if (flagged_options().contains(name) || (subject && was_typed(flag_name(name), typed))) {
      text.replace(at, end - at + (assigned ? 1 : 0), flag_name(name) + (assigned ? " " : ""));
    } else if (subject && was_set(name, typed)) {
      text.replace(at, word.size(), "--set ");
    }
  }
  return with_answers(text);
}

std::vector<std::string> in_flags(std::vector<std::string> messages) {
  for (std::string& message : messages) message = in_flags(message);
  return messages;
}

}  // namespace mahala::cli
