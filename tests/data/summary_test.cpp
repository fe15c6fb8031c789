#include "mahala/data/describe/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace mahala::test::summary_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

MATCHER_P2(Repeats, index, first, "") { return arg.index == index && arg.first == first; }

/// Few values, so that samples and features repeat by chance.
Matrix random_cells(unsigned seed, Index d, Index n) {
  std::mt19937 random(seed);
  return Matrix::NullaryExpr(d, n, [&](Index, Index) {
    const auto draw = random() % 12;
    return draw == 0 ? nan : draw < 8 ? 0.0 : static_cast<double>(draw) - 9;
  });
}

/// By definition, cell by cell.
void expect_moments(const Summary& summary, const Matrix& x) {
  for (Index k = 0; k < x.rows(); ++k) {
    std::vector<double> there;
    for (Index i = 0; i < x.cols(); ++i) {
      if (!std::isnan(x(k, i))) there.push_back(x(k, i));
    }
    const auto count = static_cast<double>(there.size());
    EXPECT_EQ(summary.missing[static_cast<std::size_t>(k)], x.cols() - std::ssize(there));
    if (there.empty()) {
      EXPECT_TRUE(std::isnan(summary.mean[k]));
      continue;
    }
    double mean = 0, squares = 0;
    for (const double v : there) mean += v / count;
    for (const double v : there) squares += (v - mean) * (v - mean);
    EXPECT_NEAR(summary.mean[k], mean, 1e-12);
    EXPECT_NEAR(summary.sd[k], std::sqrt(squares / std::max(1.0, count - 1)), 1e-12);
    EXPECT_EQ(summary.low[k], *std::min_element(there.begin(), there.end()));
    EXPECT_EQ(summary.high[k], *std::max_element(there.begin(), there.end()));
  }
}

bool same(const Matrix& a, const Matrix& b) {
  return ((a.array() == b.array()) || (a.array().isNaN() && b.array().isNaN())).all();
}

/// Pairs every column with the first one equal to it.
std::vector<std::pair<Index, Index>> repeated_columns(const Matrix& x) {
  std::vector<std::pair<Index, Index>> found;
  for (Index j = 0; j < x.cols(); ++j) {
    for (Index i = 0; i < j; ++i) {
      if (same(x.col(i), x.col(j))) {
        found.emplace_back(j, i);
        break;
      }
    }
  }
  return found;
}

std::vector<std::pair<Index, Index>> pairs(const std::vector<Repeat>& repeats) {
  std::vector<std::pair<Index, Index>> all;
  for (const Repeat& repeat : repeats) all.emplace_back(repeat.index, repeat.first);
  return all;
}

TEST(Summary, AgreesWithItsDefinitionsForDenseAndSparseSamples) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Matrix x = random_cells(seed, 1 + seed % 7, 1 + seed % 23);
    for (const Samples& samples :
         {Samples(x), Samples(MatrixF(x.cast<float>())), Samples(SparseMatrix(x.sparseView()))}) {
      SCOPED_TRACE(samples.storage_name());
      const Summary summary = summarise({.x = samples});
      expect_moments(summary, x);
      EXPECT_EQ(summary.non_zeros, (x.array() != 0).count());
      EXPECT_EQ(pairs(summary.same_samples), repeated_columns(x));
      Matrix varying = x;  // constant features are told of once, as such
      for (const Index k : summary.constant) {
        varying.row(k) = Matrix::Random(1, x.cols());
        const Vector row = x.row(k);
        const double first = summary.low[k];
        for (const double v : row) EXPECT_TRUE(std::isnan(v) || v == first);
      }
      EXPECT_EQ(pairs(summary.same_features), repeated_columns(varying.transpose()));
    }
  }
}

TEST(Summary, FindsAConstantThatRoundingWouldHide) {
  const Summary summary = summarise({.x = Samples(Matrix(Matrix::Constant(1, 1000, 0.1)))});
  EXPECT_THAT(summary.constant, ElementsAre(0));
  EXPECT_EQ(summary.sd[0], 0);
}

