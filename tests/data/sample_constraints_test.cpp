#include "mahala/data/constraints/sample_constraints.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/leading_points.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/labels/label_neighbours.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::sample_constraints_test {
namespace {

constexpr PairProtocol every_protocol[] = {PairProtocol::uniform, PairProtocol::per_class,
                                           PairProtocol::neighbours};

using testing::HasSubstr;
using testing::ThrowsMessage;

Matrix matrix_of(const Dataset& data) { return data.x.block(0, data.size()); }

Constraints draw(Supervision kind, const Dataset& data, const SampleOptions& options = {},
                 std::uint64_t seed = 1) {
  Rng rng = make_rng(seed);
  Constraints constraints = sample_constraints(kind, data.labels, data.x, options, rng);
  check(constraints, data);
  return constraints;
}

Pairs draw_pairs(const Dataset& data, const SampleOptions& options = {}) {
  return std::get<Pairs>(draw(Supervision::pairs, data, options));
}

Dataset labelled(const std::vector<std::vector<std::string>>& labels) {
  Rng rng = make_rng(5);
  return {.x = Samples(random_normal(2, std::ssize(labels), rng)),
          .labels = Labels::from_names(labels)};
}

/// All squared distances between distinct columns, sorted.
std::vector<double> sorted_distances(const Matrix& x) {
  std::vector<double> all;
  for (Index i = 0; i < x.cols(); ++i) {
    for (Index j = 0; j < i; ++j) all.push_back((x.col(i) - x.col(j)).squaredNorm());
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST(SampledPairs, CarryTheBoundOfTheirLabels) {
  const Dataset data = blobs();
  const auto sorted = sorted_distances(matrix_of(data));
  const double low = percentile(sorted, 5), high = percentile(sorted, 95);
  for (const PairProtocol protocol : every_protocol) {
    for (const Pair& pair : draw_pairs(data, {.protocol = protocol})) {
      const bool alike = data.labels.share(pair.i, pair.j);
      EXPECT_EQ(pair.relation, alike ? Relation::at_most : Relation::at_least);
      EXPECT_EQ(pair.value, alike ? low : high);
      EXPECT_EQ(pair.weight, 1);
    }
  }
}

TEST(SampledPairs, AreFortyPerOrderedPairOfClassesUnlessTold) {
  EXPECT_EQ(draw_pairs(blobs(120, 4, 3)).size(), 240u);
  EXPECT_EQ(draw_pairs(blobs(120, 4, 5)).size(), 800u);
  EXPECT_EQ(draw_pairs(blobs(120, 4, 3), {.count = 17}).size(), 17u);
}

TEST(SampledPairs, CountOnlyClassesThatOccur) {
  const Dataset data = blobs(120, 4, 4);
  std::vector<Index> two;
  for (Index i = 0; i < data.size(); ++i) {
    if (i % 4 < 2) two.push_back(i);
  }
  EXPECT_EQ(draw_pairs(data.select(two)).size(), 80u);
}

TEST(SampledPairs, OfOneClassAreAllSimilar) {
  for (const PairProtocol protocol : every_protocol) {
    const Pairs pairs = draw_pairs(blobs(20, 3, 1), {.protocol = protocol});
    EXPECT_FALSE(pairs.empty());
    for (const Pair& pair : pairs) EXPECT_EQ(pair.relation, Relation::at_most);
  }
}

TEST(SampledPairs, CoverAllPairsEvenly) {
  std::map<std::pair<Index, Index>, int> seen;
  for (const Pair& pair : draw_pairs(blobs(5, 3, 2), {.count = 20000})) ++seen[{pair.i, pair.j}];
  EXPECT_EQ(seen.size(), 20u);
  for (const auto& [pair, times] : seen) EXPECT_NEAR(times, 1000, 200);
}

TEST(PerClassPairs, AreAsManyInsideAsAcrossForEveryClass) {
  const Dataset data = blobs(31, 3, 3);
  const Pairs pairs = draw_pairs(data, {.protocol = PairProtocol::per_class, .per_class = 50});
  const auto similar = std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) {
    return pair.relation == Relation::at_most;
  });
  EXPECT_EQ(pairs.size(), 300u);
  EXPECT_EQ(similar, 150);
}

TEST(PerClassPairs, OfASingletonClassAreDissimilar) {
  const Pairs pairs = draw_pairs(labelled({{"a"}, {"b"}, {"b"}}),
                                 {.protocol = PairProtocol::per_class, .per_class = 10});
  EXPECT_EQ(pairs.size(), 30u);
  for (const Pair& pair : pairs) {
    const bool touches_singleton = pair.i == 0 || pair.j == 0;
    EXPECT_EQ(pair.relation, touches_singleton ? Relation::at_least : Relation::at_most);
  }
}

/// The definition: sort everything.
std::vector<Index> nearest_naively(const Dataset& data, Index i, bool alike, std::size_t count) {
  std::vector<std::pair<double, Index>> all;
  for (Index j = 0; j < data.size(); ++j) {
    if (j == i || data.labels[j].empty() || data.labels.share(i, j) != alike) continue;
    all.emplace_back((data.x.column(i) - data.x.column(j)).squaredNorm(), j);
  }
  std::sort(all.begin(), all.end());
  std::vector<Index> first;
  for (std::size_t k = 0; k < std::min(count, all.size()); ++k) first.push_back(all[k].second);
  return first;
}

TEST(LabelNeighbours, AreThoseOfAFullSort) {
  Dataset data = blobs(150, 4, 3);
  Matrix& x = std::get<Matrix>(data.x.storage());
  x.col(10) = x.col(13);  // ties, by duplicates of the same and of another class
  x.col(16) = x.col(13);
  x.col(20) = x.col(13);
  for (const double offset : {0.0, 1e6}) {
    x.array() += offset;
    const auto lists = label_neighbours(data.labels, Samples(x), 4, 6);
    for (Index i = 0; i < data.size(); ++i) {
      EXPECT_EQ(lists[static_cast<std::size_t>(i)].same, nearest_naively(data, i, true, 4));
      EXPECT_EQ(lists[static_cast<std::size_t>(i)].other, nearest_naively(data, i, false, 6));
    }
  }
}

/// Blobs in several blocks of the search, and others too far away for single precision to tell the
/// rest apart.
TEST(LabelNeighbours, AreThoseOfAFullSortBesideOutliers) {
  Dataset data = blobs(700, 3, 4);
  Matrix& x = std::get<Matrix>(data.x.storage());
  for (const double outlier : {1e3, 1e9, 1e140, 1e200}) {
    x.col(5).setConstant(outlier);
    const auto lists = label_neighbours(data.labels, data.x, 3, 5);
    for (Index i = 0; i < data.size(); i += 7) {
      EXPECT_EQ(lists[static_cast<std::size_t>(i)].same, nearest_naively(data, i, true, 3));
      EXPECT_EQ(lists[static_cast<std::size_t>(i)].other, nearest_naively(data, i, false, 5));
    }
  }
}

/// Samples whose last coordinates hardly differ, so that the leading ones tell most pairs apart,
/// and lists of another metric that tell how far to look.
TEST(LabelNeighbours, AreThoseOfAFullSortWithManyCoordinatesAndWithEarlierLists) {
  Dataset data = blobs(600, 64, 4);
  Matrix& x = std::get<Matrix>(data.x.storage());
  for (Index k = 0; k < 64; ++k) x.row(k) *= std::exp(-static_cast<double>(k) / 8);
  ASSERT_FALSE(LeadingPoints(EstimatedPoints(x)).empty());
  const auto before = label_neighbours(data.labels, Samples(Matrix(x.topRows(5))), 3, 5);
  for (const auto& known : {std::vector<LabelNeighbours>(), before}) {
    const auto lists = label_neighbours(data.labels, data.x, 3, 5, known);
    for (Index i = 0; i < data.size(); i += 7) {
      EXPECT_EQ(lists[static_cast<std::size_t>(i)].same, nearest_naively(data, i, true, 3));
      EXPECT_EQ(lists[static_cast<std::size_t>(i)].other, nearest_naively(data, i, false, 5));
    }
  }
}

TEST(LabelNeighbours, AreNoneWhereNoSampleHasALabel) {
  const Dataset data = labelled({{}, {}, {}});
  for (const LabelNeighbours& each : label_neighbours(data.labels, data.x, 2, 2)) {
    EXPECT_TRUE(each.same.empty() && each.other.empty());
  }
}

TEST(LabelNeighbours, OfManyTiesComeInOrder) {
  const Labels labels = Labels::from_names(std::vector<std::string>{"a", "b", "a", "b", "a"});
  const auto lists = label_neighbours(labels, Samples(Matrix(Matrix::Constant(3, 5, 0.1))), 1, 1);
  EXPECT_EQ(lists[4].same, std::vector<Index>{0});
  EXPECT_EQ(lists[4].other, std::vector<Index>{1});
}

TEST(LabelNeighbours, LeaveUnlabelledSamplesOut) {
  const Dataset data = labelled({{"a", "b"}, {"b"}, {}, {"c"}, {"a"}});
  const auto lists = label_neighbours(data.labels, data.x, 9, 9);
  for (Index i = 0; i < 5; ++i) {
    const auto& [same, other] = lists[static_cast<std::size_t>(i)];
    EXPECT_EQ(same, i == 2 ? std::vector<Index>{} : nearest_naively(data, i, true, 9));
    EXPECT_EQ(other, i == 2 ? std::vector<Index>{} : nearest_naively(data, i, false, 9));
  }
}

TEST(NeighbourPairs, JoinEverySampleToItsNearestOnce) {
  const Dataset data = blobs(60, 3, 3);
  std::set<std::pair<Index, Index>> expected, found;
  for (Index i = 0; i < data.size(); ++i) {
    for (const Index j : nearest_naively(data, i, true, 2)) expected.insert(std::minmax({i, j}));
    for (const Index j : nearest_naively(data, i, false, 5)) expected.insert(std::minmax({i, j}));
  }
  const Pairs pairs =
      draw_pairs(data, {.protocol = PairProtocol::neighbours, .neighbours = 2, .impostors = 5});
  for (const Pair& pair : pairs) found.insert({pair.i, pair.j});
  EXPECT_EQ(found, expected);
  EXPECT_EQ(pairs.size(), expected.size());
}

TEST(SampledTriplets, HaveAFriendNearAndAStrangerFar) {
  const Dataset single = blobs(30, 3, 3);
  const Dataset multi =
      labelled({{"a", "b"}, {"b"}, {}, {"c"}, {"a"}, {"a", "a"}, {"a", "b", "c"}});
  for (const Dataset& data : {single, multi}) {
    const auto triplets = std::get<Triplets>(draw(Supervision::triplets, data, {.count = 500}));
    EXPECT_EQ(triplets.size(), 500u);
    for (const Triplet& t : triplets) {
      EXPECT_TRUE(data.labels.share(t.query, t.near));
      EXPECT_FALSE(data.labels.share(t.query, t.far));
      EXPECT_FALSE(data.labels[t.far].empty());
    }
  }
}

TEST(SampledTriplets, FindTheOnlyStranger) {
  std::vector<std::vector<std::string>> labels(2000, {"a"});
  labels[1234] = {"b"};
  const auto triplets =
      std::get<Triplets>(draw(Supervision::triplets, labelled(labels), {.count = 20}));
  for (const Triplet& t : triplets) EXPECT_EQ(t.far, 1234);
}

TEST(SampledSets, HoldTheNearestOfEachSort) {
  const Dataset data = blobs(40, 3, 3);
  const auto sets = std::get<NearFarSets>(draw(Supervision::sets, data));
  EXPECT_EQ(sets.size(), 40u);
  for (const NearFarSet& set : sets) {
    EXPECT_EQ(set.near, nearest_naively(data, set.query, true, 3));
    EXPECT_EQ(set.far, nearest_naively(data, set.query, false, 3));
  }
}

TEST(SampledRankings, ListTheLabelsOfEverySampleThatHasSome) {
  const auto rankings =
      std::get<Rankings>(draw(Supervision::rankings, labelled({{"b", "a"}, {}, {"c"}})));
  ASSERT_EQ(rankings.size(), 2u);
  EXPECT_THAT(rankings[0].relevant, testing::UnorderedElementsAre(0, 1));
  EXPECT_EQ(rankings[1].sample, 2);
}

TEST(SampledConstraints, RepeatForOneSeedAndAnyNumberOfThreads) {
  const Dataset data = blobs(200);
  const int before = threads();
  for (const PairProtocol protocol : every_protocol) {
    set_threads(1);
    const Pairs one = draw_pairs(data, {.protocol = protocol});
    set_threads(2);
    const Pairs two = draw_pairs(data, {.protocol = protocol});
    ASSERT_EQ(one.size(), two.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_EQ(std::tie(one[k].i, one[k].j, one[k].value),
                std::tie(two[k].i, two[k].j, two[k].value));
    }
  }
  set_threads(before);
}

TEST(SampledConstraints, SayWhatTheLabelsDoNotAllow) {
  const std::vector<std::tuple<Supervision, Dataset, std::string>> table = {
      {Supervision::pairs, Dataset{.x = Samples(Matrix(Matrix::Zero(2, 3)))},
       "the samples have none"},
      {Supervision::pairs, labelled({{"a"}}), "pairs need two labelled samples, there is 1"},
      {Supervision::pairs,
       Dataset{.x = Samples(Matrix(Matrix::Zero(2, 2))),
               .labels = Labels::from_names(std::vector<std::string>{"a", "b"})},
       "the samples coincide"},
      {Supervision::triplets, blobs(9, 2, 1), "the labels allow no triplets"},
      {Supervision::triplets, blobs(3, 2, 3), "the labels allow no triplets"},
      {Supervision::sets, blobs(9, 2, 1), "the labels allow no sets"},
      {Supervision::labels, blobs(), "labels are no constraints that could be drawn"}};
  for (const auto& [kind, data, message] : table) {
    const auto refused = [&kind = kind, &data = data] { draw(kind, data); };
    EXPECT_THAT(refused, ThrowsMessage<Error>(HasSubstr(message)));
  }
  const Dataset same{.x = Samples(Matrix(Matrix::Ones(2, 3))),
                     .labels = Labels::from_names(std::vector<std::string>{"a", "b", "a"})};
  EXPECT_THAT([&] { draw(Supervision::pairs, same, {.bounds = BoundRule::relative}); },
              ThrowsMessage<Error>(HasSubstr("the samples coincide")));
}

TEST(Bounds, OfManyDuplicatesFallBackToTheSmallestPositiveDistance) {
  Matrix x = Matrix::Zero(1, 100);
  x(0, 7) = 3;
  x(0, 8) = 5;
  Rng rng = make_rng(1);
  const PairBounds bounds = draw_bounds(Samples(x), 5, 95, rng);
  EXPECT_EQ(bounds.low, 4);
  EXPECT_EQ(bounds.high, 4);
}

TEST(Bounds, OfManySamplesAreCloseToThoseOfAllPairs) {
  Rng rng = make_rng(2);
  const Matrix x = random_normal(5, 1600, rng);
  const auto sorted = sorted_distances(x);
  const PairBounds bounds = draw_bounds(Samples(x), 5, 95, rng);
  EXPECT_NEAR(bounds.low / percentile(sorted, 5), 1, 0.03);
  EXPECT_NEAR(bounds.high / percentile(sorted, 95), 1, 0.03);
}

TEST(Bounds, BeyondTheRangeOfDoubleAreRefused) {
  Rng rng = make_rng(2);
  EXPECT_THROW(draw_bounds(Samples(Matrix(1e200 * random_normal(2, 10, rng))), 5, 95, rng), Error);
}

TEST(Percentile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> values = {4, 1, 3, 2};
  EXPECT_EQ(percentile(values, 0), 1);
  EXPECT_EQ(percentile(values, 100), 4);
  EXPECT_EQ(percentile(values, 50), 2.5);
  EXPECT_DOUBLE_EQ(percentile(values, 10), 1.3);
  EXPECT_EQ(percentile({7}, 33), 7);
  EXPECT_THROW(percentile({}, 50), Error);
  EXPECT_THROW(percentile(values, 101), Error);
}

}  // namespace
/// On a line: a at 0, 1, 3; b at 10, 14; one c at 30.
Dataset line() {
  Matrix x(1, 6);
  x << 0, 1, 3, 10, 14, 30;
  return {.x = Samples(x),
          .labels = Labels::from_names({{"a"}, {"a"}, {"a"}, {"b"}, {"b"}, {"c"}})};
}

