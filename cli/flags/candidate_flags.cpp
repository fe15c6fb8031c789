#include "cli/flags/candidate_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/flags/arguments.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

std::vector<std::string> words_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::map<std::string, OptionGrid> grids_of(const std::vector<std::string>& settings) {
  std::map<std::string, OptionGrid> grids;
  for (const std::string& setting : settings) {
    const auto colon = setting.find(':'), equals = setting.find('=');
    if (colon == std::string::npos || equals == std::string::npos || equals < colon) {
      throw UsageError(fmt::format("--set: '{}' is not of the form learner:option=value", setting));
    }
    grids[setting.substr(0, colon)][setting.substr(colon + 1, equals - colon - 1)] =
        words_of(setting.substr(equals + 1), '/');
  }
  return grids;
}

std::vector<Index> ranks_of(const std::string& text) {
  std::vector<Index> ranks;
  for (const std::string& word : words_of(text, ',')) {
    Index rank = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), rank);
    if (error != std::errc{} || end != word.data() + word.size() || rank < 1) {
      throw UsageError(fmt::format("--ranks: '{}' is no rank", word));
    }
    ranks.push_back(rank);
  }
  return ranks;
}

/// "rca, lfda" of "rca,lfda", which a manual page could not break.
std::string spaced(const std::string& names) {
  std::string text;
  for (const char c : names) text += c == ',' ? ", " : std::string(1, c);
  return text;
}

}  // namespace

void add_candidates(Command& command, CandidateArguments& arguments) {
  command
      .add_option(
          "--learners", arguments.learners,
          fmt::format(
              "methods separated by commas, or all that can (default {}; those that suit them "
              "with --pairs or --triplets); euclidean and, of labels, lda always take part",
              spaced(arguments.learners)))
      .text("NAMES")
      .group(learning_group);
  command
      .add_option("--ranks,--rank", arguments.ranks,
                  "ranks separated by commas, for methods that have one; else the default of each")
      .text("NUMBERS")
      .group(learning_group);
  command
      .add_list("--set", arguments.settings,
                "an option of a method, with several values to try each: itml:gamma=0.1/1/10")
      .text("NAME:OPTION=VALUE ...")
      .group(learning_group);
}

CandidateGrid grid_of(const CandidateArguments& arguments) {
  CandidateGrid grid{.ranks = ranks_of(arguments.ranks), .settings = grids_of(arguments.settings)};
  if (arguments.learners != "all") grid.learners = words_of(arguments.learners, ',');
  if (grid.learners != arguments.usual.learners) return grid;
  for (const auto& [learner, options] : arguments.usual.settings)
    grid.settings.try_emplace(learner, options);
  return grid;
}

CandidateGrid grid_for(const Command& command, const CandidateArguments& arguments,
                       Supervision given) {
  CandidateGrid asked = grid_of(arguments), usual = grid_given(given);
  if (!command.given("--learners")) {
    asked.learners = usual.learners;
    asked.settings = grids_of(arguments.settings);
    for (const auto& [learner, options] : usual.settings)
      asked.settings.try_emplace(learner, options);
  }
  if (!command.given("--ranks")) asked.ranks.clear();
  asked.given = given;
  return asked;
}

std::vector<LearnerCandidate> candidates_of(const CandidateGrid& grid, Index dim,
                                            MakeCandidates make) {
  return as_usage([&] { return make(grid, dim); });
}

CandidateArguments arguments_of(const CandidateGrid& grid) {
  return {.learners = fmt::format("{}", fmt::join(grid.learners, ",")),
          .ranks = fmt::format("{}", fmt::join(grid.ranks, ",")),
          .usual = grid};
}

}  // namespace mahala::cli
