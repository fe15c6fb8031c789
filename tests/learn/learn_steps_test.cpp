#include "mahala/learn/stream/learn_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/learn/stream/choose_step.hpp"
#include "mahala/learn/stream/example_source.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/toy_states.hpp"

namespace mahala::test::learn_steps_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Blobs of unit size: hinge losses have a margin of 1.
Dataset data_of(Index n = 150) {
  Dataset data = blobs(n);
  std::get<Matrix>(data.x.storage()) /= 3;
  return data;
}

StateMaker similarity_maker(Index rank = 6) {
  return [=](double step, Index dim) { return toy_similarity(dim, rank, step); };
}

Fit learned(const Dataset& data, const StepOptions& options, const Run& run = {},
            const Constraints& given = Nothing{}) {
  return learn_steps(ExampleKind::triplets, data, given, similarity_maker(), options, run);
}

TEST(LearnSteps, LearnsASimilarityThatFindsSamplesOfTheClass) {
  const Dataset data = data_of(), other = blobs(90, 6, 3, 8);
  const Model plain{.kind = ModelKind::similarity,
                    .left = Matrix::Identity(6, 6),
                    .right = Matrix::Identity(6, 6)};
  const Fit fit = learned(data, {.steps = 20000, .step = 0.01});
  EXPECT_EQ(fit.status, Status::budget_spent);
  EXPECT_EQ(fit.iterations, 20000);
  EXPECT_GT(mean_average_precision(fit.model, other), mean_average_precision(plain, other) + 0.1);
}

TEST(LearnSteps, TracesLossSecondsAndQuality) {
  const Fit fit = learned(
      data_of(), {.steps = 1003, .step = 0.01, .window = 100, .checks = 7, .held_out = 0.3});
  ASSERT_EQ(fit.trace.size(), 7u);
  EXPECT_EQ(fit.trace.back().step, 1003);
  for (std::size_t k = 1; k < fit.trace.size(); ++k) {
    EXPECT_GT(fit.trace[k].step, fit.trace[k - 1].step);
    EXPECT_GE(fit.trace[k].seconds, fit.trace[k - 1].seconds);
    EXPECT_GT(fit.trace[k].held_out, 0);
    EXPECT_LE(fit.trace[k].held_out, 1);
  }
  EXPECT_LT(fit.objective, fit.trace.front().objective);
  EXPECT_TRUE(fit.timed);
  EXPECT_TRUE(std::isnan(learned(data_of(), {.steps = 10, .step = 0.1}).trace.back().held_out));
}

TEST(LearnSteps, RepeatsItselfForASeedAndNotForAnother) {
  const StepOptions options{.steps = 500, .step = 0.05};
  const Matrix one = learned(data_of(), options, {.seed = 1}).model.left;
  EXPECT_EQ(one, learned(data_of(), options, {.seed = 1}).model.left);
  EXPECT_NE(one, learned(data_of(), options, {.seed = 2}).model.left);
}

TEST(LearnSteps, StopsWhenTheMonitorSaysSo) {
  const Fit fit = learned(data_of(), {.steps = 1000, .step = 0.1, .checks = 10},
                          {.monitor = [](const Progress& p) { return p.step < 300; }});
  EXPECT_EQ(fit.status, Status::stopped);
  EXPECT_EQ(fit.iterations, 300);
}

TEST(LearnSteps, KeepsTheStartIfThereIsNothingToLearnFrom) {
  Dataset data = data_of(20);
  data.labels = Labels::from_names(std::vector<std::string>(20, "all the same"));
  const Fit fit = learned(data, {.steps = 10});
  EXPECT_THAT(fit.message, HasSubstr("the start is kept"));
  EXPECT_EQ(fit.model.left, Matrix(Matrix::Identity(6, 6)));
}

TEST(LearnSteps, HalvesAStepThatRunsAwayAndSaysSo) {
  const Fit fit = learned(data_of(), {.steps = 5000, .step = 1e4});
  EXPECT_EQ(fit.status, Status::budget_spent);
  EXPECT_THAT(fit.message, HasSubstr("halved"));
}

TEST(LearnSteps, SaysThatItDiverged) {
  const Fit fit = learned(data_of(), {.steps = 5000, .step = 1e60});
  EXPECT_EQ(fit.status, Status::diverged);
  EXPECT_THAT(fit.message, HasSubstr("100 times too long"));
  EXPECT_THAT(fit.message, HasSubstr("smaller step"));
  EXPECT_FALSE(fit.objective < 1e30) << "the loss that ran away, not one that was never checked";
}