TEST(LocalBounds, AreTheUnitOfEachSampleAndWeighBothSortsAlike) {
  const Pairs pairs = draw_pairs(line(), {.protocol = PairProtocol::neighbours,
                                          .bounds = BoundRule::local,
                                          .neighbours = 2,
                                          .impostors = 2});
  double same = 0, other = 0;
  for (const Pair& pair : pairs) {
    (pair.relation == Relation::at_most ? same : other) += 1;
  }
  ASSERT_EQ(same, 8);  // two of each a, one of each b, none of c
  ASSERT_EQ(other, 12);
  // Sample 0: second nearest a at 3, second nearest other at 14.
  const double unit = std::sqrt(9.0 * 196.0);
  EXPECT_EQ(pairs[0].value, 0);
  EXPECT_NEAR(pairs[0].weight, 20 / (8 * unit * unit), 1e-15);
  EXPECT_NEAR(pairs[2].value, 2 * unit, 1e-12);
  EXPECT_NEAR(pairs[2].weight, 20 / (12 * unit * unit), 1e-15);
  // Sample 4 has one other b only, at 10; the lone c takes the distance to the others.
  const auto value_of = [&](Index i) {
    return std::ranges::find_if(
               pairs, [&](const Pair& p) { return p.i == i && p.relation == Relation::at_least; })
        ->value;
  };
  EXPECT_NEAR(value_of(4), 2 * std::sqrt(16.0 * 169.0), 1e-10);
  EXPECT_NEAR(value_of(5), 2 * 400.0, 1e-10);
}

