#include "cli/output/in_flags.hpp"

#include <regex>
#include <set>

#include "cli/flags/described.hpp"
#include "mahala/data/read/read.hpp"

namespace mahala::cli {
namespace {

/// The options that messages of the library name and that are flags of the same name.
const std::set<std::string>& flagged_options() {
  static const std::set<std::string> names = [] {
    std::set<std::string> all = {"clusters", "from",     "impute",
                                 "prepare",  "protocol", "skip_unknown"};
    ReadOptions reading;
    for (const Option& option : mahala::describe(reading)) all.emplace(option.name);
    return all;
  }();
  return names;
}

/// Where the command line has an answer that the library cannot know of.
constexpr std::pair<std::string_view, std::string_view> answers[] = {
    {"see the list of learners", "'mahala learners' lists them"},
    {"retrieval and verification by a model take any number of them",
     "evaluate --model with --measure retrieval,verification takes any number of them"}};

std::string with_answers(std::string message) {
  for (const auto& [phrase, answer] : answers) {
    const auto at = message.find(phrase);
    if (at != std::string::npos) message.replace(at, phrase.size(), answer);
  }
  return message;
}

}  // namespace

std::string in_flags(const std::string& message) {
  static const std::regex option(R"(\boption ([a-z]+(?:_[a-z]+)*)(=?))");
  std::string text;
  std::string::const_iterator end = message.begin();
  for (std::sregex_iterator found(message.begin(), message.end(), option), none; found != none;
       ++found) {
    const std::smatch& match = *found;
    text.append(end, match[0].first);
    text += flagged_options().contains(match[1])
                ? flag_name(match[1].str()) + (match[2].length() > 0 ? " " : "")
                : match[0].str();
    end = match[0].second;
  }
  return with_answers(text.append(end, message.end()));
}

std::vector<std::string> in_flags(std::vector<std::string> messages) {
  for (std::string& message : messages) message = in_flags(message);
  return messages;
}

}  // namespace mahala::cli
