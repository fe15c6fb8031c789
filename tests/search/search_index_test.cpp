#include "mahala/search/search_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::search_index_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::unique_ptr<SearchIndex> filled(const IndexKind& kind, const Matrix& items) {
  auto index = make_search_index(kind, items.rows());
  index->add(items);
  return index;
}

/// Runs f with that many threads.
template <class F>
auto with_threads(int count, const F& f) {
  const int before = threads();
  set_threads(count);
  auto result = f();
  set_threads(before);
  return result;
}

/// What every kind of index must do; `exactness` bounds the error of its distances relative to
/// the spread of the items, `recall` what it must find.
struct Law {
  IndexKind kind;
  double exactness, recall;
};

class EveryIndex : public testing::TestWithParam<Law> {
 protected:
  Rng rng = make_rng(5);
  Matrix items = random_normal(8, 1200, rng), queries = random_normal(8, 150, rng);
  IndexKind kind = GetParam().kind;
};

TEST_P(EveryIndex, FindsMostOfTheTruth) {
  const Neighbours found = filled(kind, items)->search(queries, 10);
  const Neighbours truth = nearest(items, queries, 10);
  EXPECT_GE(recall(items, queries, found, truth, 10), GetParam().recall);
  EXPECT_EQ(recall(items, queries, truth, truth, 10), 1);
}

TEST_P(EveryIndex, ListsTrueDistancesBestFirst) {
  const Neighbours found = filled(kind, items)->search(queries, 10);
  for (Index q = 0; q < queries.cols(); ++q) {
    for (Index r = 0; r < found.item.rows(); ++r) {
      if (found.item(r, q) < 0) continue;
      const double truth = (items.col(found.item(r, q)) - queries.col(q)).squaredNorm();
      EXPECT_NEAR(found.distance(r, q), truth, GetParam().exactness * (1 + truth));
      EXPECT_LE(found.distance(std::max<Index>(r, 1) - 1, q), found.distance(r, q));
    }
  }
}

TEST_P(EveryIndex, ListsAnItemOnceAndNoMoreThanItHolds) {
  const auto index = filled(kind, items);
  EXPECT_EQ(index->size(), 1200);
  const Neighbours found = index->search(queries.leftCols(3), 5000);
  ASSERT_EQ(found.item.rows(), 1200);
  for (Index q = 0; q < 3; ++q) {
    std::vector<int> times(1200);
    for (const Index i : found.item.col(q)) {
      ASSERT_LT(i, 1200);
      EXPECT_LE(i < 0 ? 0 : ++times[static_cast<std::size_t>(i)], 1);
    }
  }
}

TEST_P(EveryIndex, GivesTheSameForAnyNumberOfThreads) {
  const auto run = [&] { return filled(kind, items)->search(queries, 7); };
  const Neighbours one = with_threads(1, run), again = with_threads(1, run);
  const Neighbours four = with_threads(4, run);
  EXPECT_EQ(one.item, again.item);
  EXPECT_EQ(one.item, four.item);
  EXPECT_EQ(one.distance, four.distance);
}

TEST_P(EveryIndex, FindsWhatWasAddedLater) {
  const auto index = filled(kind, items.leftCols(1000));
  index->add(items.rightCols(200));
  EXPECT_EQ(index->size(), 1200);
  const Neighbours found = index->search(items.rightCols(100), 10);
  Index itself = 0;
  for (Index q = 0; q < 100; ++q) itself += (found.item.col(q).array() == 1100 + q).any();
  EXPECT_GE(itself, 90);
}

TEST_P(EveryIndex, TakesItemsFarFromTheOriginAndOfAnyMagnitude) {
  const auto truth = filled(kind, items)->search(queries, 3).item;
  for (const double scale : {1e-30, 1e30}) {
    EXPECT_EQ(filled(kind, scale * items)->search(scale * queries, 3).item, truth) << scale;
  }
  const Matrix far = items.array() + 1e6, asked = queries.array() + 1e6;
  const Neighbours found = filled(kind, far)->search(asked, 10);
  EXPECT_GE(recall(far, asked, found, nearest(far, asked, 10), 10), 0.98 * GetParam().recall);
}

