#include "mahala/compare/tune.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mahala/compare/measure.hpp"
#include "mahala/compare/side_by_side.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/train/notes.hpp"
#include "mahala/train/race_candidates.hpp"

namespace mahala {
namespace {

/// A difference that luck makes as often as one time in four is none.
constexpr double likely_luck = 0.25;

/// The first of every learner, then the second, and so on: a budget must not go to one alone.
std::vector<LearnerCandidate> interleaved(std::vector<LearnerCandidate> candidates) {
  std::map<std::string_view, Index> seen;
  std::vector<std::pair<Index, LearnerCandidate*>> turns;
  for (LearnerCandidate& each : candidates)
    turns.emplace_back(seen[each.learner->facts().name]++, &each);
  std::ranges::stable_sort(turns, {}, &std::pair<Index, LearnerCandidate*>::first);
  std::vector<LearnerCandidate> ordered;
  for (auto& [turn, candidate] : turns) ordered.push_back(std::move(*candidate));
  return ordered;
}

/// Doing nothing wins where nothing is better by more than luck.
const ComparedMethod& winner_of(const Comparison& comparison) {
  const ComparedMethod& best = comparison.best();
  const ComparedMethod& euclidean = comparison.euclidean();
  const bool better = best.error_mean < euclidean.error_mean && best.p_euclidean < likely_luck;
  if (better) return best;
  // Of the two that learn nothing the prepared one, unless the raw one is better beyond luck.
  const auto prepared = std::ranges::find(comparison.table, "euclidean", &ComparedMethod::title);
  const bool raw = !prepared->ran() || prepared->p_best < likely_luck;
  return raw ? euclidean : *prepared;
}

/// Counted work of all folds.
double work_of(const LearnerCandidate& candidate, const Dataset& data, const Protocol& protocol) {
  const auto n = static_cast<double>(data.size()), folds = static_cast<double>(protocol.folds);
  const double given = protocol.by ? static_cast<double>(count(*protocol.by)) : 0;
  const double part = (folds - 1) / folds;
  const RaceSize size{n * part, static_cast<double>(data.dim()), given * part};
  return folds * static_cast<double>(protocol.repeats) *
         counted_work(candidate.learner->facts().name, size);
}

/// Those that the budget holds, in the order given, and those that are always there.
std::vector<LearnerCandidate> within_budget(const std::vector<LearnerCandidate>& candidates,
                                            const Dataset& data, const TuneOptions& options) {
  std::vector<LearnerCandidate> kept;
  double spent = 0;
  for (const LearnerCandidate& each : candidates) {
    const bool always = each.title.starts_with("euclidean") || each.title == "lda";
    const double work = work_of(each, data, options.protocol);
    if (!always && spent + work > options.budget) continue;
    spent += work;
    kept.push_back(each);
  }
  return kept;
}

/// Is it worse on the same folds by more than two standard errors of the difference?
bool is_beaten(const ComparedMethod& method, const ComparedMethod& best) {
  constexpr double beaten_beyond = 2;
  if (std::ssize(best.errors) < least_differences) return false;
  std::vector<double> differences;
  for (std::size_t f = 0; f < best.errors.size(); ++f) {
    differences.push_back(method.errors[f] - best.errors[f]);
  }
  const double error = sample_sd(differences) / std::sqrt(std::ssize(differences));
  return sample_mean(differences) > beaten_beyond * error;
}

/// One repeat for all; the beaten go, but never what does nothing, and the others are measured on
/// all repeats.
std::vector<ComparedMethod> race_repeats(const std::vector<LearnerCandidate>& candidates,
                                         const Dataset& data, const TuneOptions& options,
                                         const Watcher& watcher) {
  CompareOptions once{.protocol = options.protocol, .training = options.training}, rest = once;
  once.protocol.repeats = 1;
  rest.protocol.first_repeat = 1;
  const auto measured = [&](const std::vector<LearnerCandidate>& some, const CompareOptions& on) {
    std::vector<double> work;
    for (const LearnerCandidate& each : some) work.push_back(work_of(each, data, on.protocol));
    return measure_side_by_side(some, work, data, on, watcher);
  };
  std::vector<ComparedMethod> methods = measured(candidates, once);
  if (options.protocol.repeats == 1) return methods;
  const ComparedMethod best = ranked(methods, once.protocol).best();
  std::vector<LearnerCandidate> left;
  std::vector<ComparedMethod*> lines;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    ComparedMethod& method = methods[k];
    if (!method.ran()) continue;
    if (!method.title.starts_with("euclidean") && is_beaten(method, best)) {
      method.failure = fmt::format("dropped after {} folds at {}", method.errors.size(),
                                   error_in_words(method.error_mean, judged_by(options.protocol)));
      continue;
    }
    left.push_back(candidates[k]);
    lines.push_back(&method);
  }
  std::vector<ComparedMethod> more = measured(left, rest);
  for (std::size_t k = 0; k < more.size(); ++k) append(*lines[k], std::move(more[k]));
  return methods;
}

void try_all(const std::vector<LearnerCandidate>& candidates, const Dataset& data,
             const TuneOptions& options, const Watcher& watcher, Tuned& tuned) {
  const auto kept = within_budget(candidates, data, options);
  tuned.candidates = std::ssize(candidates);
  tuned.tried = std::ssize(kept);
  tuned.comparison = ranked(race_repeats(kept, data, options, watcher), options.protocol);
}

Trained fit_winner(const LearnerCandidate& winner, const Dataset& data, const TuneOptions& options,
                   const Watcher& watcher, const std::string& verdict) {
  const Monitor steps = watcher.steps ? watcher.steps() : Monitor();
  const Run run{
      .monitor =
          [&](const Progress& step) { return (!steps || steps(step)) && !watcher.stopped(); },
      .seed = options.protocol.seed,
      .checkpoint = options.protocol.checkpoint};
  Provenance provenance = provenance_of(data, options.data_name);
  if (!options.fingerprint.empty()) provenance.fingerprint = options.fingerprint;
  TrainOptions training = options.training;
  if (!winner.prepare.empty()) training.prepare = winner.prepare;
  const auto given = given_for(winner, options.protocol);
  if (given) provenance.constraints_file = options.constraints_name;
  Trained trained = train_with_notes(*winner.learner, data, given, training, run, provenance);
  trained.fit.model.notes["tuned"] = verdict;
  return trained;
}

}  // namespace

