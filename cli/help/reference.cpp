#include "cli/help/reference.hpp"

#include <fmt/format.h>

#include <iterator>

#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/output/learner_list.hpp"
#include "mahala/train/auto_learner.hpp"

namespace mahala::cli {
namespace {

/// A table cell: the bar would end it.
std::string markdown_cell(std::string text) {
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) {
    text.insert(bar, "\\");
  }
  return text;
}

/// What an option or, if so, a flag accepts; a flag that is on or off takes no value.
std::string accepts(const Option& option, bool flag) {
  return flag && std::holds_alternative<bool*>(option.field) ? "" : markdown_cell(domain(option));
}

std::string option_table(const Options& options, bool flags) {
  if (options.empty()) return "It has no options.\n";
  std::string page = fmt::format("| {} | accepts | default | meaning |\n|---|---|---|---|\n",
                                 flags ? "flag" : "option");
  for (const Option& option : options) {
    const std::string standard = value(option);
    fmt::format_to(std::back_inserter(page), "| `{}` | {} | {} | {} |\n",
                   flags ? flag_name(option.name) : std::string(option.name),
                   accepts(option, flags), standard.empty() ? "" : fmt::format("`{}`", standard),
                   markdown_cell(std::string(option.help)));
  }
  return page;
}

std::string learner_reference(const LearnerEntry& entry) {
  const auto learner = entry.make();
  return fmt::format("\n### {}\n\n{}. Learns from: {}.\n\n{}", entry.name, entry.summary,
                     needs_in_words(entry.needs), option_table(learner->options(), false));
}

template <class Described>
std::string flag_section(const std::string& title) {
  Described options;
  return fmt::format("\n### {}\n\n{}", title, option_table(describe(options), true));
}

}  // namespace

std::string reference_page() {
  std::string page =
      "# Reference\n\n"
      "Written by `mahala learners --markdown`; the tests compare the two.\n\n"
      "## Learners\n\n"
      "Options are given as `--set option=value`.\n";
  page += learner_reference(auto_learner());
  for (const LearnerEntry& entry : learners()) page += learner_reference(entry);
  page += "\n## Flags\n";
  page += flag_section<ReadOptions>("Reading data");
  page += flag_section<TrainOptions>("Preparing samples");
  page += flag_section<SampleOptions>("Drawing constraints from labels");
  page += flag_section<Common>("Common flags");
  return page;
}

}  // namespace mahala::cli
