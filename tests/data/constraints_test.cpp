#include "mahala/data/constraints/constraints.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/constraints/contradictions.hpp"
#include "mahala/data/constraints/open_bounds.hpp"
#include "mahala/data/constraints/overlap.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::constraints_test {
namespace {

using enum Relation;
using testing::ElementsAre;
using testing::StrEq;
using testing::ThrowsMessage;

TEST(Constraints, KnowTheirKindAndNumber) {
  EXPECT_EQ(kind(Nothing{}), Supervision::nothing);
  EXPECT_EQ(kind(Pairs{}), Supervision::pairs);
  EXPECT_EQ(kind(Triplets{}), Supervision::triplets);
  EXPECT_EQ(kind(NearFarSets{}), Supervision::sets);
  EXPECT_EQ(kind(Rankings{}), Supervision::rankings);
  EXPECT_EQ(count(Nothing{}), 0);
  EXPECT_EQ(count(Pairs(3)), 3);
  EXPECT_EQ(symbol(equal), "=");
  EXPECT_EQ(symbol(at_most), "<=");
  EXPECT_EQ(symbol(at_least), ">=");
}

TEST(Check, AcceptsWhatIsSound) {
  const Dataset data = blobs(10);
  check(Nothing{}, data);
  check(Pairs{{0, 9, at_most, 0}, {9, 0, at_least, 0}, {1, 2, equal, 3, 0}}, data);
  check(Pairs{{1, 2, equal, 3}, {1, 2, equal, 4}, {2, 1, at_most, 1}}, data);
  check(Pairs{{1, 2, at_most, 3}, {2, 1, at_least, 3}}, data);
  check(Triplets{{0, 1, 2}}, data);
  check(NearFarSets{{0, {1, 2}, {3}}}, data);
  check(Rankings{{9, {0, 2}}}, data);
}

TEST(Check, NamesTheConstraintThatIsWrong) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<Constraints, std::string>> table = {
      {Pairs{{0, 1}, {0, 900}}, "pair 1 names sample 900 of 10"},
      {Pairs{{-1, 1}}, "pair 0 names sample -1 of 10"},
      {Pairs{{5, 5}}, "pair 0 joins sample 5 to itself"},
      {Pairs{{0, 1, at_most, -1}}, "pair 0: value -1 is negative"},
      {Pairs{{0, 1, equal, nan}}, "pair 0: value nan is not finite"},
      {Pairs{{0, origin, at_most, nan}}, "pair 0: value nan is not finite"},
      {Pairs{{0, 1, at_most, 1, -2}}, "pair 0: weight -2 is negative"},
      {Triplets{{0, 1, 10}}, "triplet 0 names sample 10 of 10"},
      {Triplets{{0, 1, 0}}, "triplet 0 joins sample 0 to itself"},
      {Triplets{{0, 1, 1}}, "triplet 0 has sample 1 near and far"},
      {Triplets{{0, 1, 2, nan}}, "triplet 0: weight nan is not finite"},
      {NearFarSets{{0, {1, 12}, {3}}}, "set 0 names sample 12 of 10"},
      {NearFarSets{{0, {1}, {0}}}, "set 0 joins sample 0 to itself"},
      {NearFarSets{{0, {4, 1}, {3, 4}}}, "set 0 has sample 4 near and far"},
      {Triplets{{0, 1, 2}, {1, 0, 2}, {0, 2, 1}},
       "triplets 0 and 2 contradict each other about sample 0"},
      {NearFarSets{{0, {1}, {2, 3}}, {0, {2}, {1}}},
       "sets 0 and 1 contradict each other about sample 0"},
      {Rankings{{0, {3}}}, "ranking 0 names label 3 of 3"}};
  for (const auto& [constraints, message] : table) {
    EXPECT_THAT([&] { check(constraints, blobs(10)); }, ThrowsMessage<Error>(StrEq(message)));
  }
}

TEST(Check, TakesSameAndDifferentForAContradictionWhateverTheBounds) {
  check(Pairs{{0, 1, at_most, open_bound}, {1, 0, at_most, open_bound}}, blobs(10));
  EXPECT_THAT(
      [] {
        check(Pairs{{0, 1, at_most, open_bound}, {1, 0, at_least, open_bound}}, blobs(10));
      },
      ThrowsMessage<Error>(
          StrEq("pairs 0 and 1 contradict each other: samples 0 and 1 the same and different")));
  EXPECT_TRUE(find_contradiction(Pairs{{0, 1, at_least, 3}, {0, 1, at_most, open_bound}}));
  EXPECT_TRUE(find_contradiction(Pairs{{0, 1, at_least, open_bound}, {0, 1, at_most, 5}}));
}

TEST(Contradiction, IsNoneWhereOrdersOnlyMeet) {
  // 1 before 2 before 3: the far sample of one is the near one of another.
  EXPECT_FALSE(find_contradiction(Triplets{{0, 1, 2}, {0, 2, 3}, {1, 2, 0}, {0, 1, 2}}));
  EXPECT_FALSE(find_contradiction(NearFarSets{{0, {1}, {2}}, {0, {2}, {3}}, {3, {2}, {1}}}));
}

