#include "mahala/train/train.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/data/prepare/plan_spelling.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/learn/stream/learn_steps.hpp"
#include "mahala/train/choice.hpp"
#include "mahala/train/choose_preparation.hpp"
#include "mahala/train/learned_preparation.hpp"
#include "mahala/train/on_ranks.hpp"
#include "mahala/train/weigh.hpp"

namespace mahala {
namespace {

Constraints draw_constraints(Supervision kind, const Model& prior, const Dataset& data,
                             const SampleOptions& options, const Run& run) {
  Rng rng = make_rng(run.seed, RandomStream::sampling);
  if (!looks_at_samples(kind)) return sample_constraints(kind, data.labels, {}, options, rng);
  return sample_constraints(kind, data.labels, embed_prepared_samples(prior, data.x), options, rng);
}

/// Does `train` draw constraints for it? Error if there are no labels to draw them from.
bool draws_constraints(const LearnerFacts& facts, const Dataset& data) {
  if (facts.needs == Supervision::nothing) return false;
  const bool from_labels =
      facts.needs == Supervision::labels || facts.needs == Supervision::outputs;
  if (facts.needs == Supervision::outputs && data.outputs.size() > 0) return false;
  require(!data.labels.empty() || !from_labels, "{}: has no labels, which {} learns from",
          data.source, facts.name);
  require(!data.labels.empty(),
          "{} learns from {}: none are given, and {} has no labels to draw them from", facts.name,
          facts.needs, data.source);
  return !facts.samples_itself && !from_labels;
}

/// Forms of features, and outputs that are vectors like the samples, mean these as they are.
bool speaks_of_features(const Dataset& data, const Constraints& given) {
  return data.outputs.size() > 0 || kind(given) == Supervision::forms;
}

TrainOptions as_they_are(TrainOptions options) {
  options.prepare = "none";
  return options;
}

/// The plan as asked for, or chosen. What is learned from chooses for learners that learn from
/// something.
std::string plan_for(const Learner& learner, const TrainOptions& options, const Dataset& data,
                     const Constraints& given, const Run& run) {
  if (speaks_of_features(data, given) && options.prepare == "auto") {
    return preparation_asked(as_they_are(options));
  }
  if (learner.facts().needs == Supervision::nothing) return preparation_plan(options, data.x);
  if (options.prepare == "auto" && learner.facts().gives == ModelKind::similarity) {
    const std::string impute = impute_step(options);
    return choose_preparation(data, impute, run.seed, given,
                              preparations_for_products(data.x, impute))
        .plan;
  }
  if (learning_can_choose(learner, data, given, options)) {
    return choose_by_learning(learner, data, given, options, run).plan;
  }
  return preparation_plan(options, data, run.seed, given);
}

/// What these samples tell of preparation, after which they are prepared.
Prepare fitted_preparation(const Learner& learner, const TrainOptions& options, Dataset& data,
                           const Constraints& given, const Run& run) {
  return fit_prepare(plan_for(learner, options, data, given, run), data.x, data.labels);
}

/// The same by `rows` alone.
Prepare fitted_preparation(const Learner& learner, const TrainOptions& options, Dataset& data,
                           const Constraints& given, const std::vector<Index>& rows,
                           const Run& run) {
  Dataset part = data.select(rows);
  Prepare prepare =
      fitted_preparation(learner, options, part, restrict_to(given, rows, data.size()), run);
  data.x = apply(prepare, std::move(data.x));
  return prepare;
}

/// By the model that is gone on from, else by all samples that learning may look at.
Prepare prepared(const Learner& learner, const TrainOptions& options, Dataset& data,
                 const Constraints& given, const Run& run) {
  if (options.from != nullptr) {
    data.x = apply(options.from->prepare, std::move(data.x));
    return options.from->prepare;
  }
  const double share = learner.held_out();
  if (share == 0) return fitted_preparation(learner, options, data, given, run);
  return fitted_preparation(learner, options, data, given,
                            held_out_split(data.size(), share, run.seed).learned, run);
}

/// Will the learner choose a step size by folds of samples whose preparation depends on them?
bool prepares_folds(const Learner& learner, const TrainOptions& options, const Dataset& data) {
  return options.from == nullptr && learner.leaves_step_open() && !data.labels.empty() &&
         options.prepare != "none" && options.prepare != "unit";
}

/// A ranking goes on with its own labels, in its order.
void take_labels(const Model& from, Dataset& data) {
  if (from.kind != ModelKind::ranking) return;
  data.labels = data.labels.renumbered(from.labels);
  require(data.labels.label_count() == std::ssize(from.labels),
          "{}: the label '{}' is none of the {} of the model to continue from", data.source,
          data.labels.names()[from.labels.size()], from.labels.size());
}

constexpr auto imputing = "impute:";  ///< a step of a plan begins so

}  // namespace

Options describe(TrainOptions& options) {
  return {
      {"prepare", &options.prepare,
       "what samples go through first: auto (as they are, standardised or, of embeddings, of unit "
       "length: chosen by the labels, or by pairs or triplets where there are none; sparse ones "
       "stay "
       "as they are), none, or a comma list of "
       "centre, standardise, scale, unit, pca:N, whiten:G, min-df:K, max-df:F, top-df:N, gain:N, "
       "tfidf"},
      {"impute", &options.impute, "how to fill missing values", {}, {"none", "median", "mean"}},
  };
}

void check(const TrainOptions& options) {
  check(options.sampling);
  const bool twice =
      options.impute != "none" && options.prepare.find(imputing) != std::string::npos;
  require(!twice, "option impute {} and option prepare {}: missing cells are filled once",
          options.impute, options.prepare);
  if (options.prepare == "auto") return;
  try {
    check_plan(options.prepare);
  } catch (const Error& error) {
    fail("option prepare: {}", error.what());
  }
}

std::string impute_step(const TrainOptions& options) {
  return options.impute == "none" ? "" : imputing + options.impute;
}

bool fills_missing(const TrainOptions& options) {
  return options.impute != "none" || options.prepare.find(imputing) != std::string::npos;
}

void check_space(const Options& options, const Model& from) {
  const auto theirs = from.notes.find("option.space");
  const auto ours = std::find_if(options.begin(), options.end(),
                                 [](const Option& option) { return option.name == "space"; });
  const std::string space = theirs == from.notes.end() ? "" : theirs->second;
  if (ours == options.end()) {
    require(space != "vector" && space != "tasks",
            "the model to continue from predicts regression targets w^T x and is no metric");
    return;
  }
  const std::string wanted = value(*ours);
  require(wanted != "tasks", "option space: tasks cannot continue from a model");
  require(space != "tasks" && (space == "vector") == (wanted == "vector"),
          "option space: {}, but the model to continue from {} of space {}", wanted,
          space.empty() ? "is a metric and not" : "is", space.empty() ? "vector" : space);
}

Matrix factor_of(const Model& model, const Samples& prepared) {
  if (model.domain == Domain::kernel) return embed_prepared(model, prepared).transpose();
  if (model.identity == 0 || model.kind != ModelKind::metric) return model.left;
  check_square("continuing from a metric with an identity part", model.dim());
  return embed_prepared(model, Samples(Matrix(Matrix::Identity(model.dim(), model.dim()))));
}

void check_from(const LearnerFacts& learner, const Model& from) {
  require(learner.continues, "{} learns in one go and cannot continue from a model", learner.name);
  require(from.kind == learner.gives, "{} gives a {} and cannot continue from a {}", learner.name,
          name(learner.gives), name(from.kind));
  require(learner.domain == Domain::objects || from.domain == Domain::features,
          "{} learns from features and cannot continue from a model that places {} objects",
          learner.name, from.left.rows());
  require(learner.domain == Domain::features || from.domain == Domain::objects,
          "{} places objects and cannot continue from a metric of {} features", learner.name,
          from.left.rows());
  require(from.kind == ModelKind::metric || from.identity == 0,
          "{} cannot continue from a similarity with an identity part", learner.name);
}

Constraints draw_constraints(Supervision kind, const Learner& learner, const Dataset& data,
                             const SampleOptions& options, const Run& run) {
  return draw_constraints(kind, looks_at_samples(kind) ? learner.prior(data, run) : Model{}, data,
                          resolved(options, learner.facts().recipe), run);
}

std::string preparation_plan(const TrainOptions& options, const Dataset& data, std::uint64_t seed,
                             const Constraints& given) {
  if (options.prepare != "auto") return preparation_asked(options);
  return choose_preparation(data, impute_step(options), seed, given).plan;
}

std::string preparation_plan(const TrainOptions& options, const Samples& x) {
  return options.prepare == "auto" ? usual_preparation(x, impute_step(options))
                                   : preparation_asked(options);
}

std::string preparation_asked(const TrainOptions& options) {
  const std::string plan = canonical_plan(options.prepare);
  const std::string impute = impute_step(options);
  if (impute.empty()) return plan;
  return plan == "none" ? impute : impute + "," + plan;
}

namespace {

/// Chooses, and trains what was chosen on all samples.
Trained train_chosen(const ChoosingLearner& choosing, Dataset data,
                     const std::optional<Constraints>& given, const TrainOptions& options,
                     const Run& run) {
  const Stopwatch watch;
  auto choice = std::make_shared<const LearnerChoice>(choosing.choose(data, given, options, run));
  TrainOptions training = options;
  training.prepare = choice->prepare;
  training.impute = "none";  // the plan does
  const bool learns = given && takes(*choice->learner, kind(*given));
  Trained trained =
      train(*choice->learner, std::move(data), learns ? given : std::nullopt, training, run);
  note_choice(*choice, trained.fit.model);
  trained.choice = std::move(choice);
  trained.seconds = watch.seconds();
  return trained;
}

/// What a learner forms may be larger than its samples by far.
Fit fit_in_memory(const Learner& learner, const Dataset& data, const Constraints& constraints,
                  const Run& run) {
  try {
    return learner.fit(data, constraints, run);
  } catch (const std::bad_alloc&) {
    fail("{}: what it forms of {} samples of {} features does not fit in memory",
         learner.facts().name, data.size(), data.dim());
  }
}

const Constraints no_constraints = Nothing{};

/// What is learned from: given, of which there may be too many for a copy, or drawn here.
struct Lesson {
  const Constraints* given = nullptr;
  Constraints drawn_or_bounded = {};
  const Constraints& constraints() const { return given != nullptr ? *given : drawn_or_bounded; }
  Model prior = {};  ///< where it was drawn, or where its bounds are from
  std::optional<SampleOptions> drawn = {};
  std::optional<DerivedBounds> bounds = {};
};

/// Pairs whose bounds are those of the metric they are drawn in, so that they can be drawn anew.
bool draws_neighbours(Supervision kind, const SampleOptions& drawn) {
  return kind == Supervision::pairs && drawn.bounds == BoundRule::local;
}

Pairs no_pairs(const Samples&) { return {}; }

/// Constraints drawn from the labels of `data`, weighed if its samples are.
void weigh_drawn(Constraints& drawn, const Dataset& data, std::span<const double> weights) {
  if (weights.empty()) return;
  require(std::ssize(weights) == data.size(), "{} weights for {} samples", weights.size(),
          data.size());
  weigh(drawn, weights);
}

/// Bounds come from the learner's own start even if it continues from a model: what is asked for
/// must not move with what was learned.
Lesson lesson_for(const Learner& learner, const Dataset& data,
                  const std::optional<Constraints>& given, const TrainOptions& options,
                  const Run& run) {
  const LearnerFacts& facts = learner.facts();
  Lesson lesson{.given = given ? &*given : nullptr};
  if (!given && draws_constraints(facts, data)) {
    lesson.drawn = resolved(options.sampling, facts.recipe);
    if (options.from == nullptr && draws_neighbours(facts.needs, *lesson.drawn) &&
        learner.redraws_first(data, {.redraw = no_pairs})) {
      lesson.drawn_or_bounded = Pairs{};
      return lesson;
    }
    if (looks_at_samples(facts.needs)) lesson.prior = learner.prior(data, run);
    lesson.drawn_or_bounded = draw_constraints(facts.needs, lesson.prior, data, *lesson.drawn, run);
    weigh_drawn(lesson.drawn_or_bounded, data, options.weights);
  }
  require(lesson.drawn || options.weights.empty(),
          "{} draws no pairs or triplets from labels: weights of samples would not count",
          facts.name);
  if (!has_open_bounds(lesson.constraints())) return lesson;
  check(lesson.constraints(), data);
  if (lesson.prior.dim() == 0) lesson.prior = learner.prior(data, run);
  if (lesson.given != nullptr) lesson.drawn_or_bounded = *std::exchange(lesson.given, nullptr);
  lesson.bounds = derive_bounds(std::get<Pairs>(lesson.drawn_or_bounded),
                                embed_prepared_samples(lesson.prior, data.x), facts.recipe.open);
  return lesson;
}

/// The run with what the lesson says of it; all live as long. `redrawn` becomes the number of pairs
/// that were last drawn anew.
Run run_of(const Lesson& lesson, const Dataset& data, std::span<const double> weights,
           Index& redrawn, Run run) {
  run.own_start = &lesson.prior.left;
  run.in_units = lesson.bounds && lesson.bounds->rule == OpenBounds::unit;
  if (lesson.drawn && draws_neighbours(kind(lesson.constraints()), *lesson.drawn)) {
    run.redraw = [&data, &redrawn, weights, sampling = *lesson.drawn,
                  near =
                      std::make_shared<std::vector<LabelNeighbours>>()](const Samples& embedded) {
      Rng none = make_rng(0);  // neighbours are not drawn at random
      Constraints drawn =
          sample_constraints(Supervision::pairs, data.labels, embedded, sampling, none, near.get());
      weigh_drawn(drawn, data, weights);
      redrawn = count(drawn);
      return std::get<Pairs>(std::move(drawn));
    };
  }
  return run;
}

/// Ranks that stopped at different steps would wait for each other.
Run stopping_together(Run run) {
  if (!run.monitor) return run;
  run.monitor = [each = std::move(run.monitor)](const Progress& progress) {
    return all_agree(each(progress));
  };
  return run;
}

}  // namespace

Trained train(const Learner& learner, Dataset data, const std::optional<Constraints>& given,
              const TrainOptions& options, const Run& watched) {
  require(data.size() > 0, "{}: holds no samples", data.source);
  if (data.x.is_shared()) check_on_ranks(learner.facts().name);
  const Run unstarted = data.x.is_shared() ? stopping_together(watched) : watched;
  if (const auto* choosing = dynamic_cast<const ChoosingLearner*>(&learner)) {
    require(options.from == nullptr, "{} cannot continue from a model", learner.facts().name);
    return train_chosen(*choosing, std::move(data), given, options, unstarted);
  }
  if (options.from != nullptr) {
    check_from(learner.facts(), *options.from);
    take_labels(*options.from, data);
  }
  const Constraints& asked = given ? *given : no_constraints;
  std::function<Samples(const std::vector<Index>&)> prepared_by;
  if (prepares_folds(learner, options, data)) {
    prepared_by = [raw = data, &learner, &options, &asked,
                   &unstarted](const std::vector<Index>& rows) {
      Dataset all = raw;
      fitted_preparation(learner, options, all, asked, rows, unstarted);
      return std::move(all.x);
    };
  }
  Prepare prepare = prepared(learner, options, data, asked, unstarted);
  const Matrix start = options.from != nullptr ? factor_of(*options.from, data.x) : Matrix();
  const Lesson lesson = lesson_for(learner, data, given, options, unstarted);
  Index redrawn = 0;
  Run run = run_of(lesson, data, options.weights, redrawn, unstarted);
  run.prepared_by = std::move(prepared_by);
  if (options.from != nullptr) {
    run.start = &start;
    if (options.from->has_right()) run.start_right = &options.from->right;
  }
  const Stopwatch watch;
  Trained trained{.fit = fit_in_memory(learner, data, lesson.constraints(), run),
                  .constraints = count(lesson.constraints()),
                  .seconds = watch.seconds(),
                  .bounds = lesson.bounds};
  if (trained.constraints == 0) trained.constraints = redrawn;
  trained.fit.model.prepare = std::move(prepare);
  trained.fit.model.table = data.table;
  if (data.text) trained.fit.model.text = {*data.text, std::move(data.features)};
  return trained;
}

}  // namespace mahala
