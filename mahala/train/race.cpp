#include "mahala/train/race.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/train/choose_preparation.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

constexpr double dropped_beyond = 2, tied_within = 0.5;  ///< standard errors
constexpr double race_patience = 4;                      ///< budgets, by the clock

/// Leaves out the last of those that the budget does not hold, but never what does nothing.
void keep_within(double budget, std::vector<Racer>& racers) {
  double work = 0;
  for (Racer& each : racers) {
    work += race_folds * each.work;
    if (work <= budget || each.does_nothing()) continue;
    work -= race_folds * each.work;
    each.remark = "left out: beyond the budget";
  }
}

/// What the fold holds out, judged by the vote of the others.
void judge_by_votes(const Model& model, const Dataset& data, const Fold& fold, UnitErrors& wrong) {
  const Dataset learned = data.select(fold.train), held_out = data.select(fold.test);
  const auto predicted =
      classify_knn(embed_samples(model, learned.x), learned.labels.classes(),
                   embed_samples(model, held_out.x), std::min(choosing_votes, learned.size()));
  const auto truth = held_out.labels.classes();
  for (std::size_t i = 0; i < truth.size(); ++i) {
    wrong.same.push_back(predicted[i] == truth[i] ? 0 : 1);
  }
}

/// The same by the constraints that the fold holds out.
void judge_by_given(const Model& model, const Track& track, const Fold& fold, UnitErrors& wrong) {
  const UnitErrors here = unit_errors(embed_samples(model, track.data.x),
                                      held_out_among(*track.given, fold.test, track.data));
  wrong.same.insert(wrong.same.end(), here.same.begin(), here.same.end());
  wrong.different.insert(wrong.different.end(), here.different.begin(), here.different.end());
}

/// One fold for one racer.
void run_fold(Racer& racer, const Track& track, const Fold& fold, const TrainOptions& options,
              const Run& run) {
  TrainOptions training = options;
  training.prepare = racer.prepare;
  training.impute = "none";  // the plan does
  std::optional<Constraints> given;
  if (track.given && takes(*racer.learner, kind(*track.given))) {
    given = restrict_to(*track.given, fold.train, track.data.size());
  }
  try {
    const Trained trained =
        train(*racer.learner, track.data.select(fold.train), given, training, run);
    require(trained.fit.status != Status::diverged, "{}", trained.fit.message);
    track.given ? judge_by_given(trained.fit.model, track, fold, racer.wrong)
                : judge_by_votes(trained.fit.model, track.data, fold, racer.wrong);
    ++racer.folds;
  } catch (const Error& error) {
    racer.remark = fmt::format("could not be run: {}", error.what());
  }
}

/// Mean and standard error of how much more often `a` is wrong than `b`.
struct Gap {
  double mean = 0, error = 0;
};

/// Of paired differences; their variance is that of the mean.
Gap gap_of(const std::vector<double>& a, const std::vector<double>& b) {
  const std::size_t n = std::min(a.size(), b.size());
  if (n == 0) return {};
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = a[i] - b[i];
    sum += difference;
    squares += difference * difference;
  }
  const auto count = static_cast<double>(n);
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(squares / count - mean * mean, 0.0) / count)};
}

/// The error of an AUC has a part from either sort of pairs (DeLong, DeLong, Clarke-Pearson,
/// Biometrics 44, 1988).
Gap gap_of(const Racer& a, const Racer& b) {
  const Gap same = gap_of(a.wrong.same, b.wrong.same),
            different = gap_of(a.wrong.different, b.wrong.different);
  return {same.mean, std::hypot(same.error, different.error)};
}

const Racer& best_of(const std::vector<Racer>& racers) {
  const Racer* best = nullptr;
  for (const Racer& each : racers) {
    if (each.runs() && (best == nullptr || each.error() < best->error())) best = &each;
  }
  require(best != nullptr, "no learner could be run: {}", racers.front().remark);
  return *best;
}

void drop_beaten(std::vector<Racer>& racers) {
  const Racer best = best_of(racers);
  for (Racer& each : racers) {
    if (!each.runs() || each.does_nothing()) continue;
    const Gap gap = gap_of(each, best);
    if (gap.mean > dropped_beyond * gap.error) each.remark = "dropped after one fold";
  }
}

/// What may end a race before its last fold, from any thread: the clock, and the monitor of the
/// run, which sees the race as a run of one step a fit.
class RaceWatch {
 public:
  RaceWatch(const Run& run, double seconds, Index fits)
      : run_(run), seconds_(seconds), fits_(fits) {}

  bool goes_on() {
    const std::lock_guard lock(mutex_);
    if (ended_.empty() && processor_.seconds() > seconds_ * threads())
      ended_ = "; the clock ended the race";
    if (ended_.empty() && run_.monitor && !run_.monitor(progress())) {
      ended_ = "; the race was stopped on request";
    }
    return ended_.empty();
  }

  void count(double error) {
    const std::lock_guard lock(mutex_);
    ++done_;
    best_ = std::min(best_, error);
  }

