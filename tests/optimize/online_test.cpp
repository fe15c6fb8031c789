#include "mahala/optimize/online/online.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "tests/support/geometry_golden.hpp"

namespace mahala::test::online_test {
namespace {

/// The entries of a list in all files that have it.
std::vector<nlohmann::json> entries(const char* list) {
  std::vector<nlohmann::json> all;
  for (const auto& file : golden_files("geometry", list)) {
    all.insert(all.end(), file.at(list).begin(), file.at(list).end());
  }
  EXPECT_FALSE(all.empty()) << list;
  return all;
}

TEST(Schedule, AnnealsAsTheReferenceDoes) {
  for (const auto& each : entries("anneal")) {
    const Schedule schedule{.kind = Schedule::Kind::anneal,
                            .s = each.at("s"),
                            .t0 = each.at("t0"),
                            .mu = each.at("mu"),
                            .n = each.at("n")};
    for (std::size_t k = 0; k < each.at("t").size(); ++k) {
      const double expected = each.at("s_t")[k];
      EXPECT_NEAR(schedule.step(each.at("t")[k], 0), expected, 1e-12 * expected);
    }
  }
}

TEST(Pretraining, FindsWhatTheReferenceFinds) {
  const auto all = golden("geometry/data.json");
  for (const auto& each : entries("pretrain")) {
    SCOPED_TRACE(each.at("geometry").get<std::string>() + " " + each.at("p").dump());
    auto named = each;
    if (each.at("geometry") != "flat") named["geometry"] = "polarUR";
    const auto posed = golden_problem(all, each.at("data"), 1);
    const auto prefix = each.at("subset").get<std::vector<Index>>();
    with_geometry(all, named, [&](const auto& manifold, const auto& start) {
      const ManifoldStepper state(manifold, *posed->problem, start);
      const OnlineOptions options{.batch = each.at("p"), .selection = StepSelection::least};
      const Pretraining found = pretrain(state, prefix, posed->problem->size(), options);
      EXPECT_NEAR(found.mu, each.at("mu").get<double>(), 1e-12 * found.mu);
      ASSERT_EQ(found.table.size(), each.at("table").size());
      // Steps far too long make a run that the last bit decides: what moves with a start moved
      // by 1e-15 cannot be compared.
      std::vector<Pretraining> others;
      for (const double change : {-1e-15, 1e-15, 4e-15}) {
        const ManifoldStepper moved(manifold, *posed->problem, (1 + change) * start);
        others.push_back(pretrain(moved, prefix, posed->problem->size(), options));
      }
      const auto is_firm = [&](std::size_t k) {
        const double cost = found.table[k].cost;
        return std::isfinite(cost) && std::ranges::all_of(others, [&](const Pretraining& other) {
                 return std::abs(cost - other.table[k].cost) <= 1e-10 * cost;
               });
      };
      // Steps longer still end at infinity or at zero, whichever is nearer on the way.
      const Matrix zero = 0 * manifold.factor(start);
      const double at_zero = posed->problem->cost(zero, prefix);
      const auto collapsed = [&](double cost) {
        return !(cost < 1e5) || std::abs(cost - at_zero) < 1e-6 * at_zero;
      };
      std::size_t compared = 0, elsewhere = 0;  // the reference has a last bit as well
      for (std::size_t k = 0; k < found.table.size(); ++k) {
        const auto& row = each.at("table")[k];
        EXPECT_EQ(found.table[k].s, std::ldexp(1, row[0].get<int>()));
        EXPECT_EQ(found.table[k].t0, std::ldexp(1, row[1].get<int>()));
        if (!is_firm(k)) continue;
        ++compared;
        const double cost = found.table[k].cost;
        const double expected = row[2].is_number() ? row[2].get<double>() : std::nan("");
        if (collapsed(expected)) {
          EXPECT_TRUE(collapsed(cost)) << cost;
        } else {
          elsewhere += !(std::abs(cost - expected) <= 1e-8 * expected);
        }
      }
      EXPECT_GT(compared, found.table.size() / 3);
      EXPECT_LE(elsewhere, compared / 20);
      EXPECT_EQ(found.chosen.s, each.at("s").get<double>());
      EXPECT_EQ(found.chosen.t0, each.at("t0").get<double>());
      const auto tolerant = select_entry(found.table, StepSelection::within_5_percent);
      EXPECT_EQ(tolerant.s, each.at("tol5").at("s").get<double>());
      EXPECT_EQ(tolerant.t0, each.at("tol5").at("t0").get<double>());
      const double scale = matched_scale(dynamic_cast<const PairProblem&>(*posed->problem),
                                         manifold.factor(start), prefix);
      EXPECT_NEAR(scale, each.at("scale_match_c").get<double>(), 1e-12 * scale);
    });
  }
}

/// 2,000 observations of a metric of rank 2, without noise.
struct Stream {
  Samples x;
  Pairs pairs;
  Matrix truth, start;

