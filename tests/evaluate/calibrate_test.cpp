#include "mahala/train/calibrate.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/reliability.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::calibrate_test {
namespace {

using testing::HasSubstr;

/// Pairs that are the same with probability 1 / (1 + exp(slope u + offset)).
std::vector<KnownPair> logistic_pairs(Index count, double slope, double offset,
                                      std::uint64_t seed = 1) {
  Rng rng = make_rng(seed);
  std::vector<KnownPair> pairs;
  for (Index k = 0; k < count; ++k) {
    const double u = 10 * random_unit(rng);
    pairs.push_back({u, random_unit(rng) < 1 / (1 + std::exp(slope * u + offset))});
  }
  return pairs;
}

TEST(Platt, FindsTheCurveBehindPairs) {
  const Calibration found = fit_platt(logistic_pairs(40000, 1.5, -6));
  EXPECT_NEAR(found.slope, 1.5, 0.05);
  EXPECT_NEAR(found.offset, -6, 0.2);
}

TEST(Platt, IsWhereTheLikelihoodIsLargest) {
  const auto pairs = logistic_pairs(500, 0.8, -3);
  const Calibration best = fit_platt(pairs);
  const double same = static_cast<double>(
                   std::ranges::count_if(pairs, [](const KnownPair&p) { return p.same; })),
               different = 500 - same;
  const auto loss = [&](const Calibration& c) {  // with Platt's targets, by definition
    double sum = 0;
    for (const KnownPair& pair : pairs) {
      const double target = pair.same ? (same + 1) / (same + 2) : 1 / (different + 2);
      const double p = c.probability_same(pair.u);
      sum -= target * std::log(p) + (1 - target) * std::log(1 - p);
    }
    return sum;
  };
  for (const double step : {-1e-3, 1e-3}) {
    Calibration beside = best;
    beside.slope += step;
    EXPECT_GT(loss(beside), loss(best));
    beside = best;
    beside.offset += step;
    EXPECT_GT(loss(beside), loss(best));
  }
}

TEST(Platt, NeverSaysThatFarPairsAreLikelier) {
  auto pairs = logistic_pairs(1000, 1, -5);
  for (KnownPair& pair : pairs) pair.same = !pair.same;
  const Calibration found = fit_platt(pairs);
  EXPECT_EQ(found.slope, 0);
  const auto same =
      static_cast<double>(std::ranges::count_if(pairs, [](const KnownPair& p) { return p.same; }));
  EXPECT_NEAR(found.probability_same(3), same / 1000, 2e-3);
}

/// The least sum of squares over falling levels, by trying all ways to cut the pairs into pools.
double least_squares(const std::vector<double>& targets, std::size_t from, double highest) {
  if (from == targets.size()) return 0;
  double least = std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t end = from; end < targets.size(); ++end) {
    sum += targets[end];
    const double level = sum / static_cast<double>(end + 1 - from);
    if (level > highest) continue;
    double here = 0;
    for (std::size_t k = from; k <= end; ++k) here += (targets[k] - level) * (targets[k] - level);
    least = std::min(least, here + least_squares(targets, end + 1, level));
  }
  return least;
}

TEST(Isotonic, IsLeastSquaresAmongFallingFunctions) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const auto pairs = logistic_pairs(12, 0.5, -2, seed);
    std::vector<KnownPair> sorted = pairs;
    std::ranges::sort(sorted, {}, &KnownPair::u);
    double same = 0;
    for (const KnownPair& pair : pairs) same += pair.same ? 1 : 0;
    if (same == 0 || same == 12) continue;
    const Calibration found = fit_isotonic(pairs);
    check(found);
    std::vector<double> targets;
    double squares = 0;
    for (const KnownPair& pair : sorted) {
      targets.push_back(pair.same ? (same + 1) / (same + 2) : 1 / (14 - same));
      squares += std::pow(targets.back() - found.probability_same(pair.u), 2);
    }
    EXPECT_NEAR(squares, least_squares(targets, 0, 1), 1e-12) << seed;
  }
}

TEST(Isotonic, CountsAWeightAsSoManyPairs) {
  auto pairs = logistic_pairs(40, 0.6, -3);
  std::vector<KnownPair> repeated = pairs;
  repeated.push_back(pairs[7]);
  repeated.push_back(pairs[7]);
  pairs[7].weight = 3;
  const Calibration one = fit_isotonic(pairs), other = fit_isotonic(repeated);
  for (double u = 0; u < 10; u += 0.37) {
    EXPECT_NEAR(one.probability_same(u), other.probability_same(u), 1e-12);
  }
}