  const std::string& ended() const { return ended_; }  ///< how; "" = it was not

 private:
  Progress progress() const {
    return {.step = done_, .last_step = fits_, .objective = best_, .seconds = watch_.seconds()};
  }

  const Run& run_;
  double seconds_;
  Index fits_, done_ = 0;
  double best_ = 1;  ///< share of errors
  std::string ended_ = {};
  Stopwatch watch_;
  ProcessorClock processor_;  ///< of all threads: a busy machine does not end races
  std::mutex mutex_;
};

/// Places of racers, those with the most work first: the last to begin should not be the longest.
std::vector<std::size_t> longest_racers_first(const std::vector<Racer>& racers) {
  std::vector<std::size_t> order(racers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t k) { return racers[k].work; });
  return order;
}

/// Runs folds [begin, end) for all that still run.
void run_folds(std::vector<Racer>& racers, const Track& track, Index begin, Index end,
               const TrainOptions& options, const Run& run, RaceWatch& watch) {
  const std::vector<std::size_t> order = longest_racers_first(racers);
  for (Index f = begin; f < end && watch.goes_on(); ++f) {
    KeptParts parts(run.checkpoint);
    parallel_for(std::ssize(racers), [&](Index turn) {
      const std::size_t place = order[static_cast<std::size_t>(turn)];
      const auto k = static_cast<Index>(place);
      Racer& racer = racers[place];
      if (!racer.runs() || !watch.goes_on()) return;
      const auto keep = [&](Archive& archive) { archive("racer", racer); };
      if (parts.recall(k, keep)) return watch.count(racer.error());
      const Run part{.monitor = [&](const Progress&) { return watch.goes_on(); }, .seed = run.seed};
      run_fold(racer, track, track.folds[static_cast<std::size_t>(f)], options, part);
      watch.count(racer.error());
      if (watch.goes_on()) parts.done(k, keep);  // else it was cut short
    });
  }
}

std::vector<TriedLearner> tried_of(const std::vector<Racer>& racers) {
  std::vector<TriedLearner> tried;
  for (const Racer& each : racers) {
    tried.push_back({each.title, each.prepare, each.error(), each.folds, each.remark});
  }
  return tried;
}

LearnerChoice chosen(const Racer& racer, std::string why, const std::vector<Racer>& racers,
                     Supervision judged_by) {
  return {racer.learner, racer.title, racer.prepare, std::move(why), tried_of(racers), judged_by};
}

std::string named_with(const Racer& racer) {
  return fmt::format("{} with prepare {}", racer.title, racer.prepare);
}

/// An error in the words of what it was judged by.
std::string in_words(double error, const Track& track) {
  if (!track.given) return fmt::format("{:.2f} % of errors", 100 * error);
  return std::holds_alternative<Pairs>(*track.given)
             ? fmt::format("AUC {:.4f}", 1 - error)
             : fmt::format("{:.2f} % of triplets violated", 100 * error);
}

Supervision judge_of(const Track& track) {
  return track.given ? kind(*track.given) : Supervision::labels;
}

std::string_view held_out_units(const Track& track) {
  return track.given ? name(kind(*track.given)) : "samples";
}

/// The first that is as good as the best, and why.
LearnerChoice choose_among(const std::vector<Racer>& racers, const Track& track,
                           const std::string& remark) {
  const Racer& best = best_of(racers);
  const auto as_good = [&](const Racer& each) {
    if (!each.runs() || each.folds < best.folds) return false;
    const Gap gap = gap_of(each, best);
    return gap.mean <= tied_within * gap.error;
  };
  const Racer& winner = *std::ranges::find_if(racers, as_good);
  double nothing = 1;
  for (const Racer& each : racers) {
    if (each.does_nothing()) nothing = std::min(nothing, each.error());
  }
  const std::string found = in_words(winner.error(), track);
  const std::string why =
      winner.does_nothing()
          ? fmt::format("nothing helps: no learner beats {}, {}", named_with(winner), found)
          : fmt::format("{}: {} on held-out {}, {} without learning", named_with(winner), found,
                        held_out_units(track), in_words(nothing, track));
  return chosen(winner, why + remark, racers, judge_of(track));
}

}  // namespace

LearnerChoice chosen_alone(const Racer& racer, std::string why) {
  return chosen(racer, std::move(why), {}, Supervision::labels);
}

LearnerChoice race(const Track& track, std::vector<Racer> racers, double budget,
                   const TrainOptions& options, const Run& run) {
  keep_within(budget, racers);
  const Index folds = std::ssize(track.folds);
  RaceWatch watch(run, race_patience * budget, folds * std::ssize(racers));
  run_folds(racers, track, 0, 1, options, run, watch);
  if (watch.ended().empty()) {
    drop_beaten(racers);
    run_folds(racers, track, 1, folds, options, run, watch);
  }
  return choose_among(racers, track, watch.ended());
}

}  // namespace mahala