std::string tuning_verdict(const Comparison& comparison) {
  const ComparedMethod& best = comparison.best();
  const ComparedMethod& euclidean = comparison.euclidean();
  const auto in_words = [&](const ComparedMethod& method) {
    return error_in_words(method.error_mean, comparison.judged_by);
  };
  const std::string errors = fmt::format("{} against {}", in_words(best), in_words(euclidean));
  if (best.error_mean >= euclidean.error_mean) {
    return fmt::format("nothing helps: none that was tried is better than euclidean, {}",
                       in_words(euclidean));
  }
  if (std::ssize(best.errors) < least_differences) {
    return fmt::format(
        "nothing is known to help: {} is best, {} of euclidean, but there are too few folds to "
        "tell",
        best.title, errors);
  }
  if (best.p_euclidean >= likely_luck) {
    return fmt::format(
        "nothing helps: {} is best, {} of euclidean, but that is within fold-to-fold "
        "noise (p = {:.2f})",
        best.title, errors, best.p_euclidean);
  }
  if (best.p_euclidean >= significant) {
    return fmt::format("{} is best, {} of euclidean, which may be fold-to-fold noise (p = {:.2f})",
                       best.title, errors, best.p_euclidean);
  }
  return fmt::format("{} is best, {} of euclidean", best.title, errors);
}

std::vector<LearnerCandidate> tuning_candidates(const CandidateGrid& grid, Index dim) {
  CandidateGrid fitting = grid;
  // One feature has no ranks to choose from; ranks that were asked for are another matter.
  if (dim < 2 && grid.ranks == TuneOptions().grid.ranks) fitting.ranks.clear();
  return interleaved(make_candidates(fitting, dim));
}

Tuned tune(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
           const TuneOptions& options, const Watcher& watcher) {
  check_truth(data, options.protocol, "choose");
  check_candidates(candidates);
  Tuned tuned;
  try_all(candidates, data, options, watcher, tuned);
  tuned.winner = winner_of(tuned.comparison);
  tuned.verdict = tuning_verdict(tuned.comparison);
  const auto winner = std::ranges::find(candidates, tuned.winner.title, &LearnerCandidate::title);
  tuned.trained = fit_winner(*winner, data, options, watcher, tuned.verdict);
  return tuned;
}

Tuned tune(const Dataset& data, const TuneOptions& options, const Watcher& watcher) {
  return tune(data, tuning_candidates(options.grid, data.dim()), options, watcher);
}

}  // namespace mahala