TEST(LearnSteps, TakesLargeSamplesForWhatTheyAre) {
  Dataset data = data_of();
  std::get<Matrix>(data.x.storage()) *= 1e5;  // losses of 10^10
  const Fit fit = learned(data, {.steps = 2000, .step = 1e-20});
  EXPECT_EQ(fit.status, Status::budget_spent);
  EXPECT_EQ(fit.message, "2000 steps");
  EXPECT_GT(fit.objective, 1e9);
}

TEST(LearnSteps, ChoosesAStepThatLearnsAndSaysWhich) {
  const Fit fit = learned(data_of(), {.steps = 4000, .prefix = 500});
  EXPECT_EQ(fit.status, Status::budget_spent);
  EXPECT_THAT(fit.message, HasSubstr("of size"));
  EXPECT_THAT(fit.message, HasSubstr("right votes, cross-validated"));
  const Fit published =
      learned(data_of(), {.steps = 4000, .prefix = 500, .draw = TripletDraw::anywhere});
  EXPECT_THAT(published.message, HasSubstr("mAP, cross-validated"));
  EXPECT_EQ(learned(data_of(90), {}).iterations, 2000);  // as many as were judged
}

TEST(ChooseStep, TakesTheBestOfTheGrid) {
  const Dataset data = data_of();
  const StepChoice choice = choose_step(ExampleKind::triplets, data, Nothing{}, similarity_maker(),
                                        {.prefix = 500, .folds = 3}, {});
  ASSERT_EQ(choice.table.size(), step_grid().size());
  double best = -1, chosen = -1;
  for (const auto& entry : choice.table) {
    if (std::isfinite(entry.quality)) best = std::max(best, entry.quality);
    if (entry.step == choice.step) chosen = entry.quality;
  }
  EXPECT_EQ(chosen, best);
  EXPECT_LT(choice.step, 10);  // larger ones blow up
}

TEST(ChooseStep, JudgesByGivenTripletsWhereThereAreNoLabels) {
  Dataset data = data_of();
  Rng rng = make_rng(1);
  const Constraints given =
      sample_constraints(Supervision::triplets, data.labels, data.x, {.count = 300}, rng);
  data.labels = {};
  const StepChoice choice = choose_step(ExampleKind::triplets, data, given, similarity_maker(),
                                        {.prefix = 300, .folds = 3}, {});
  EXPECT_THAT(choice.reason, HasSubstr("triplets right"));
}

/// Learns nothing; its loss runs away at an example, if that of the step size is to.
struct Fragile {
  double step;
  std::function<bool(double)> breaks;
  int at;
  int seen = 0;
  double update(const SparseView&, const SparseView&, const SparseView&) {
    return ++seen >= at && breaks(step) ? std::numeric_limits<double>::infinity() : 1;
  }
};

StateMaker fragile_maker(const std::function<bool(double)>& breaks, int at = 3) {
  return [=](double step, Index) {
    return online_state(Fragile{step, breaks, at}, [](const Fragile&) {
      return Model{.kind = ModelKind::similarity,
                   .left = Matrix::Identity(6, 6),
                   .right = Matrix::Identity(6, 6)};
    });
  };
}

TEST(ChooseStep, TakesNoSizeThatRanAwayInAnyFold) {
  int runs = 0;
  const auto first_fold_only = [&](double step) { return step < 1 && runs++ == 0; };
  const StepChoice choice =
      choose_step(ExampleKind::triplets, data_of(), Nothing{}, fragile_maker(first_fold_only),
                  {.prefix = 3, .folds = 3}, {});
  EXPECT_TRUE(std::isnan(choice.table.front().quality));
  EXPECT_EQ(choice.step, step_grid()[1]);
}

TEST(ChooseStep, TakesTheSmallestWhereAllRanAwayAndSaysSo) {
  const auto make = fragile_maker([](double) { return true; });
  const StepChoice choice = choose_step(ExampleKind::triplets, data_of(), Nothing{}, make,
                                        {.prefix = 10, .folds = 2}, {});
  EXPECT_EQ(choice.step, 0.0001);
  const Fit fit =
      learn_steps(ExampleKind::triplets, data_of(), Nothing{}, make, {.steps = 100}, {});
  EXPECT_EQ(fit.message,
            "the loss ran away after 2 steps of size 0.0001, the smallest tried: every size ran "
            "away or had nothing to learn from; 100 times too long and halved; a smaller step may "
            "help");
}