TEST(Summary, TellsCopiesFromNearCopies) {
  Matrix x = Matrix::Random(3, 4);
  x.col(3) = x.col(1);
  x.col(2) = x.col(0);
  x(1, 2) = std::nextafter(x(1, 2), 2.0);
  EXPECT_THAT(summarise({.x = Samples(x)}).same_samples, ElementsAre(Repeats(3, 1)));
}

TEST(Summary, CountsInfiniteCellsApart) {
  Matrix x = Matrix::Random(2, 5);
  x(1, 3) = std::numeric_limits<double>::infinity();
  const Summary summary = summarise({.x = Samples(x)});
  EXPECT_EQ(summary.infinite_cells(), 1);
  EXPECT_TRUE(std::isfinite(summary.mean[1]) && std::isfinite(summary.sd[1]));
  EXPECT_THAT(advice(summary), Contains(HasSubstr("1 cell is infinite")));
}

TEST(Summary, CountsLabels) {
  const Dataset data{.x = Samples(Matrix(Matrix::Random(2, 4))),
                     .labels = Labels::from_names(
                         std::vector<std::vector<std::string>>{{"a"}, {"a", "b"}, {}, {"a"}})};
  const Summary summary = summarise(data);
  EXPECT_THAT(summary.classes, ElementsAre("a", "b"));
  EXPECT_THAT(summary.class_sizes, ElementsAre(3, 1));
  EXPECT_EQ(summary.unlabelled, 1);
  EXPECT_EQ(summary.several_labels, 1);
  EXPECT_THAT(advice(summary), Contains(HasSubstr("1 sample has no label")));
  EXPECT_THAT(advice(summary), Contains(HasSubstr("as 'b'")));
}

/// Two even classes of normal samples: nothing is wrong with them.
Dataset sound_data() {
  std::mt19937 random(1);
  const Matrix x =
      Matrix::NullaryExpr(4, 200, [&](Index, Index) { return std::normal_distribution()(random); });
  std::vector<std::string> labels(200, "a");
  std::fill(labels.begin() + 100, labels.end(), "b");
  return {.x = Samples(x), .labels = Labels::from_names(labels)};
}

TEST(Advice, IsSilentAboutSoundData) { EXPECT_THAT(advice(summarise(sound_data())), IsEmpty()); }

/// One thing wrong each, and what has to be said about it.
TEST(Advice, NamesWhatIsWrong) {
  const auto spoiled = [](const std::function<void(Matrix&)>& spoil) {
    Dataset data = sound_data();
    spoil(std::get<Matrix>(data.x.storage()));
    return advice(summarise(data));
  };
  EXPECT_THAT(spoiled([](Matrix& x) { x(1, 1) = nan; }), ElementsAre(HasSubstr("option impute")));
  EXPECT_THAT(spoiled([](Matrix& x) { x.row(2) *= 1e5; }),
              ElementsAre(HasSubstr("option prepare=standardise")));
  EXPECT_THAT(spoiled([](Matrix& x) { x(0, 7) = 100; }),
              ElementsAre(HasSubstr("sd from the mean")));
  EXPECT_THAT(spoiled([](Matrix& x) { x.row(3).setConstant(5); }),
              ElementsAre(HasSubstr("1 feature is constant")));
  EXPECT_THAT(spoiled([](Matrix& x) { x.row(3) = x.row(1); }), ElementsAre(HasSubstr("3 is 1")));
  EXPECT_THAT(spoiled([](Matrix& x) { x.col(9) = x.col(4); }),
              ElementsAre(HasSubstr("sample 9 is sample 4")));
  EXPECT_THAT(spoiled([](Matrix& x) {
                for (Index i = 0; i < x.cols(); ++i) x(2, i) = static_cast<double>(3 * i + 100);
              }),
              Contains(HasSubstr("use option id=2 or option drop=2")));
  EXPECT_THAT(spoiled([](Matrix& x) { x.row(0).setConstant(nan); }),
              Contains(HasSubstr("no cell at all")));
}

TEST(Advice, LeavesSparseSamplesSparse) {
  Matrix x = Matrix::Identity(3, 30);
  x(0, 0) = 1e6;
  const auto lines = advice(summarise({.x = Samples(SparseMatrix(x.sparseView()))}));
  EXPECT_THAT(lines, Contains(HasSubstr("option prepare=scale")));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("standardise"))));
}

}  // namespace
}  // namespace mahala::test::summary_test