  Stream() {
    Rng rng(21);
    const Matrix samples = random_normal(10, 2000, rng);
    truth = random_normal(10, 2, rng);
    start = random_normal(10, 2, rng);
    x = Samples(samples);
    for (Index i = 0; i < 2000; ++i) {
      pairs.push_back(
          {.i = i, .j = origin, .value = (truth.transpose() * samples.col(i)).squaredNorm()});
    }
  }
};

TEST(LearnOnline, FindsTheMetricBehindTheObservations) {
  const Stream stream;
  const PairProblem problem(stream.x, stream.pairs);
  ManifoldStepper state(PsdFlat(10, 2), problem, stream.start);
  const double before = problem.cost(stream.start);
  const OnlineRun run = learn_online(state, {.passes = 20, .batch = 8});
  EXPECT_LT(run.objective, 1e-3 * before);
  EXPECT_NEAR(run.objective, problem.cost(state.factor()), 1e-9 * before);
  EXPECT_EQ(run.steps, 20 * 250);
}

TEST(LearnOnline, HalvesAStepThatDiverges) {
  const Stream stream;
  const PairProblem problem(stream.x, stream.pairs);
  ManifoldStepper state(PsdFlat(10, 2), problem, stream.start);
  const OnlineRun run = learn_online(
      state, {.passes = 1, .batch = 8, .schedule = Schedule::Kind::constant, .step = 10});
  EXPECT_GT(run.restarts, 0);
  EXPECT_LE(run.objective, problem.cost(stream.start));
  EXPECT_NEAR(run.objective, problem.cost(state.factor()), 1e-6 * run.objective);
}

TEST(LearnOnline, StopsOnRequest) {
  const Stream stream;
  const PairProblem problem(stream.x, stream.pairs);
  ManifoldStepper state(PsdFlat(10, 2), problem, stream.start);
  int looks = 0;
  const mahala::Run watched{.monitor = [&](const Progress&) { return ++looks < 3; }};
  const OnlineRun run = learn_online(state, {.passes = 100}, watched);
  EXPECT_EQ(run.status, Status::stopped);
  EXPECT_EQ(looks, 3);
}

TEST(LearnOnline, LooksAtTheMonitorWhileItChoosesAStep) {
  const Stream stream;
  const PairProblem problem(stream.x, stream.pairs);
  ManifoldStepper state(PsdFlat(10, 2), problem, stream.start);
  Index choices = 0;
  const mahala::Run watched{.monitor = [&](const Progress& progress) {
    choices += progress.last_step == 49 ? 1 : 0;
    return choices < 5;
  }};
  const OnlineRun run = learn_online(state, {.passes = 1}, watched);
  EXPECT_EQ(choices, 5);
  EXPECT_EQ(run.status, Status::stopped);
  EXPECT_EQ(run.steps, 0);
  EXPECT_EQ(state.factor(), stream.start);
}

TEST(Pretraining, TriesNothingWhereNothingIsLeftToChoose) {
  const Stream stream;
  const PairProblem problem(stream.x, stream.pairs);
  const ManifoldStepper state(PsdFlat(10, 2), problem, stream.start);
  const std::vector<Index> prefix = {0, 1, 2, 3};
  const Pretraining found = pretrain(state, prefix, 2000, {.step = 0.5, .half_life = 3});
  EXPECT_TRUE(found.table.empty());
  EXPECT_EQ(found.chosen.s, 0.5);
  EXPECT_EQ(found.chosen.t0, 3);
  EXPECT_GT(found.mu, 0);
}

TEST(LearnOnline, DoesNotCallAFailureConverged) {
  const Stream stream;
  const PairProblem problem(stream.x, stream.pairs);
  ManifoldStepper state(PsdFlat(10, 2), problem, stream.start);
  const OnlineRun run =
      learn_online(state, {.passes = 1, .schedule = Schedule::Kind::constant, .step = 1e300});
  EXPECT_EQ(run.status, Status::budget_spent);
  EXPECT_EQ(state.factor(), stream.start);
}

TEST(LearnOnline, TakesNoInfiniteDistanceForAnAtLeastBoundThatHolds) {
  Stream stream;
  for (Pair& pair : stream.pairs) {
    pair.relation = Relation::at_least;
    pair.value *= 1e6;
  }
  const PairProblem problem(stream.x, stream.pairs);
  const Matrix huge = 1e200 * stream.start;
  const std::vector<Index> few = {0, 1, 2};
  EXPECT_TRUE(std::isinf(problem.cost(huge)));
  EXPECT_TRUE(std::isinf(problem.cost(huge, few)));
}

TEST(MatchedScale, OfSparseSamplesNeedsNoRoomForTheirDimension) {
  constexpr Index dim = 300'000, count = 400;
  SparseMatrix x(dim, count);
  std::vector<Eigen::Triplet<double, Index>> entries;
  Rng rng(5);
  for (Index i = 0; i < count; ++i) {
    for (Index k = 0; k < 5; ++k) entries.emplace_back(random_index(dim, rng), i, 1.0);
  }
  x.setFromTriplets(entries.begin(), entries.end());
  const Samples samples(x);
  Pairs pairs;
  std::vector<Index> all;
  for (Index i = 1; i < count; ++i) {
    pairs.push_back({.i = i, .j = i - 1, .value = 3 * samples.squared_distance(i, i - 1)});
    all.push_back(i - 1);
  }
  const PairProblem problem(samples, pairs);
  Matrix g = Matrix::Zero(dim, 1);
  for (Index i = 0; i < dim; ++i) g(i, 0) = static_cast<double>(i % 3) - 1;
  const auto peak = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;  // KiB
  };
  const auto before = peak();
  const Vector yhat = problem.predict(g, all);
  const double scale = matched_scale(problem, g, all);
  EXPECT_LT(peak() - before, 200 * 1024);
  const Vector exact = samples.project(g).row(0).transpose();
  double product = 0;
  for (Index k = 0; k < yhat.size(); ++k) {
    const double distance = exact[k + 1] - exact[k];
    EXPECT_NEAR(yhat[k], distance * distance, 1e-12 * (1 + yhat[k]));
    product += yhat[k] * pairs[static_cast<std::size_t>(k)].value;
  }
  EXPECT_NEAR(scale, product / yhat.squaredNorm(), 1e-12 * scale);
}

TEST(LearnOnline, WantsAStepWhereNoneIsChosen) {
  EXPECT_THROW(check_online({.schedule = Schedule::Kind::constant}), Error);
  EXPECT_THROW(check_online({.schedule = Schedule::Kind::adaptive, .step = 1}), Error);
  EXPECT_NO_THROW(check_online({}));
  EXPECT_NO_THROW(check_online({.step = 1, .selection = StepSelection::least}));
  EXPECT_THROW(check_online({.step = 1, .half_life = 1, .selection = StepSelection::least}), Error);
}

}  // namespace
}  // namespace mahala::test::online_test