TEST(Threshold, IsTheBestOfAllByEachRule) {
  const auto pairs = logistic_pairs(200, 1, -5);
  const auto counts = [&](double t) {
    double hit = 0, alarm = 0, same = 0, different = 0;
    for (const KnownPair& p : pairs) {
      (p.same ? same : different) += 1;
      if (p.u <= t) (p.same ? hit : alarm) += 1;
    }
    return std::array{hit, alarm, same, different};
  };
  const auto f2 = [&](double t) {
    const auto [hit, alarm, same, different] = counts(t);
    return 5 * hit / (5 * hit + 4 * (same - hit) + alarm);
  };
  const auto right = [&](double t) {
    const auto [hit, alarm, same, different] = counts(t);
    return hit + different - alarm;
  };
  const double by_f = choose_threshold(pairs, {.threshold = ThresholdRule::f_beta, .beta = 2});
  const double by_accuracy = choose_threshold(pairs, {});
  const double by_rate =
      choose_threshold(pairs, {.threshold = ThresholdRule::false_positive_rate, .rate = 0.1});
  for (const KnownPair& pair : pairs) {
    EXPECT_LE(f2(pair.u), f2(by_f));
    EXPECT_LE(right(pair.u), right(by_accuracy));
    const auto [hit, alarm, same, different] = counts(pair.u);
    const bool allowed = alarm <= 0.1 * different;
    EXPECT_LE(allowed ? hit : 0, counts(by_rate)[0]);
  }
  EXPECT_LE(counts(by_rate)[1], 0.1 * counts(by_rate)[3]);
}

TEST(Reliability, AddsUpWhatForecastsMiss) {
  const std::vector<Forecast> forecasts = {
      {0.9, true}, {0.9, false}, {0.1, false, 2}, {0.35, true, 0}};
  const ForecastQuality found = forecast_quality(forecasts);
  EXPECT_NEAR(found.brier, (0.01 + 0.81 + 2 * 0.01) / 4, 1e-12);
  EXPECT_NEAR(found.log_loss, -(std::log(0.9) + std::log(0.1) + 2 * std::log(0.9)) / 4, 1e-12);
  EXPECT_NEAR(found.calibration_error, (2 * 0.4 + 2 * 0.1) / 4, 1e-12);
  EXPECT_EQ(reliability(forecasts).size(), 2u);
}

/// Random pairs of blobs, the same if they share a label.
Pairs pairs_of(const Dataset& data, Index count, std::uint64_t seed) {
  Rng rng = make_rng(seed);
  Pairs pairs;
  while (std::ssize(pairs) < count) {
    const Index i = random_index(data.size(), rng), j = random_index(data.size(), rng);
    if (i == j) continue;
    const bool same = data.labels.share(i, j);
    pairs.push_back({i, j, same ? Relation::at_most : Relation::at_least, open_bound});
  }
  return pairs;
}

TEST(Calibrate, GivesProbabilitiesThatHoldOnOtherPairs) {
  const Dataset data = blobs(300);
  const Model model{.left = Matrix::Identity(6, 3)};  // the third coordinate is noise
  Model calibrated = model;
  calibrated.calibration = calibrate(model, data, pairs_of(data, 4000, 1)).calibration;
  std::vector<Forecast> forecasts;
  for (const KnownPair& pair : known_pairs(model, data, pairs_of(data, 4000, 2))) {
    forecasts.push_back({calibrated.calibration->probability_same(pair.u), pair.same});
  }
  EXPECT_LT(forecast_quality(forecasts).calibration_error, 0.03);
}

TEST(Calibrate, IsKeptInTheFileOfTheModel) {
  const Dataset data = blobs(60);
  const Pairs pairs = pairs_of(data, 300, 1);
  const TemporaryDirectory folder;
  for (const MapChoice map : {MapChoice::platt, MapChoice::isotonic}) {
    Model model = identity_model(6);
    model.calibration = calibrate(model, data, pairs, {.probability = map}).calibration;
    save(model, folder.path("m.mhl"));
    const Model again = load(folder.path("m.mhl"));
    ASSERT_TRUE(again.calibration);
    for (double u = 0; u < 300; u += 7) {
      EXPECT_EQ(again.calibration->probability_same(u), model.calibration->probability_same(u));
    }
    EXPECT_EQ(again.calibration->threshold, model.calibration->threshold);
    EXPECT_EQ(again.calibration->rule, "most pairs predicted right");
  }
}

TEST(Calibrate, SaysWhenItIsJudgedOnItsOwnPairs) {
  const Dataset data = blobs(60);
  const Pairs pairs = pairs_of(data, 300, 1);
  Model model = identity_model(6);
  model.calibration = calibrate(model, data, pairs).calibration;
  EXPECT_THAT(calibrated_here(model, data, pairs), HasSubstr("calibrated on these pairs"));
  const auto is_known = [&](const Pair& pair) {
    return std::ranges::any_of(
        pairs, [&](const Pair& p) { return std::minmax(p.i, p.j) == std::minmax(pair.i, pair.j); });
  };
  Pairs others = pairs_of(data, 300, 2);
  std::erase_if(others, is_known);
  EXPECT_EQ(calibrated_here(model, data, others), "");
  Pairs mixed(others.begin(), others.begin() + 90);
  mixed.insert(mixed.end(), pairs.begin(), pairs.begin() + 10);
  EXPECT_THAT(calibrated_here(model, data, mixed), HasSubstr("on some 10 % of these pairs"));
}

TEST(Calibrate, RefusesPairsOfOneSort) {
  const Dataset data = blobs(60);
  EXPECT_EQ(error_message([&] {
              calibrate(identity_model(6), data, {{0, 3, Relation::at_most, open_bound}});
            }),
            "there is no pair that is different: nothing can be judged by such pairs");
}

}  // namespace
}  // namespace mahala::test::calibrate_test
