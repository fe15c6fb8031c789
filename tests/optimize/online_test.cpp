#include "mahala/optimize/online.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "tests/support/geometry_golden.hpp"

namespace mahala::test {
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
      const OnlineOptions options{.batch = each.at("p"), .selection = "least"};
      const Pretraining found = pretrain(state, prefix, posed->problem->size(), options);
      EXPECT_NEAR(found.mu, each.at("mu").get<double>(), 1e-12 * found.mu);
      ASSERT_EQ(found.table.size(), each.at("table").size());
      // Steps far too long make a run that the last bit decides: what moves with a start moved
      // by 1e-15 cannot be compared.
      const ManifoldStepper moved(manifold, *posed->problem, (1 + 1e-15) * start);
      const Pretraining other = pretrain(moved, prefix, posed->problem->size(), options);
      std::size_t compared = 0;
      for (std::size_t k = 0; k < found.table.size(); ++k) {
        const auto& row = each.at("table")[k];
        EXPECT_EQ(found.table[k].s, std::ldexp(1, row[0].get<int>()));
        EXPECT_EQ(found.table[k].t0, std::ldexp(1, row[1].get<int>()));
        const double cost = found.table[k].cost;
        if (!(std::abs(cost - other.table[k].cost) <= 1e-10 * cost)) continue;
        ++compared;
        if (row[2].is_number() && row[2].get<double>() < 1e6) {
          EXPECT_NEAR(cost, row[2].get<double>(), 1e-8 * row[2].get<double>());
        } else {
          EXPECT_GT(cost, 1e5);
        }
      }
      EXPECT_GT(compared, found.table.size() / 2);
      EXPECT_EQ(found.chosen.s, each.at("s").get<double>());
      EXPECT_EQ(found.chosen.t0, each.at("t0").get<double>());
      const auto tolerant = select_entry(found.table, "within-5-percent");
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
  const OnlineRun run =
      learn_online(state, {.passes = 1, .batch = 8, .schedule = "constant", .step = 10});
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

TEST(LearnOnline, WantsAStepWhereNoneIsChosen) {
  EXPECT_THROW(check_online({.schedule = "constant"}), Error);
  EXPECT_THROW(check_online({.schedule = "adaptive", .step = 1}), Error);
  EXPECT_NO_THROW(check_online({}));
}

}  // namespace
}  // namespace mahala::test