TEST(LocalBounds, DoNotDependOnTheScaleOfTheData) {
  const Dataset data = blobs(20, 3, 2);
  Dataset large = data;
  large.x = Samples(Matrix(1000 * matrix_of(data)));
  const SampleOptions local{.protocol = PairProtocol::neighbours, .bounds = BoundRule::local};
  const Pairs a = draw_pairs(data, local), b = draw_pairs(large, local);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(b[k].value, 1e6 * a[k].value, 1e-3 * (1 + a[k].value));
    EXPECT_NEAR(b[k].weight * 1e12, a[k].weight, 1e-9 * a[k].weight);
  }
}

TEST(Resolved, TakesTheRecipeOrWhatOtherOptionsAreFor) {
  const PairRecipe near{PairProtocol::neighbours, BoundRule::local};
  EXPECT_EQ(resolved({}).protocol, PairProtocol::uniform);
  EXPECT_EQ(resolved({}, near).bounds, BoundRule::local);
  EXPECT_EQ(resolved({}, near).impostors, 10);
  EXPECT_EQ(resolved({.count = 5}, near).protocol, PairProtocol::uniform);
  EXPECT_EQ(resolved({.count = 5}, near).bounds, BoundRule::percentile);
  EXPECT_EQ(resolved({.protocol = PairProtocol::paper}, near).bounds, BoundRule::percentile);
  EXPECT_EQ(resolved({.protocol = PairProtocol::neighbours}).impostors, 30);
  EXPECT_THROW(resolved({.count = 5, .per_class = 7}), Error);
  EXPECT_THROW(resolved({.protocol = PairProtocol::uniform, .bounds = BoundRule::local}), Error);
}

}  // namespace mahala::test::sample_constraints_test