TEST_P(EveryIndex, RefusesWhatHasNoAnswer) {
  const auto index = make_search_index(kind, 8);
  EXPECT_THROW(index->search(queries, 1), Error);
  index->add(items);
  Matrix broken = items;
  broken(3, 5) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(index->add(broken), Error);
  EXPECT_THROW(index->search(broken, 1), Error);
  EXPECT_THROW(index->search(queries, 0), Error);
  EXPECT_THROW(index->search(queries.topRows(7), 1), Error);
  EXPECT_THROW(index->add(items.topRows(7)), Error);
  EXPECT_EQ(index->size(), 1200);
  EXPECT_EQ(index->search(queries.leftCols(0), 1).item.cols(), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryIndex,
                         testing::Values(Law{{"exact"}, 1e-13, 1}, Law{{"hnsw"}, 1e-5, 0.97},
                                         Law{{"Flat"}, 1e-5, 0.999},
                                         Law{{"HNSW32", "efSearch=64"}, 1e-5, 0.9},
                                         Law{{"IVF16,Flat", "nprobe=8"}, 1e-5, 0.9},
                                         Law{{"IVF8,PQ8", "nprobe=8"}, 0.2, 0.9}));

std::string refusal(const IndexKind& kind, Index dim, Index items) {
  Rng rng = make_rng(6);
  const Matrix x = random_normal(dim, items, rng);
  return error_message([&] { filled(kind, x); });
}

TEST(SearchIndex, SaysWhyAKindIsRefused) {
  EXPECT_THAT(refusal({"Flatt"}, 4, 9), HasSubstr("index Flatt: "));
  EXPECT_THAT(refusal({""}, 4, 9), HasSubstr("index : "));
  EXPECT_THAT(refusal({"IVF64,Flat"}, 4, 9),
              AllOf(HasSubstr("index IVF64,Flat: "), HasSubstr("9"), HasSubstr("64")));
  EXPECT_THAT(refusal({"PQ3"}, 8, 400), AllOf(HasSubstr("index PQ3: "), HasSubstr("multiple")));
  EXPECT_THAT(refusal({"PQ4"}, 8, 20), AllOf(HasSubstr("index PQ4: "), HasSubstr("256")));
  EXPECT_THAT(refusal({"Flat", "nprobe=3"}, 4, 9), HasSubstr("nprobe"));
  EXPECT_THAT(refusal({"hnsw", "efSearch=3"}, 4, 9), HasSubstr("nothing to tune"));
  EXPECT_THAT(refusal({"Flat"}, 0, 9), HasSubstr("no dimensions"));
}

TEST(SearchIndex, NamesThePartOfADescriptionThatIsWrong) {
  EXPECT_EQ(refusal({"PQ0"}, 8, 400), "index PQ0: 0 in 'PQ0' is not between 1 and 8");
  EXPECT_EQ(refusal({"HNSW1"}, 8, 400), "index HNSW1: 1 in 'HNSW1' is not between 2 and 512");
  EXPECT_EQ(refusal({"PCA4,PQ5"}, 8, 400), "index PCA4,PQ5: 5 in 'PQ5' is not between 1 and 4");
  EXPECT_THAT(refusal({"IVF4"}, 8, 400), HasSubstr("how items are stored"));
  EXPECT_THAT(refusal({"IVF4,HNSW8"}, 8, 400), HasSubstr("'HNSW8' cannot stand there"));
  EXPECT_THAT(refusal({"IVF4,Flat", "nprobe=0"}, 8, 400),
              HasSubstr("nprobe must be a whole number between 1 and 1048576, not '0'"));
  EXPECT_LT(refusal({std::string(100000, 'A')}, 8, 400).size(), 200u);
}

/// A description of parts in any order, mostly in one that makes sense.
std::string random_description(Rng& rng) {
  const auto one_of = [&](std::vector<std::string> texts) {
    return texts[std::uniform_int_distribution<std::size_t>(0, texts.size() - 1)(rng)];
  };
  const auto number = [&] { return one_of({"0", "1", "2", "3", "4", "8", "16", "64", "300"}); };
  std::string text = one_of({"", "", "", "PCA#,", "PCAWR#,", "RR#,", "ITQ#,", "L2norm,", "Pad#,"});
  text += one_of({"", "", "IVF#,", "IVF#,", "IVF#_HNSW#,", "IMI2x#,", "HNSW#,"});
  text += one_of({"Flat", "SQ4", "SQ6", "SQ8", "SQfp16", "PQ#", "PQ#x#", "PQ#x4fs", "PQ#x4fsr",
                  "LSH", "PQ#np", "Flatt", ""});
  text += one_of({"", "", ",RFlat", ",Refine(SQ8)", ",Refine(Flat)"});
  for (auto at = text.find('#'); at != text.npos; at = text.find('#'))
    text.replace(at, 1, number());
  return text;
}

TEST(SearchIndex, AnswersOrRefusesWhateverTheDescriptionAndPrintsNothing) {
  testing::internal::CaptureStderr();
  Rng rng = make_rng(9);
  Index answered = 0;
  for (int k = 0; k < 200; ++k) {
    const Index dim = k % 5 == 0 ? 1 : 8, count = k % 7 == 0 ? 1 : k % 3 == 0 ? 20 : 300;
    const Matrix items = random_normal(dim, count, rng), queries = random_normal(dim, 5, rng);
    const IndexKind kind{random_description(rng), k % 4 == 0 ? "nprobe=3" : "", k % 6 == 0};
    SCOPED_TRACE(fmt::format("{} {} of {} x {}", kind.name, kind.tune, dim, count));
    try {
      const Neighbours found = filled(kind, items)->search(queries, 3);
      EXPECT_EQ(found.item.cols(), 5);
      ++answered;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("index "));
    }
  }
  EXPECT_GT(answered, 30);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(SearchIndex, PrintsNothing) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  EXPECT_EQ(refusal({"IVF16,PQ2x4"}, 4, 30), "no error");
  EXPECT_EQ(refusal({"OPQ2,PQ2x4"}, 4, 300), "no error");
  EXPECT_EQ(refusal({"OPQ2,IVF8,PQ2x4"}, 4, 300), "no error");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// One index and not a row of the laws: its rotation takes seconds to train.
TEST(SearchIndex, RotatesBeforeItQuantises) {
  Rng rng = make_rng(8);
  const Matrix items = random_normal(8, 600, rng), queries = random_normal(8, 50, rng);
  const Neighbours found = filled({"OPQ4,PQ8"}, items)->search(queries, 10);
  EXPECT_GE(recall(items, queries, found, nearest(items, queries, 10), 10), 0.9);
}

TEST(SearchIndex, TakesItemsThatAreAllOne) {
  for (const auto* name : {"exact", "hnsw", "Flat"}) {
    const auto found = filled({name}, Matrix::Constant(3, 40, 7))->search(Matrix::Zero(3, 1), 4);
    EXPECT_NEAR(found.distance(3, 0), 3 * 49, 1e-4) << name;
  }
}

TEST(SearchIndex, RefusesQueriesThatSinglePrecisionCannotHold) {
  Rng rng = make_rng(7);
  const auto index = filled({"Flat"}, random_normal(3, 40, rng));
  EXPECT_THAT(error_message([&] { index->search(Matrix::Constant(3, 1, 1e20), 1); }),
              HasSubstr("single precision"));
}

}  // namespace
}  // namespace mahala::test::search_index_test