TEST(Overlap, IsKnownWhateverTheFileAndTheOrderOfSamples) {
  Rng rng = make_rng(3);
  const Samples x(random_normal(4, 90, rng));
  const auto some = [](Index first, Index last) {
    Pairs pairs;
    for (Index k = first; k < last; ++k) {
      pairs.push_back({k % 90, (k + 1 + k / 90) % 90, k % 2 ? at_most : at_least, open_bound});
    }
    return pairs;
  };
  const std::string few = sketch(some(0, 100), x);
  EXPECT_EQ(share_in(few, some(0, 100), x), 1);
  EXPECT_EQ(share_in(few, some(100, 300), x), 0);
  EXPECT_EQ(share_in(few, some(50, 150), x), 0.5);
  EXPECT_NEAR(share_in(sketch(some(0, 3000), x), some(1500, 3900), x), 1500 / 2400.0, 0.06);

  std::vector<Index> turned(90);
  for (Index i = 0; i < 90; ++i) turned[static_cast<std::size_t>(i)] = 89 - i;
  Pairs renamed = some(50, 150);
  for (Pair& pair : renamed) pair = {89 - pair.j, 89 - pair.i, pair.relation, pair.value};
  EXPECT_EQ(share_in(few, renamed, x.select(turned)), 0.5);
  EXPECT_EQ(share_in_words(0.25, Supervision::pairs), "some 25 % of these pairs");
  EXPECT_EQ(share_in_words(1, Supervision::triplets), "these triplets");
  EXPECT_EQ(share_in(sketch(NearFarSets{{0, {1, 2}, {3}}}, x), Triplets{{0, 1, 3}, {0, 3, 1}}, x),
            0.5);
  EXPECT_THROW(share_in("what", renamed, x), Error);
}

TEST(Fingerprint, OfConstraintsTellsWhatTheySayAndNotTheirOrder) {
  const Pairs pairs = {{0, 1, at_most, open_bound}, {2, 3, at_least, 4}};
  EXPECT_EQ(fingerprint(pairs),
            fingerprint(Pairs{{3, 2, at_least, 4}, {0, 1, at_most, open_bound}}));
  EXPECT_NE(fingerprint(pairs), fingerprint(Pairs{{0, 1, at_most, open_bound}, {2, 3, at_most}}));
  EXPECT_NE(fingerprint(pairs), fingerprint(Pairs{{0, 1, at_most, open_bound}}));
  EXPECT_NE(fingerprint(Triplets{{0, 1, 2}}), fingerprint(Triplets{{0, 2, 1}}));
}

/// Samples on a line at 0, 1, 2, 4: pairs of distances 1, 4 and 4, 16.
const Samples on_a_line(Matrix{{0, 1, 2, 4}});

Pairs open_pairs() {
  return {{0, 1, at_most, open_bound, 3},
          {0, 2, at_most, open_bound, 1},
          {2, 3, at_least, open_bound, 1},
          {0, 3, at_least, open_bound, 1}};
}

TEST(OpenBounds, AreUnitsOfTheMediansWithBothSortsOfEqualWeight) {
  Pairs pairs = open_pairs();
  const DerivedBounds bounds = derive_bounds(pairs, on_a_line, OpenBounds::unit);
  const double unit = std::sqrt(2.5 * 10);
  EXPECT_DOUBLE_EQ(bounds.high, 2 * unit);
  EXPECT_EQ(pairs[0].value, 0);
  EXPECT_DOUBLE_EQ(pairs[3].value, 2 * unit);
  const double share = unit * unit / 4;  // m = 4, so that each sort adds up to m / tau^2
  EXPECT_NEAR((pairs[0].weight + pairs[1].weight) * share, 1, 1e-12);
  EXPECT_NEAR((pairs[2].weight + pairs[3].weight) * share, 1, 1e-12);
  EXPECT_DOUBLE_EQ(pairs[0].weight, 3 * pairs[1].weight);
}

TEST(OpenBounds, ArePercentilesOfThePairs) {
  Pairs pairs = open_pairs();
  const DerivedBounds bounds = derive_bounds(pairs, on_a_line, OpenBounds::percentile);
  EXPECT_DOUBLE_EQ(bounds.low, 1 + 0.15 * 3);
  EXPECT_DOUBLE_EQ(bounds.high, 4 + 0.85 * 12);
  EXPECT_EQ(pairs[0].weight, 3);
  EXPECT_EQ(pairs[1].value, bounds.low);
  EXPECT_EQ(pairs[2].value, bounds.high);
}