TEST(LearnSteps, SaysThatSamplesAreTooLargeForAnyLoss) {
  const Fit fit = learn_steps(ExampleKind::triplets, data_of(), Nothing{},
                              fragile_maker([](double) { return true; }, 1), {.step = 0.1}, {});
  EXPECT_EQ(fit.status, Status::diverged);
  EXPECT_EQ(fit.message,
            "the loss ran away after 0 steps; the start has no finite loss: scale the samples");
}

TEST(ChooseStep, StopsWhenTheMonitorSaysSo) {
  int asked = 0;
  const Fit fit = learned(data_of(), {.steps = 1000, .prefix = 50},
                          {.monitor = [&](const Progress&) { return ++asked < 3; }});
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(fit.status, Status::stopped);
  EXPECT_THAT(fit.message, HasSubstr("while a step size was chosen"));
  EXPECT_EQ(fit.model.left, Matrix(Matrix::Identity(6, 6)));
}

TEST(ExampleSource, PassesGivenTripletsOnceEachInEveryRound) {
  const Dataset data = data_of(10);
  const Constraints given = Triplets{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
  const auto source = example_source(ExampleKind::triplets, data, given, make_rng(1));
  const Matrix& x = std::get<Matrix>(data.x.storage());
  for (int round = 0; round < 3; ++round) {
    std::set<double> seen;
    for (int k = 0; k < 3; ++k) seen.insert(source->next().x.value[0]);
    EXPECT_EQ(seen, (std::set<double>{x(0, 0), x(0, 3), x(0, 6)}));
  }
}

TEST(ExampleSource, GivesTheSameViewsInEveryStorage) {
  Dataset dense_data = data_of(30), sparse = dense_data, single = dense_data;
  const Matrix x = std::get<Matrix>(dense_data.x.storage()).cast<float>().cast<double>();
  dense_data.x = Samples(x);
  sparse.x = Samples(SparseMatrix(x.sparseView()));
  single.x = Samples(MatrixF(x.cast<float>()));
  const auto a = example_source(ExampleKind::triplets, dense_data, Nothing{}, make_rng(5));
  const auto b = example_source(ExampleKind::triplets, sparse, Nothing{}, make_rng(5));
  const auto c = example_source(ExampleKind::triplets, single, Nothing{}, make_rng(5));
  for (int k = 0; k < 20; ++k) {
    const Example p = a->next(), q = b->next(), r = c->next();
    for (const auto part : {&Example::x, &Example::near, &Example::far}) {
      EXPECT_EQ(dense(p.*part, 6), dense(q.*part, 6));
      EXPECT_EQ(dense(p.*part, 6), dense(r.*part, 6));
    }
  }
}

TEST(LearnSteps, DrawsTripletsOfNeighboursThatHelpVotes) {
  const Dataset data = data_of();
  StepOptions options{.steps = 500, .step = 0.01, .draw = TripletDraw::neighbours};
  const Fit fit = learned(data, options);
  EXPECT_EQ(fit.iterations, 500);
  options.draw = TripletDraw::anywhere;
  EXPECT_NE(fit.model.left, learned(data, options).model.left);
  options.usual_draw = TripletDraw::neighbours;
  options.draw = TripletDraw::automatic;
  EXPECT_EQ(fit.model.left, learned(data, options).model.left);
  options.draw = TripletDraw::neighbours;
  const Triplets given = {{0, 3, 1}};
  EXPECT_THAT([&] { learned(data, options, {}, given); },
              ThrowsMessage<Error>("option draw: neighbours, but triplets are given"));
}

/// Samples of a fold are asked for by rows, and none of them is one that the fold is judged by.
TEST(ChooseStep, PreparesEveryFoldByItsOwnSamples) {
  const Dataset data = data_of();
  std::vector<std::vector<Index>> asked;
  mahala::Run run;
  run.prepared_by = [&](const std::vector<Index>& rows) {
    asked.push_back(rows);
    return data.x;
  };
  const StepChoice with = choose_step(ExampleKind::triplets, data, Nothing{}, similarity_maker(),
                                      {.prefix = 200, .folds = 3}, run);
  const StepChoice without = choose_step(ExampleKind::triplets, data, Nothing{}, similarity_maker(),
                                         {.prefix = 200, .folds = 3}, {});
  EXPECT_EQ(with.step, without.step);
  ASSERT_EQ(asked.size(), 3u);
  std::vector<Index> times(150, 0);
  for (const auto& rows : asked) {
    EXPECT_EQ(rows.size(), 100u);
    for (const Index row : rows) ++times[static_cast<std::size_t>(row)];
  }
  EXPECT_THAT(times, testing::Each(2));  // of three folds, learned from in two
}

/// Labels at random, words chosen by them: what was held out must not have had a say.
TEST(Train, HeldOutSamplesDoNotShapeThePreparation) {
  Rng rng = make_rng(3);
  const Matrix x = random_normal(300, 200, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < 200; ++i) names.push_back(std::to_string(random_index(2, rng)));
  const Dataset data{.x = Samples(Matrix((x.array() > 0.5).cast<double>())),
                     .labels = Labels::from_names(names)};
  const auto learner = find_learner("loreta-psd").make();
  for (const char* setting : {"steps=500", "held_out=0.3", "rank=5"}) {
    set(learner->options(), setting);
  }
  const Trained trained = train(*learner, data, std::nullopt, {.prepare = "gain:20"}, {.seed = 1});
  EXPECT_NEAR(trained.fit.trace.back().held_out, 0.5, 0.06);  // two classes by chance
}

TEST(LearnSteps, RanksLabels) {
  const Dataset data = data_of();
  const auto make = [&](double step, Index) { return toy_ranking(6, data.labels.names(), step); };
  const Fit fit = learn_steps(ExampleKind::rankings, data, Nothing{}, make,
                              {.steps = 3000, .held_out = 0.3}, {});
  EXPECT_GT(fit.trace.back().held_out, 0.9);
  EXPECT_THAT(fit.message, HasSubstr("mAP"));
}

/// A learner as the registry would make it from a function that is given Nothing or Triplets.
class ToyLearner final : public Learner {
 public:
  ToyLearner()
      : Learner({.name = "toy",
                 .needs = Supervision::triplets,
                 .continues = true,
                 .gives = ModelKind::similarity,
                 .samples_itself = true,
                 .streams = ExampleKind::triplets}) {}
  Options options() override { return {}; }
  Model prior(const Dataset& data, const Run&) const override { return identity_model(data.dim()); }
  Fit fit(const Dataset& data, const Constraints& given, const Run& run) const override {
    EXPECT_TRUE(std::holds_alternative<Nothing>(given));
    const auto make = [&](double step, Index) { return toy_similarity(data.dim(), 3, step, run); };
    return learn_steps(ExampleKind::triplets, data, given, make, {.steps = 200, .step = 0.001},
                       run);
  }
  std::unique_ptr<OnlineState> stream(const StreamShape& shape, const Run& run) const override {
    return toy_similarity(shape.dim, 3, 0.05, run);
  }
  bool leaves_step_open() const override { return false; }
  void note(Fit& fit) const override { fit.model.notes["learner"] = "toy"; }
};

TEST(Train, LeavesTheDrawingToLearnersThatDraw) {
  const Trained trained = train(ToyLearner(), data_of(), std::nullopt, {});
  EXPECT_EQ(trained.fit.iterations, 200);
  EXPECT_EQ(trained.constraints, 0);
  Dataset unlabelled = data_of();
  unlabelled.labels = {};
  EXPECT_THROW(train(ToyLearner(), unlabelled, std::nullopt, {}), Error);
}

TEST(Train, GoesOnFromBothFactorsOfAModelOfItsKind) {
  const Dataset data = data_of();
  const mahala::Run other{.seed = 1};
  const Model first = train(ToyLearner(), data, std::nullopt, {}).fit.model;
  const Model fresh = train(ToyLearner(), data, std::nullopt, {}, other).fit.model;
  const Model next = train(ToyLearner(), data, std::nullopt, {.from = &first}, other).fit.model;
  const Matrix start = Matrix::Identity(6, 3);
  for (const auto factor : {&Model::left, &Model::right}) {
    // Small steps on the same examples change any start near by in nearly the same way.
    const Matrix change = fresh.*factor - start;
    EXPECT_GT(change.norm(), 0);
    EXPECT_NE(first.*factor, start);
    EXPECT_LT((next.*factor - first.*factor - change).norm(), 0.5 * change.norm());
  }
  const Model metric = identity_model(6);
  EXPECT_THROW(train(ToyLearner(), data, std::nullopt, {.from = &metric}), Error);
}

}  // namespace
}  // namespace mahala::test::learn_steps_test
