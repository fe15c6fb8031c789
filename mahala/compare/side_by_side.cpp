#include "mahala/compare/side_by_side.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "mahala/compare/measure.hpp"
#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

/// A fold of a candidate.
struct Turn {
  std::size_t candidate = 0;
  Index fold = 0;
};

std::vector<Turn> longest_first(const std::vector<double>& work, Index folds) {
  std::vector<Turn> turns;
  for (std::size_t k = 0; k < work.size(); ++k) {
    for (Index fold = 0; fold < folds; ++fold) turns.push_back({k, fold});
  }
  std::ranges::stable_sort(turns, std::greater{},
                           [&](const Turn& turn) { return work[turn.candidate]; });
  return turns;
}

/// Tells the watcher of turns that were taken, one at a time.
class TurnCount {
 public:
  TurnCount(const Watcher& watcher, Index total)
      : watcher_(watcher),
        monitor_(watcher.folds ? watcher.folds("all candidates") : Monitor()),
        total_(total) {}

  bool stopped() {
    const std::lock_guard lock(mutex_);
    return asked_ || watcher_.stopped();
  }

  /// False if it asks to stop, so that the turn may have been cut short.
  bool taken(double error) {
    const std::lock_guard lock(mutex_);
    const Progress progress{
        .step = ++done_, .last_step = total_, .objective = error, .seconds = clock_.seconds()};
    if (monitor_ && !asked_ && !monitor_(progress)) asked_ = true;
    return !asked_ && !watcher_.stopped();
  }

 private:
  const Watcher& watcher_;
  Monitor monitor_;
  Index total_, done_ = 0;
  bool asked_ = false;
  Stopwatch clock_;
  std::mutex mutex_;
};

void keep_score(Archive& archive, CandidateScore& found) {
  archive("failure", found.failure);
  archive("errors", found.score.errors);
  archive("fit_seconds", found.score.fit_seconds);
  archive("rank", found.score.rank);
  auto measures = static_cast<Index>(found.score.measured.size());
  archive("measures", measures);
  found.score.measured.resize(static_cast<std::size_t>(measures));
  for (std::size_t k = 0; k < found.score.measured.size(); ++k) {
    archive(fmt::format("measure.{}.name", k), found.score.measured[k].name);
    archive(fmt::format("measure.{}.values", k), found.score.measured[k].values);
  }
}

/// The folds of one candidate as its line.
ComparedMethod joined(const LearnerCandidate& candidate, const std::vector<CandidateScore>& folds,
                      bool by_constraints) {
  ComparedMethod all{.title = candidate.title,
                     .settings = candidate.settings,
                     .megabytes = std::numeric_limits<double>::quiet_NaN()};
  std::map<std::string, std::vector<double>> values;
  for (const CandidateScore& each : folds) {
    if (!each.failure.empty()) {
      all.failure = each.failure;
      return all;
    }
    all.errors.push_back(each.score.errors.front());
    all.fit_seconds += each.score.fit_seconds / static_cast<double>(folds.size());
    all.rank = each.score.rank;
    for (const Measured& number : each.score.measured) {
      auto& own = values[number.name];
      own.insert(own.end(), number.values.begin(), number.values.end());
    }
  }
  all.error_mean = sample_mean(all.errors);
  all.error_sd = sample_sd(all.errors);
  if (!by_constraints) return all;
  for (const auto& [name, own] : values) all.means[name] = own.empty() ? 0 : sample_mean(own);
  return all;
}

}  // namespace

std::vector<ComparedMethod> measure_side_by_side(const std::vector<LearnerCandidate>& candidates,
                                                 const std::vector<double>& work,
                                                 const Dataset& data, const CompareOptions& options,
                                                 const Watcher& watcher) {
  const Protocol& protocol = options.protocol;
  const Index folds =
      protocol.split ? 1 : (protocol.repeats - protocol.first_repeat) * protocol.folds;
  const std::vector<Turn> turns = longest_first(work, folds);
  const Watcher inside{.stop = watcher.stop};
  std::vector<Candidate> in_folds;
  for (const LearnerCandidate& each : candidates) {
    in_folds.push_back(
        learned_in_folds(each, given_for(each, protocol), options.training, data.size(), inside));
  }
  std::vector<std::vector<CandidateScore>> found(
      candidates.size(), std::vector<CandidateScore>(static_cast<std::size_t>(folds)));
  KeptParts parts(protocol.checkpoint);
  TurnCount count(watcher, std::ssize(turns));
  parallel_for(std::ssize(turns), [&](Index t) {
    const auto [k, fold] = turns[static_cast<std::size_t>(t)];
    if (count.stopped()) return;
    CandidateScore& score = found[k][static_cast<std::size_t>(fold)];
    const Index part = static_cast<Index>(k) * folds + fold;
    const auto keep = [&](Archive& archive) { keep_score(archive, score); };
    const bool known = parts.recall(part, keep);
    if (!known) {
      Protocol one = protocol;
      one.only = fold;
      score = measure_or_say(in_folds[k], data, one, inside);
    }
    const double error = score.failure.empty() ? score.score.errors.front() : 1;
    if (count.taken(error) && !known) parts.done(part, keep);
  });
  if (count.stopped()) throw Stopped("stopped before all was measured");
  std::vector<ComparedMethod> methods;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    methods.push_back(joined(candidates[k], found[k], protocol.by.has_value()));
  }
  return methods;
}

}  // namespace mahala