TEST(OpenBounds, TakeWhatThereIs) {
  Pairs alike = {{0, 2, at_most, open_bound}};
  EXPECT_DOUBLE_EQ(derive_bounds(alike, on_a_line, OpenBounds::unit).high, 2 * 4);
  Pairs mixed = {{0, 2, at_most, open_bound}, {0, 1, at_most, 1}};
  EXPECT_THAT(
      [&] { derive_bounds(mixed, on_a_line, OpenBounds::unit); },
      ThrowsMessage<Error>(StrEq("pair 1 has a value and others have none: all of them or none")));
  Pairs nothing = {{0, 1, at_most, open_bound}};
  EXPECT_THAT(
      [&] { derive_bounds(nothing, Samples(Matrix(Matrix::Zero(1, 4))), OpenBounds::unit); },
      ThrowsMessage<Error>(testing::HasSubstr("coincide")));
}

TEST(Check, FindsPairsThatContradictEachOther) {
  EXPECT_THAT(
      [] {
        check(Pairs{{4, 9, at_most, 5}, {0, 1}, {4, 9, at_most, 1}, {2, 3}, {9, 4, at_least, 2}},
              blobs(10));
      },
      ThrowsMessage<Error>(
          StrEq("pairs 2 and 4 contradict each other: samples 4 and 9 at most 1 and at least 2")));
  EXPECT_THAT(
      [] {
        check(Pairs{{9, 4, at_least, 2}, {4, 9, at_most, 1}}, blobs(10));
      },
      ThrowsMessage<Error>(StrEq("pairs 0 and 1 contradict each other: samples 4 and 9 at "
                                 "least 2 and at most 1")));
}

/// The definition, pair against pair.
bool contradicts(const Pairs& pairs) {
  for (const Pair& a : pairs) {
    for (const Pair& b : pairs) {
      if (std::minmax({a.i, a.j}) == std::minmax({b.i, b.j}) && a.relation == at_most &&
          b.relation == at_least && b.value > a.value) {
        return true;
      }
    }
  }
  return false;
}

TEST(Check, FindsContradictionsExactlyWhereThereAreAny) {
  Rng rng = make_rng(1);
  const Dataset data = blobs(6);
  int found = 0;
  for (int round = 0; round < 200; ++round) {
    Pairs pairs;
    for (int k = 0; k < 6; ++k) {
      const Index i = random_index(6, rng), step = 1 + random_index(5, rng);
      pairs.push_back({i, (i + step) % 6, static_cast<Relation>(random_index(3, rng)),
                       static_cast<double>(random_index(4, rng))});
    }
    bool thrown = false;
    try {
      check(pairs, data);
    } catch (const Error&) {
      thrown = true;
    }
    EXPECT_EQ(thrown, contradicts(pairs));
    found += thrown ? 1 : 0;
  }
  EXPECT_GT(found, 10);
  EXPECT_LT(found, 190);
}

TEST(RestrictTo, RenumbersWhatStaysAndDropsTheRest) {
  const std::vector<Index> samples = {7, 2, 5};
  const auto pairs =
      std::get<Pairs>(restrict_to(Pairs{{2, 7, at_least, 3, 4}, {2, 3}, {5, 2}}, samples, 10));
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].i, 1);
  EXPECT_EQ(pairs[0].j, 0);
  EXPECT_EQ(pairs[0].relation, at_least);
  EXPECT_EQ(pairs[0].value, 3);
  EXPECT_EQ(pairs[0].weight, 4);
  EXPECT_EQ(pairs[1].i, 2);
  EXPECT_EQ(count(restrict_to(Triplets{{7, 2, 5}, {7, 2, 4}}, samples, 10)), 1);
  EXPECT_EQ(count(restrict_to(Rankings{{5, {0}}, {6, {1}}}, samples, 10)), 1);
  EXPECT_EQ(kind(restrict_to(Nothing{}, samples, 10)), Supervision::nothing);
}

TEST(RestrictTo, TakesAbsentMembersOutOfSets) {
  const std::vector<Index> samples = {7, 2, 5};
  const NearFarSets sets = {{7, {1, 2}, {5, 6}}, {7, {1}, {5}}, {1, {2}, {5}}};
  const auto kept = std::get<NearFarSets>(restrict_to(sets, samples, 10));
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].query, 0);
  EXPECT_THAT(kept[0].near, ElementsAre(1));
  EXPECT_THAT(kept[0].far, ElementsAre(2));
}

TEST(Fingerprint, IsOfWhatIsJoinedAndNotOfItsOrder) {
  const Pairs pairs = {{0, 1, Relation::at_most, 1}, {2, 1, Relation::at_least, 4}};
  const Pairs same = {{1, 2, Relation::at_least, 9, 2}, {1, 0, Relation::at_most, 3}};
  const Pairs other = {{0, 1, Relation::at_least, 1}, {2, 1, Relation::at_least, 4}};
  EXPECT_EQ(fingerprint(Constraints(pairs)), fingerprint(Constraints(same)));
  EXPECT_NE(fingerprint(Constraints(pairs)), fingerprint(Constraints(other)));
  EXPECT_NE(fingerprint(Constraints(Triplets{{0, 1, 2}})),
            fingerprint(Constraints(Triplets{{0, 2, 1}})));
}

}  // namespace
}  // namespace mahala::test::constraints_test
