#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/commands/commands.hpp"
#include "cli/flags/contest.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/trial.hpp"
#include "cli/output/progress.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

/// Strong ones of each kind, those first that learn in one go.
constexpr const char* default_learners = "rca,lfda,covariance,itml,psd-flat,nca,lmnn,frobmetric";

/// A difference that luck makes as often as one time in four is none.
constexpr double likely_luck = 0.25;

struct TuneArguments {
  Common common = {};
  DataArguments data = {};
  TrainOptions training = {};
  EntrantArguments entrants = {.learners = default_learners, .ranks = "2,5,10,20,50"};
  std::string cv = "5x2", output;
  Index k = 5;
  double budget = 60;
};

Options describe_tuning(TuneArguments& arguments) {
  return {{"cv", &arguments.cv, "cross-validation: folds, or folds x repeats as in 5x2"},
          {"k", &arguments.k, "nearest neighbours that vote", at_least(1)},
          {"budget", &arguments.budget,
           "seconds after which no other candidate is begun; euclidean and lda always are",
           positive()}};
}

/// In one sentence: what is best, and whether that is more than the luck of the folds.
std::string tuning_verdict(const std::vector<Standing>& table) {
  const Standing& best = best_of(table);
  const Standing& euclidean = euclidean_of(table);
  const std::string errors =
      fmt::format("{:.2f} % against {:.2f} %", 100 * best.error_mean, 100 * euclidean.error_mean);
  if (best.error_mean >= euclidean.error_mean) {
    return fmt::format("nothing helps: none that was tried is better than euclidean, {:.2f} %",
                       100 * euclidean.error_mean);
  }
  if (best.p_euclidean >= likely_luck) {
    return fmt::format(
        "nothing helps: {} is best, {} of euclidean, but the luck of the folds makes such a "
        "difference as well (p = {:.2f})",
        best.title, errors, best.p_euclidean);
  }
  if (best.p_euclidean >= significant) {
    return fmt::format(
        "{} is best, {} of euclidean, which may be the luck of the folds (p = {:.2f})", best.title,
        errors, best.p_euclidean);
  }
  return fmt::format("{} is best, {} of euclidean", best.title, errors);
}

/// Doing nothing wins where nothing is better by more than luck.
const Standing& winner_of(const std::vector<Standing>& table) {
  const Standing& best = best_of(table);
  const Standing& euclidean = euclidean_of(table);
  const bool better = best.error_mean < euclidean.error_mean && best.p_euclidean < likely_luck;
  return better ? best : euclidean;
}

struct Search {
  std::vector<Standing> table;
  std::size_t candidates = 0, tried = 0;
};

/// The first of every learner, then the second, and so on: a budget must not go to one alone.
std::vector<Entrant> interleaved(std::vector<Entrant> entrants) {
  std::map<const LearnerEntry*, Index> seen;
  std::vector<std::pair<Index, Entrant*>> turns;
  for (Entrant& entrant : entrants) turns.emplace_back(seen[entrant.entry]++, &entrant);
  std::ranges::stable_sort(turns, {}, &std::pair<Index, Entrant*>::first);
  std::vector<Entrant> ordered;
  for (auto& [turn, entrant] : turns) ordered.push_back(std::move(*entrant));
  return ordered;
}

Search search_settings(const TuneArguments& arguments, const std::vector<Entrant>& entrants,
                       const Dataset& data, const Protocol& protocol) {
  Contest contest({}, {});
  Search found{.table = {}, .candidates = entrants.size()};
  const Stopwatch watch;
  for (const Entrant& entrant : entrants) {
    const bool always = entrant.title == "euclidean" || entrant.title == "lda";
    if (!always && watch.seconds() > arguments.budget) continue;
    contest.stand(entrant, data, protocol, arguments.training, arguments.common);
    ++found.tried;
  }
  found.table = contest.table(protocol.folds);
  return found;
}

Trained fit_winner(const TuneArguments& arguments, const std::vector<Entrant>& entrants,
                   const Standing& winner, const Dataset& data) {
  for (const Entrant& entrant : entrants) {
    if (entrant.title != winner.title) continue;
    ProgressLine progress(arguments.common, "step");
    return train(
        *entrant.learner, data, std::nullopt, arguments.training,
        {.monitor = progress.monitor(), .seed = static_cast<std::uint64_t>(arguments.common.seed)});
  }
  fail("{} is no candidate", winner.title);
}

void report_tuning(const TuneArguments& arguments, const Search& found, const Standing& winner) {
  const std::string unfinished =
      found.tried < found.candidates
          ? fmt::format("{} of {} candidates were tried before the budget of {:g} s was spent",
                        found.tried, found.candidates, arguments.budget)
          : "";
  if (arguments.common.json) {
    return print_json({{"winner", winner.title},
                       {"settings", winner.settings},
                       {"verdict", tuning_verdict(found.table)},
                       {"candidates", found.candidates},
                       {"tried", found.tried},
                       {"methods", to_json(found.table)},
                       {"model", arguments.output}});
  }
  fmt::print("{}\n{}\n", contest_table(found.table, false), tuning_verdict(found.table));
  if (!unfinished.empty()) fmt::print("{}\n", unfinished);
  fmt::print("{} learned on all samples is in {}\n", winner.title, arguments.output);
}

void tune(const Command& command, const TuneArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  check_output(arguments.output, input_files(arguments.data));
  Protocol protocol{.k = arguments.k, .seed = static_cast<std::uint64_t>(arguments.common.seed)};
  as_usage([&] { parse_cv(arguments.cv, protocol); });
  const Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  require(!data.labels.empty(), "{}: has no labels to choose by", arguments.data.name);
  check_votes(protocol, data.size());
  EntrantArguments asked = arguments.entrants;
  if (!command.given("--ranks") && data.dim() < 2) asked.ranks.clear();
  const auto entrants = interleaved(make_entrants(asked, data.dim()));
  const InterruptGuard guard;
  const Search found = search_settings(arguments, entrants, data, protocol);
  const Standing& winner = winner_of(found.table);
  Trained trained = fit_winner(arguments, entrants, winner, data);
  Notes& notes = trained.fit.model.notes;
  notes["tuned"] = tuning_verdict(found.table);
  notes["samples"] = std::to_string(data.size());
  notes["fingerprint"] = fingerprint(data);
  save(trained.fit.model, arguments.output);
  report_tuning(arguments, found, winner);
}

}  // namespace

void add_tune(Command& app) {
  auto arguments = std::make_shared<TuneArguments>();
  Command command = app.add_command(
      "tune", "choose a learner, its rank and options by cross-validation, and fit it");
  add_data(command, arguments->data);
  command.add_option("-o,--output", arguments->output, "the model file to write")
      .text("MODEL")
      .required()
      .group(learning_group);
  add_entrants(command, arguments->entrants);
  add_described(command, describe_tuning(*arguments), measuring_group);
  add_training(command, arguments->training);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { tune(command, *arguments); });
}

}  // namespace mahala::cli
