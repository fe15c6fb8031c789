#include "cli/flags/entrants.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

using Values = std::vector<std::string>;
using Grid = std::map<std::string, Values>;  ///< option -> the values it is tried with

Values split(std::string_view text, char separator) {
  Values parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool has_option(Learner& learner, std::string_view name) {
  const Options options = learner.options();
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.name == name; });
}

/// The grids of all learners, by name.
std::map<std::string, Grid> read_settings(const Values& settings) {
  std::map<std::string, Grid> grids;
  for (const std::string& setting : settings) {
    const auto colon = setting.find(':'), equals = setting.find('=');
    if (colon == std::string::npos || equals == std::string::npos || equals < colon) {
      throw UsageError(fmt::format("--set: '{}' is not of the form learner:option=value", setting));
    }
    grids[setting.substr(0, colon)][setting.substr(colon + 1, equals - colon - 1)] =
        split(setting.substr(equals + 1), '/');
  }
  return grids;
}

std::string all_settings(Learner& learner) {
  std::string text;
  for (const Option& option : learner.options()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.name, value(option));
  }
  return text;
}

Entrant configured(const LearnerEntry& entry, const std::map<std::string, std::string>& chosen) {
  Entrant entrant{.title = std::string(entry.name), .settings = {}, .entry = &entry};
  entrant.learner = entry.make();
  for (const auto& [option, text] : chosen) {
    set(entrant.learner->options(), option, text);
    entrant.title += option == "rank" ? " rank " + text : fmt::format(" {}={}", option, text);
  }
  check_used(entrant.learner->options(), entry.make()->options());
  entrant.settings = all_settings(*entrant.learner);
  return entrant;
}

/// All combinations of the values of a grid.
void add_combinations(const LearnerEntry& entry, Grid grid,
                      std::map<std::string, std::string> chosen, std::vector<Entrant>& all) {
  if (grid.empty()) {
    all.push_back(configured(entry, chosen));
    return;
  }
  const auto [option, values] = *grid.begin();
  grid.erase(grid.begin());
  for (const std::string& text : values) {
    chosen[option] = text;
    add_combinations(entry, grid, chosen, all);
  }
}

Values ranks_of(const std::string& text, Index dim) {
  Values ranks;
  for (const std::string& word : split(text, ',')) {
    Index rank = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), rank);
    if (error != std::errc{} || end != word.data() + word.size() || rank < 1) {
      throw UsageError(fmt::format("--ranks: '{}' is no rank", word));
    }
    if (rank <= dim) ranks.push_back(word);
  }
  require(text.empty() || !ranks.empty(),
          "--ranks: none of {} is at most the number of features, {}", text, dim);
  return ranks;
}

std::vector<const LearnerEntry*> named(const std::string& names) {
  std::vector<const LearnerEntry*> chosen = {&find_learner("euclidean"), &find_learner("lda")};
  const auto add = [&](const LearnerEntry& entry) {
    if (std::find(chosen.begin(), chosen.end(), &entry) == chosen.end()) chosen.push_back(&entry);
  };
  if (names == "all") {
    for (const LearnerEntry& entry : learners()) {
      if (can_take_part(entry)) add(entry);
    }
    return chosen;
  }
  for (const std::string& name : split(names, ',')) {
    const LearnerEntry& entry = find_learner(name);
    if (!can_take_part(entry)) {
      throw UsageError(fmt::format(
          "--learners: {} gives no metric for new samples of classes and cannot be compared by "
          "neighbours",
          name));
    }
    add(entry);
  }
  return chosen;
}

}  // namespace

void add_entrants(Command& command, EntrantArguments& arguments) {
  command
      .add_option(
          "--learners", arguments.learners,
          fmt::format(
              "methods separated by commas, or all that can (default {}); euclidean and lda "
              "always take part",
              arguments.learners))
      .text("NAMES")
      .group(learning_group);
  command
      .add_option("--ranks", arguments.ranks,
                  "ranks separated by commas, for methods that have one; else the default of each")
      .text("NUMBERS")
      .group(learning_group);
  command
      .add_list("--set", arguments.settings,
                "an option of a method, with several values to try each: itml:gamma=0.1/1/10")
      .text("NAME:OPTION=VALUE ...")
      .group(learning_group);
}

bool can_take_part(const LearnerEntry& entry) {
  return entry.gives == ModelKind::metric && entry.domain == Domain::features &&
         entry.needs != Supervision::outputs;
}

std::vector<Entrant> make_entrants(const EntrantArguments& arguments, Index dim) {
  return as_usage([&] {
    auto grids = read_settings(arguments.settings);
    const Values ranks = ranks_of(arguments.ranks, dim);
    std::vector<Entrant> all;
    for (const LearnerEntry* entry : named(arguments.learners)) {
      Grid grid = grids[std::string(entry->name)];
      grids.erase(std::string(entry->name));
      // LDA knows its rank by itself: the number of classes less one.
      const bool ranked = entry->name != "lda" && has_option(*entry->make(), "rank");
      if (!ranks.empty() && ranked && !grid.contains("rank")) {
        grid["rank"] = ranks;
      }
      add_combinations(*entry, grid, {}, all);
    }
    if (!grids.empty()) {
      throw UsageError(fmt::format("--set: {} does not take part", grids.begin()->first));
    }
    return all;
  });
}

}  // namespace mahala::cli
