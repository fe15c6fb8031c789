#include "mahala/train/auto_learner.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/train/choose_preparation.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

constexpr Index race_folds = 3;
constexpr double dropped_beyond = 2, tied_within = 0.5;  ///< standard errors
constexpr double race_patience = 4;                      ///< budgets, by the clock

struct Racer {
  std::string title;
  std::string prepare;
  std::shared_ptr<const Learner> learner = {};
  double work = 0;        ///< of a fit, in seconds
  UnitErrors wrong = {};  ///< of each held-out sample so far (1 or 0), pair or triplet
  Index folds = 0;
  std::string remark = {};

  bool runs() const { return remark.empty(); }
  bool does_nothing() const { return title == "euclidean"; }
  double error() const {
    double sum = 0;
    for (const double each : wrong.same) sum += each;
    return wrong.same.empty() ? 1 : sum / static_cast<double>(wrong.same.size());
  }
};

/// What is raced on: samples with labels, or what is given for them.
struct Track {
  Dataset data;
  std::optional<Constraints> given = {};
  std::vector<Fold> folds = {};
};

/// Samples and features that work depends on, and constraints where they are given.
struct Size {
  double n, d, m = 0;
};

/// Seconds of fits on two cores of a plain machine; what matters is that they are about right.
double work_of(std::string_view learner, const Size& size) {
  constexpr double rate = 1.2e10;  // operations a second
  const auto [n, d, m] = size;
  const double p = std::min({d, n, 64.0}), votes_of = m > 0 ? (n + m) * d : n * n * d;
  const double axes = n * d * std::min(n, d);
  if (m > 0 && learner == "psd-flat") return (axes + 400 * (n * p * p + m * p)) / rate;
  if (m > 0 && learner == "itml") return 200 * m * d * d / rate;
  if (learner == "psd-flat") return (axes + 8 * n * n * p + 400 * n * p * p) / rate;
  if (learner == "frobmetric") return (axes + 600 * n * p * p + 60 * p * p * p) / (rate / 4);
  if (learner == "euclidean") return votes_of / rate;
  return (2 * n * d * d + 10 * d * d * d + votes_of) / rate;
}

Racer racer(std::string title, std::string_view learner, const std::vector<std::string>& settings,
            std::string prepare, const Size& size) {
  std::shared_ptr<Learner> made = find_learner(learner).make();
  for (const std::string& setting : settings) set(made->options(), setting);
  return {.title = std::move(title),
          .prepare = std::move(prepare),
          .learner = std::move(made),
          .work = work_of(learner, size)};
}

/// "standardise" with so many principal axes behind it where there are more features.
std::string in_axes(const std::string& plan, Index axes, const Dataset& data) {
  const Index most = std::min(axes, 2 * data.size() / race_folds - 1);
  if (data.dim() <= most || data.x.is_sparse()) return plan;
  return plan == "none" ? fmt::format("pca:{}", most) : fmt::format("{},pca:{}", plan, most);
}

/// Those that learn from pairs or triplets, the simplest first.
std::vector<Racer> racers_given(const Dataset& data, const Constraints& given,
                                const std::vector<std::string>& plans) {
  constexpr Index few_axes = 100;
  const auto n = static_cast<double>(data.size()), d = static_cast<double>(data.dim()),
             m = static_cast<double>(count(given));
  const Size whole{n, d, m}, few{n, std::min<double>(d, few_axes), m};
  const bool pairs = std::holds_alternative<Pairs>(given), dense = !data.x.is_sparse();
  std::vector<Racer> all;
  for (const std::string& plan : plans)
    all.push_back(racer("euclidean", "euclidean", {}, plan, whole));
  if (pairs && dense) {
    all.push_back(racer("rca", "rca", {}, in_axes(plans.front(), few_axes, data), few));
  }
  for (const char* lambda : {"10", "1", "0.1", "0.01"}) {
    const std::string setting = fmt::format("lambda={}", lambda);
    for (const std::string& plan : plans) {
      all.push_back(racer("psd-flat " + setting, "psd-flat", {setting}, plan, whole));
    }
  }
  if (!dense) return all;
  for (const std::string& plan : plans) {
    const std::string_view other = pairs ? "itml" : "frobmetric";
    all.push_back(racer(std::string(other), other, {}, in_axes(plan, few_axes, data), few));
  }
  return all;
}

/// All there are for such data and these preparations, the simplest first.
std::vector<Racer> racers_for(const Dataset& data, const std::vector<std::string>& plans) {
  const auto n = static_cast<double>(data.size()), d = static_cast<double>(data.dim());
  constexpr Index few_axes = 100, many_axes = 800;
  const Size whole{n, d}, few{n, std::min<double>(d, few_axes)},
      many{n, std::min<double>(d, many_axes)};
  std::vector<Racer> all;
  for (const std::string& plan : plans)
    all.push_back(racer("euclidean", "euclidean", {}, plan, whole));
  const std::string& usual = plans.front();
  if (!data.x.is_sparse()) {
    all.push_back(racer("lda", "lda", {}, in_axes(usual, many_axes, data), many));
    all.push_back(racer("rca", "rca", {}, in_axes(usual, few_axes, data), few));
    all.push_back(racer("lfda", "lfda", {}, in_axes(usual, few_axes, data), few));
  }
  const auto add = [&](const std::string& title, std::string_view learner,
                       const std::vector<std::string>& settings) {
    for (const std::string& plan : plans) {
      const bool frob = learner == "frobmetric";
      all.push_back(racer(title, learner, settings, frob ? in_axes(plan, few_axes, data) : plan,
                          frob ? few : whole));
    }
  };
  add("psd-flat", "psd-flat", {});
  if (!data.x.is_sparse()) add("psd-flat start=rca", "psd-flat", {"start=rca"});
  add("psd-flat lambda=0.05", "psd-flat", {"lambda=0.05"});
  if (!data.x.is_sparse()) add("frobmetric", "frobmetric", {});
  return all;
}

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
    if (ended_.empty() && watch_.seconds() > seconds_) ended_ = "; the clock ended the race";
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
  std::mutex mutex_;
};

