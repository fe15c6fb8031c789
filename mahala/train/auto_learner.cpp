#include "mahala/train/auto_learner.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/train/choose_preparation.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

constexpr Index race_folds = 3;
constexpr double dropped_beyond = 2, tied_within = 0.5;  ///< standard errors
constexpr double patience = 4;                           ///< budgets, by the clock

struct Racer {
  std::string title;
  std::string prepare;
  std::shared_ptr<const Learner> learner = {};
  double work = 0;                 ///< of a fit, in seconds
  std::vector<double> wrong = {};  ///< 1 or 0 for each held-out sample so far
  Index folds = 0;
  std::string remark = {};

  bool runs() const { return remark.empty(); }
  bool does_nothing() const { return title == "euclidean"; }
  double error() const {
    double sum = 0;
    for (const double each : wrong) sum += each;
    return wrong.empty() ? 1 : sum / static_cast<double>(wrong.size());
  }
};

/// Samples and features that work depends on.
struct Size {
  double n, d;
};

/// Seconds of fits on two cores of a plain machine; what matters is that they are about right.
double work_of(std::string_view learner, const Size& size) {
  constexpr double rate = 1.2e10;  // operations a second
  const auto [n, d] = size;
  const double p = std::min({d, n, 64.0}), votes_of = n * n * d;
  const double axes = n * d * std::min(n, d);
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

/// One fold for one racer.
void run_fold(Racer& racer, const Dataset& data, const Fold& fold, const TrainOptions& options,
              const Run& run) {
  TrainOptions training = options;
  training.prepare = racer.prepare;
  training.impute = "none";  // the plan does
  const Dataset learned = data.select(fold.train), held_out = data.select(fold.test);
  try {
    const Trained trained = train(*racer.learner, learned, std::nullopt, training, run);
    require(trained.fit.status != Status::diverged, "{}", trained.fit.message);
    const Model& model = trained.fit.model;
    const auto predicted =
        classify_knn(embed_samples(model, learned.x), learned.labels.classes(),
                     embed_samples(model, held_out.x), std::min(choosing_votes, learned.size()));
    const auto truth = held_out.labels.classes();
    for (std::size_t i = 0; i < truth.size(); ++i) {
      racer.wrong.push_back(predicted[i] == truth[i] ? 0 : 1);
    }
    ++racer.folds;
  } catch (const Error& error) {
    racer.remark = fmt::format("could not be run: {}", error.what());
  }
}

/// Mean and standard error of how much more often `a` is wrong than `b`.
struct Gap {
  double mean = 0, error = 0;
};

Gap gap_of(const Racer& a, const Racer& b) {
  const std::size_t n = std::min(a.wrong.size(), b.wrong.size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = a.wrong[i] - b.wrong[i];
    sum += difference;
    squares += difference * difference;
  }
  const auto count = static_cast<double>(n);
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(squares / count - mean * mean, 0.0) / count)};
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

/// Runs folds [begin, end) for all that still run; false if the clock or the monitor ended it.
bool run_folds(std::vector<Racer>& racers, const Dataset& data, const std::vector<Fold>& folds,
               Index begin, Index end, const TrainOptions& options, const Run& run,
               const std::function<bool()>& goes_on) {
  for (Index f = begin; f < end; ++f) {
    parallel_for(std::ssize(racers), [&](Index k) {
      Racer& racer = racers[static_cast<std::size_t>(k)];
      if (!racer.runs() || !goes_on()) return;
      const Run part{.monitor = [&](const Progress&) { return goes_on(); }, .seed = run.seed};
      run_fold(racer, data, folds[static_cast<std::size_t>(f)], options, part);
    });
    if (!goes_on()) return false;
  }
  return true;
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

/// The first that is as good as the best, and why.
LearnerChoice choose_among(const std::vector<Racer>& racers, const std::string& remark) {
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
  const std::string why =
      winner.does_nothing()
          ? fmt::format("nothing helps: no learner beats {}, {:.2f} % of errors",
                        named_with(winner), 100 * winner.error())
          : fmt::format("{}: {:.2f} % of errors on held-out samples, {:.2f} % without learning",
                        named_with(winner), 100 * winner.error(), 100 * nothing);
  return chosen(winner, why + remark, racers);
}

class AutoLearner final : public ChoosingLearner {
 public:
  using ChoosingLearner::ChoosingLearner;

  Options options() override { return describe(options_); }

  Model prior(const Dataset& data, const Run&) const override { return identity_model(data.dim()); }

  Fit fit(const Dataset& data, const Constraints& constraints, const Run& run) const override {
    require(std::holds_alternative<Nothing>(constraints), "auto chooses by labels");
    const LearnerChoice choice = choose(data, std::nullopt, {.prepare = "none"}, run);
    return choice.learner->fit(data, constraints, run);
  }

  std::unique_ptr<OnlineState> stream(const StreamShape&, const Run&) const override {
    fail("auto does not learn from one example at a time");
  }
  bool leaves_step_open() const override { return false; }
  void note(Fit&) const override {}

  LearnerChoice choose(const Dataset& data, const std::optional<Constraints>& given,
                       const TrainOptions& options, const Run& run) const override {
    require(!given, "auto chooses by labels, not by {}: name a learner", kind(*given));
    const auto plans = options.prepare == "auto" ? preparations_for(data.x, impute_step(options))
                                                 : std::vector{preparation_asked(options)};
    require(!data.labels.empty(), "{}: has no labels to choose a learner by", data.source);
    if (!can_vote(data)) {
      return chosen(racer("euclidean", "euclidean", {}, plans.front(), {}),
                    "nothing to choose by: a vote needs one label for each sample, two classes and "
                    "12 samples; the Euclidean metric is kept",
                    {});
    }
    return race(stratified_sample(data, options_.samples, run.seed), plans, options, run);
  }

 private:
  LearnerChoice race(const Dataset& data, const std::vector<std::string>& plans,
                     const TrainOptions& options, const Run& run) const {
    std::vector<Racer> racers = racers_for(data, plans);
    keep_within(options_.budget, racers);
    Rng rng = make_rng(run.seed, RandomStream::race_folds);
    const auto folds = stratified_folds(data.labels.classes(), race_folds, rng);
    const Stopwatch watch;
    const auto goes_on = [&] { return watch.seconds() < patience * options_.budget; };
    std::string remark;
    if (!run_folds(racers, data, folds, 0, 1, options, run, goes_on)) {
      remark = "; the clock ended the race";
    } else {
      drop_beaten(racers);
      if (!run_folds(racers, data, folds, 1, race_folds, options, run, goes_on)) {
        remark = "; the clock ended the race";
      }
    }
    return choose_among(racers, remark);
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
