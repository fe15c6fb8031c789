#include "mahala/evaluate/measures.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::measures_test {
namespace {

constexpr Measure all_measures[] = {Measure::retrieval, Measure::clustering, Measure::verification};

TEST(ParseMeasures, TakesEachOnceInTheirOwnOrder) {
  using Measures = std::vector<Measure>;
  EXPECT_EQ(parse_measures("knn"), Measures{Measure::knn});
  EXPECT_EQ(parse_measures("clustering"), Measures{Measure::clustering});
  EXPECT_EQ(parse_measures("verification,knn,retrieval,verification"),
            (Measures{Measure::knn, Measure::retrieval, Measure::verification}));
}

TEST(ParseMeasures, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(error_message([] { parse_measures("knn,clusterin"); }),
            "there is no metric 'clusterin'; did you mean 'clustering'? (there are: knn, "
            "retrieval, clustering, verification, recognition, labels)");
  EXPECT_THROW(parse_measures(""), Error);
  EXPECT_THROW(parse_measures("knn,"), Error);
}

TEST(ParseCuts, SortsThem) {
  EXPECT_EQ(parse_cuts("10,1,5,5"), (std::vector<Index>{1, 5, 10}));
  for (const char* wrong : {"", "1,", "0", "-1", "two", "1 ,2", "99999999999999999999"}) {
    EXPECT_THROW(parse_cuts(wrong), Error) << wrong;
  }
}

TEST(MeasureFold, HasNothingToAddToVotes) {
  const Dataset data = blobs(6, 2, 2);
  EXPECT_TRUE(measure_fold(Measure::knn, {data.x, data.labels, data.x, data.labels}).empty());
}

TEST(MeasureFold, GivesOneNumberForEachName) {
  const Dataset data = blobs(60, 2, 3);
  const std::vector<Samples> storages = every_storage(data.x.block(0, 60));
  for (const Samples& x : storages) {
    const EmbeddedFold fold{x, data.labels, x, data.labels, {1, 3}, 1};
    for (const Measure measure : all_measures) {
      const auto numbers = measure_fold(measure, fold);
      ASSERT_EQ(numbers.size(), number_names(measure, fold.cuts).size());
      for (const auto& number : numbers) EXPECT_TRUE(number.has_value());
    }
  }
}

TEST(MeasureFold, IsPerfectForClassesFarApart) {
  const std::vector<double> line = {0, 1, 100, 101, 200, 201};
  const Samples x(Matrix(Eigen::Map<const Matrix>(line.data(), 1, 6)));
  const Labels labels = Labels::from_names(std::vector<std::string>{"a", "a", "b", "b", "c", "c"});
  const EmbeddedFold fold{x, labels, x, labels, {2}, 1};
  using Numbers = std::vector<std::optional<double>>;
  EXPECT_EQ(measure_fold(Measure::retrieval, fold), (Numbers{1.0, 1.0, 1.0, 1.0, 1.0}));
  EXPECT_EQ(measure_fold(Measure::verification, fold), (Numbers{1.0, 0.0, 4901.0, 1.0}));
  const Numbers clustering = measure_fold(Measure::clustering, fold);
  EXPECT_DOUBLE_EQ(*clustering[0], 1);
  EXPECT_DOUBLE_EQ(*clustering[1], 1);
  EXPECT_EQ(*clustering[2], 0);
}

TEST(MeasureFold, LeavesOutWhatIsUndefined) {
  const Samples x(Matrix(Matrix::Zero(1, 2)));
  const Labels both = Labels::from_names(std::vector<std::string>{"a", "a", "b", "b"});
  const Labels a = both.select(std::vector<Index>{0, 1}), b = both.select(std::vector<Index>{2, 3});
  const EmbeddedFold fold{x, a, x, b, {1}, 1};
  for (const Measure measure : {Measure::retrieval, Measure::verification}) {
    for (const auto& number : measure_fold(measure, fold)) EXPECT_FALSE(number.has_value());
  }
  EXPECT_EQ(measure_fold(Measure::clustering, fold)[0], 1.0);  // one cluster is one class
}

}  // namespace
}  // namespace mahala::test::measures_test