/// Runs folds [begin, end) for all that still run.
void run_folds(std::vector<Racer>& racers, const Track& track, Index begin, Index end,
               const TrainOptions& options, const Run& run, RaceWatch& watch) {
  for (Index f = begin; f < end && watch.goes_on(); ++f) {
    parallel_for(std::ssize(racers), [&](Index k) {
      Racer& racer = racers[static_cast<std::size_t>(k)];
      if (!racer.runs() || !watch.goes_on()) return;
      const Run part{.monitor = [&](const Progress&) { return watch.goes_on(); }, .seed = run.seed};
      run_fold(racer, track, track.folds[static_cast<std::size_t>(f)], options, part);
      watch.count(racer.error());
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

LearnerChoice chosen(const Racer& racer, std::string why, const std::vector<Racer>& racers) {
  return {racer.learner, racer.title, racer.prepare, std::move(why), tried_of(racers)};
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
  return chosen(winner, why + remark, racers);
}

class AutoLearner final : public ChoosingLearner {
 public:
  using ChoosingLearner::ChoosingLearner;

  Options options() override { return describe(options_); }

  Model prior(const Dataset& data, const Run&) const override { return identity_model(data.dim()); }

  Fit fit(const Dataset& data, const Constraints& constraints, const Run& run) const override {
    const bool none = std::holds_alternative<Nothing>(constraints);
    const LearnerChoice choice =
        choose(data, none ? std::nullopt : std::optional(constraints), {.prepare = "none"}, run);
    const bool learns = takes(*choice.learner, kind(constraints));
    return choice.learner->fit(data, learns ? constraints : Constraints(Nothing{}), run);
  }

  std::unique_ptr<OnlineState> stream(const StreamShape&, const Run&) const override {
    fail("auto does not learn from one example at a time");
  }
  bool leaves_step_open() const override { return false; }
  void note(Fit&) const override {}

  LearnerChoice choose(const Dataset& data, const std::optional<Constraints>& given,
                       const TrainOptions& options, const Run& run) const override {
    const auto plans = options.prepare == "auto" ? preparations_for(data.x, impute_step(options))
                                                 : std::vector{preparation_asked(options)};
    if (given) return choose_given(data, *given, plans, options, run);
    require(!data.labels.empty(),
            "{}: has no labels to choose a learner by, and no pairs or triplets are given",
            data.source);
    if (!can_vote(data)) {
      return chosen(racer("euclidean", "euclidean", {}, plans.front(), {}),
                    "nothing to choose by: a vote needs one label for each sample, two classes and "
                    "12 samples; the Euclidean metric is kept",
                    {});
    }
    Track track{stratified_sample(data, options_.samples, run.seed)};
    Rng rng = make_rng(run.seed, RandomStream::race_folds);
    track.folds = dataset_folds(track.data, std::min(race_folds, group_count(track.data)), rng);
    return race(track, racers_for(track.data, plans), options, run);
  }

 private:
  LearnerChoice choose_given(const Dataset& data, const Constraints& given,
                             const std::vector<std::string>& plans, const TrainOptions& options,
                             const Run& run) const {
    constexpr Index least = 12, for_each_sample = 10;
    require(std::holds_alternative<Pairs>(given) || std::holds_alternative<Triplets>(given),
            "auto chooses by labels, pairs or triplets, not by {}: name a learner", kind(given));
    check(given, data);
    if (count(given) < least || !can_judge(given)) {
      return chosen(racer("euclidean", "euclidean", {}, plans.front(), {}),
                    fmt::format("nothing to choose by: that takes {} pairs of both sorts, or "
                                "triplets; the Euclidean metric is kept",
                                least),
                    {});
    }
    auto [few, about] = few_constraints(data, given, for_each_sample * options_.samples, run.seed);
    Track track{std::move(few), std::move(about)};
    Rng rng = make_rng(run.seed, RandomStream::race_folds);
    track.folds = sample_folds(track.data, std::min(race_folds, group_count(track.data)), rng);
    return race(track, racers_given(track.data, *track.given, plans), options, run);
  }

  LearnerChoice race(const Track& track, std::vector<Racer> racers, const TrainOptions& options,
                     const Run& run) const {
    keep_within(options_.budget, racers);
    const Index folds = std::ssize(track.folds);
    RaceWatch watch(run, race_patience * options_.budget, folds * std::ssize(racers));
    run_folds(racers, track, 0, 1, options, run, watch);
    if (watch.ended().empty()) {
      drop_beaten(racers);
      run_folds(racers, track, 1, folds, options, run, watch);
    }
    return choose_among(racers, track, watch.ended());
  }

  AutoOptions options_;
};

}  // namespace

Options describe(AutoOptions& o) {
  return {{"budget", &o.budget,
           "work of the race, in seconds: counted, not measured, so that a seed gives one choice",
           positive()},
          {"samples", &o.samples, "to race on, at most", at_least(12)}};
}

const LearnerEntry& auto_learner() {
  static const LearnerEntry entry = [] {
    LearnerEntry made{{.name = "auto",
                       .needs = Supervision::labels,
                       .summary = "what suits the data best by held-out error: a learner and a "
                                  "preparation, or the Euclidean metric"}};
    made.make_with = [](const LearnerFacts& facts) -> std::unique_ptr<Learner> {
      return std::make_unique<AutoLearner>(facts);
    };
    return made;
  }();
  return entry;
}

}  // namespace mahala
