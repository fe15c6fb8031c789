#include "cli/output/learner_list.hpp"

#include <algorithm>

#include "mahala/train/auto_learner.hpp"

namespace mahala::cli {
namespace {

/// "triplets, forms".
std::string accepted_in_words(const LearnerEntry& entry) {
  std::string text;
  for (const Supervision kind : entry.accepts) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", kind);
  }
  return text;
}

/// ", or from triplets (--triplets), or from forms (--forms)".
std::string accepted_flags(const LearnerEntry& entry) {
  std::string text;
  for (const Supervision kind : entry.accepts) text += fmt::format(", or from {0} (--{0})", kind);
  return text;
}

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
          {"also", accepted_in_words(entry)},
          {"summary", entry.summary},
          {"options", std::move(options)}};
}

void print_list(std::span<const LearnerEntry> entries) {
  std::size_t width = 0;
  for (const LearnerEntry& entry : entries) width = std::max(width, entry.name.size());
  fmt::print("{:<{}}  {:<18} {}\n", "learner", width, "learns from", "what it is");
  const LearnerEntry& choosing = auto_learner();
  fmt::print("{:<{}}  {:<18} {}\n", choosing.name, width, needs_in_words(choosing.needs),
             choosing.summary);
  for (const LearnerEntry& entry : entries) {
    fmt::print("{:<{}}  {:<18} {}\n", entry.name, width, needs_in_words(entry.needs),
               entry.summary);
  }
  fmt::print("\n'mahala learners NAME' lists the options of one.\n");
}

void print_learner(const LearnerEntry& entry) {
  fmt::print("{}: {}\nlearns from {}{}\n", entry.name, entry.summary, needs_in_words(entry.needs),
             accepted_flags(entry));
  const auto learner = entry.make();
  const Options options = learner->options();
  fmt::print("{}", options.empty() ? "it has no options\n" : "\noptions, as --set OPTION=VALUE:\n");
  for (const Option& option : options) {
    fmt::print("  {:<16} {:<10} {} ({})\n", option.name, value(option), option.help,
               domain(option));
  }
}

}  // namespace

std::string_view needs_in_words(Supervision needs) {
  return needs == Supervision::outputs ? "regression targets" : name(needs);
}

void show_learner(const LearnerEntry& entry, const Common& common) {
  common.json ? print_json(learner_json(entry)) : print_learner(entry);
}

void list_learners(const Common& common) {
  if (!common.json) return print_list(learners());
  Json all = Json::array({learner_json(auto_learner())});
  for (const LearnerEntry& entry : learners()) all.push_back(learner_json(entry));
  print_json({{"learners", std::move(all)}});
}

}  // namespace mahala::cli
