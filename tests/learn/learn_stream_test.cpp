#include "mahala/learn/stream/learn_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "mahala/core/error.hpp"
#include "mahala/learn/stream/triplet_reservoir.hpp"
#include "mahala/train/registry.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/toy_states.hpp"

namespace mahala::test::learn_stream_test {
namespace {

using testing::HasSubstr;

/// Samples in memory, one at a time.
class Replayed final : public SampleStream {
 public:
  explicit Replayed(Dataset data) : data_(std::move(data)) {}
  Dataset next() override {
    if (at_ == data_.size()) return {};
    const Index i = at_++;
    return data_.select({&i, 1});
  }
  std::string where() const override { return "here:" + std::to_string(at_); }

 private:
  Dataset data_;
  Index at_ = 0;
};

class ToyLearner final : public Learner {
 public:
  explicit ToyLearner(ExampleKind streams) : Learner({.name = "toy", .streams = streams}) {}
  Options options() override { return {}; }
  Model prior(const Dataset& data, const Run&) const override { return identity_model(data.dim()); }
  Fit fit(const Dataset&, const Constraints&, const Run&) const override { return {}; }
  std::unique_ptr<OnlineState> stream(const StreamShape& shape, const Run& run) const override {
    if (facts().streams == ExampleKind::rankings) return toy_ranking(shape.dim, shape.labels, 0.1);
    return toy_similarity(shape.dim, 4, 0.01, run);
  }
  bool leaves_step_open() const override { return false; }
  void note(Fit& fit) const override { fit.model.notes["learner"] = "toy"; }
};

using Checkpoint = std::function<void(const Fit&)>;

Fit learned(const Learner& learner, SampleStream& samples, const StreamShape& shape,
            const StreamOptions& options, const Checkpoint& checkpoint = {}, const Run& run = {},
            const ArchiveParts* state = nullptr) {
  const Prepare none;
  return learn_stream({.learner = learner,
                       .samples = samples,
                       .prepare = none,
                       .shape = shape,
                       .checkpoint = checkpoint,
                       .state = state},
                      options, run);
}

Fit streamed(ExampleKind kind, const Dataset& data, const StreamOptions& options,
             const Checkpoint& checkpoint = {}, const Run& run = {}) {
  Replayed samples(data);
  return learned(ToyLearner(kind), samples, {.dim = data.dim(), .labels = data.labels.names()},
                 options, checkpoint, run);
}

TEST(LearnStream, MakesTripletsWithSamplesItRemembers) {
  const Fit fit = streamed(ExampleKind::triplets, blobs(300), {.reservoir = 20});
  EXPECT_EQ(fit.model.kind, ModelKind::similarity);
  EXPECT_GT(fit.iterations, 290);  // the first few samples have no friend or no stranger
  EXPECT_LT(fit.iterations, 300);
  EXPECT_EQ(fit.model.notes.at("learner"), "toy");
}

TEST(LearnStream, RanksLabelsByName) {
  const Dataset data = blobs(300);
  const Fit fit = streamed(ExampleKind::rankings, data, {.window = 50});
  EXPECT_EQ(fit.iterations, 300);
  EXPECT_EQ(fit.model.labels, data.labels.names());
  EXPECT_LT(fit.trace.back().objective, fit.trace.front().objective);
}

TEST(LearnStream, GivesCheckpointsOfWhatItHasSoFar) {
  std::vector<Index> at;
  std::vector<Matrix> factors;
  const Fit fit =
      streamed(ExampleKind::rankings, blobs(100), {.every = 30}, [&](const Fit& so_far) {
        at.push_back(so_far.iterations);
        factors.push_back(so_far.model.right);
        EXPECT_THAT(so_far.message, HasSubstr("checkpoint after"));
      });
  EXPECT_EQ(at, (std::vector<Index>{30, 60, 90}));
  EXPECT_NE(factors[0], factors[1]);
  EXPECT_EQ(streamed(ExampleKind::rankings, blobs(100), {.most = 30}).model.right, factors[0]);
}

/// Loses what it learned at its 35th example.
struct Exploding {
  Matrix a = Matrix::Identity(6, 2);
  int seen = 0;
  double update(const Example&) {
    const double loss = 1 + a.squaredNorm();
    if (++seen == 35) a *= 1e8;
    return loss;
  }
};

class ExplodingLearner final : public Learner {
 public:
  ExplodingLearner() : Learner({.name = "exploding", .streams = ExampleKind::samples}) {}
  Options options() override { return {}; }
  Model prior(const Dataset& data, const Run&) const override { return identity_model(data.dim()); }
  Fit fit(const Dataset&, const Constraints&, const Run&) const override { return {}; }
  std::unique_ptr<OnlineState> stream(const StreamShape&, const Run&) const override {
    return online_state(Exploding{}, [](const Exploding& s) {
      return Model{.kind = ModelKind::similarity, .left = s.a};
    });
  }
  bool leaves_step_open() const override { return false; }
  void note(Fit&) const override {}
};

TEST(LearnStream, KeepsNoCheckpointOfWhatRanAway) {
  std::vector<Index> at;
  Replayed samples(blobs(100));
  const Fit fit =
      learned(ExplodingLearner(), samples, {.dim = 6}, {.every = 7}, [&](const Fit& so_far) {
        at.push_back(so_far.iterations);
        EXPECT_LT(so_far.model.left.norm(), 10);
      });
  EXPECT_EQ(fit.status, Status::diverged);
  EXPECT_EQ(fit.message, "the loss ran away after 35 examples; a smaller step may help");
  EXPECT_GT(fit.objective, 1e15);
  EXPECT_EQ(at, (std::vector<Index>{7, 14, 21, 28}));
}

TEST(LearnStream, KeepsTheCheckpointBeforeABadSample) {
  Dataset data = blobs(9);
  Replayed samples(data);
  std::vector<Index> at;
  EXPECT_THROW(learned(ToyLearner(ExampleKind::rankings), samples,
                       {.dim = 6, .labels = {"class 0", "class 1"}}, {.every = 2},
                       [&](const Fit& so_far) { at.push_back(so_far.iterations); }),
               Error);  // of the third, whose label is not known
  EXPECT_EQ(at, std::vector<Index>{2});
}

TEST(LearnStream, StopsOnRequestWithWhatItLearned) {
  const Fit fit = streamed(ExampleKind::rankings, blobs(100), {.window = 10}, {},
                           {.monitor = [](const Progress& p) { return p.step < 40; }});
  EXPECT_EQ(fit.status, Status::stopped);
  EXPECT_EQ(fit.iterations, 40);
}

std::string complaint(ExampleKind kind, const Dataset& data, const StreamShape& shape) {
  Replayed samples(data);
  try {
    learned(ToyLearner(kind), samples, shape, {});
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(LearnStream, NamesThePlaceOfWhatDoesNotFit) {
  const Dataset data = blobs(9);
  EXPECT_THAT(complaint(ExampleKind::rankings, data, {.dim = 6, .labels = {"class 0", "class 1"}}),
              HasSubstr("here:3: the label 'class 2' is none of the 2 known"));
  EXPECT_THAT(complaint(ExampleKind::rankings, data, {.dim = 7, .labels = data.labels.names()}),
              HasSubstr("here:1: 6 features where 7 were expected"));
  EXPECT_THAT(complaint(ExampleKind::outputs, data, {.dim = 6}), HasSubstr("here:1: "));
  Dataset unlabelled = data;
  unlabelled.labels = {};
  EXPECT_THAT(complaint(ExampleKind::triplets, unlabelled, {.dim = 6}),
              HasSubstr("no example of triplets"));
  EXPECT_THAT(complaint(ExampleKind::none, data, {.dim = 6}), HasSubstr("one example at a time"));
}

TEST(TripletReservoir, RemembersNoMoreThanItsCapacityAndEveryoneAlike) {
  constexpr Index capacity = 10, samples = 100, rounds = 2000;
  std::vector<int> far(samples, 0);
  const Index zero = 0;
  for (Index round = 0; round < rounds; ++round) {
    TripletReservoir reservoir(capacity, make_rng(static_cast<std::uint64_t>(round)));
    for (Index i = 0; i < samples; ++i) {
      const double value = static_cast<double>(i);
      reservoir.next({{&zero, 1}, {&value, 1}}, {i % 2});
    }
    EXPECT_EQ(reservoir.size(), capacity);
    const double value = -1;
    const auto example = reservoir.next({{&zero, 1}, {&value, 1}}, {1});
    if (!example) continue;
    EXPECT_EQ(example->x.value[0], -1);
    EXPECT_EQ(static_cast<Index>(example->near.value[0]) % 2, 1);
    ++far[static_cast<std::size_t>(example->far.value[0])];
  }
  int early = 0, late = 0;
  for (Index i = 0; i < samples; ++i) (i < samples / 2 ? early : late) += far[std::size_t(i)];
  EXPECT_NEAR(early, rounds / 2, 150);
  EXPECT_NEAR(late, rounds / 2, 150);
}

TEST(LearnStream, EveryLearnerThatStreamsKeepsItsState) {
  const StreamShape shape{.dim = 6, .labels = {"a", "b", "c"}, .step = 0.1};
  const std::map<std::string_view, std::vector<std::string>> settings = {
      {"oja", {"schedule=constant", "step=0.1"}}, {"lego", {"loss=triplets"}}};
  for (const LearnerEntry& entry : learners()) {
    if (entry.streams == ExampleKind::none) continue;
    const auto learner = entry.make();
    if (const auto own = settings.find(entry.name); own != settings.end()) {
      for (const std::string& setting : own->second) set(learner->options(), setting);
    }
    const auto state = learner->stream(shape, {.seed = 1}), other = learner->stream(shape, {});
    ASSERT_TRUE(state->keeps()) << entry.name;
    Archive written;
    state->keep(written);
    Archive read(written.parts());
    other->keep(read);
    EXPECT_EQ(other->model().left, state->model().left) << entry.name;
    EXPECT_EQ(other->model().right, state->model().right) << entry.name;
  }
}

}  // namespace
}  // namespace mahala::test::learn_stream_test
