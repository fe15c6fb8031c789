// Features chosen and weighted by the samples that have them.

#include "mahala/data/prepare/select_features.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "mahala/core/random.hpp"
#include "mahala/data/prepare/feature_places.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::select_features_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Matrix dense(const Samples& x) { return x.block(0, x.size()); }

/// Rows: in 4, 3, 1, 0 and 2 of 4 samples.
const Matrix counts =
    (Matrix(5, 4) << 1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 1).finished();

Matrix rows(std::initializer_list<Index> kept) {
  Matrix out(std::ssize(kept), counts.cols());
  for (Index k = 0; const Index row : kept) out.row(k++) = counts.row(row);
  return out;
}

TEST(SelectFeatures, ByHowManySamplesHaveThemInEveryStorage) {
  const std::pair<const char*, Matrix> table[] = {{"min-df:1", rows({0, 1, 2, 4})},
                                                  {"min-df:3", rows({0, 1})},
                                                  {"max-df:0.75", rows({1, 2, 3, 4})},
                                                  {"max-df:0.5", rows({2, 3, 4})},
                                                  {"max-df:1", counts},
                                                  {"top-df:3", rows({0, 1, 4})},
                                                  {"top-df:9", rows({0, 1, 4, 2, 3})},
                                                  {"min-df:1,max-df:0.5", rows({2, 4})}};
  for (const auto& [plan, expected] : table) {
    for (Samples& x : every_storage(counts)) {
      const std::string_view before = x.storage_name();
      const bool sparse = x.is_sparse();
      Samples again = x;
      const Prepare prepare = fit_prepare(plan, x);
      EXPECT_EQ(dense(x), expected) << plan << " " << before;
      EXPECT_EQ(x.is_sparse(), sparse);
      EXPECT_EQ(dense(apply(prepare, std::move(again))), expected);
      EXPECT_EQ(prepare.input_dim(), 5);
      EXPECT_TRUE(prepare.selects());
    }
  }
}

TEST(SelectFeatures, SparseColumnsStaySorted) {
  Samples x(SparseMatrix(counts.sparseView()));
  fit_prepare("top-df:5", x);
  const auto& moved = std::get<SparseMatrix>(x.storage());
  for (Index i = 0; i < moved.cols(); ++i) {
    Index last = -1;
    for (SparseMatrix::InnerIterator it(moved, i); it; ++it) {
      EXPECT_GT(it.row(), last);
      last = it.row();
    }
  }
}

/// H in bits of the classes of the samples for which keep holds, times their fraction.
double weighted_entropy(const std::vector<Index>& classes, const std::vector<bool>& keep) {
  std::map<Index, double> sizes;
  double total = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (!keep[i]) continue;
    ++sizes[classes[i]];
    ++total;
  }
  double entropy = 0;
  for (const auto& [c, n] : sizes) entropy -= n / total * std::log2(n / total);
  return entropy * total / static_cast<double>(classes.size());
}

TEST(InformationGain, IsItsDefinition) {
  Rng rng = make_rng(3);
  const Matrix x = coarse_normal(7, 60, rng);
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) names.push_back(std::string(1, "abc"[rng() % 3]));
  const Labels labels = Labels::from_names(names);
  const std::vector<Index> classes = labels.classes();
  for (const Samples& samples : every_storage(x)) {
    const Vector gain = information_gain(samples, labels);
    for (Index k = 0; k < x.rows(); ++k) {
      std::vector<bool> with, without, all(60, true);
      for (Index i = 0; i < 60; ++i) {
        with.push_back(x(k, i) != 0);
        without.push_back(x(k, i) == 0);
      }
      const double expected = weighted_entropy(classes, all) - weighted_entropy(classes, with) -
                              weighted_entropy(classes, without);
      EXPECT_NEAR(gain[k], expected, 1e-11);
    }
  }
}

TEST(InformationGain, OrdersFeaturesAndTiesGoByIndex) {
  // Feature 3 tells the classes apart, 1 and 2 as well as each other, 0 and 4 not at all.
  Matrix x = Matrix::Zero(5, 6);
  x.row(0).setOnes();
  x(1, 0) = x(2, 5) = 2;
  x.row(3).head(3).setOnes();
  const Labels labels = Labels::from_names(std::vector<std::string>{"a", "a", "a", "b", "b", "b"});
  Samples samples(SparseMatrix(x.sparseView()));
  EXPECT_NEAR(information_gain(samples, labels)[3], 1, 1e-12);
  const Prepare prepare = fit_prepare("gain:3", samples, labels);
  EXPECT_THAT(kept_features(prepare.steps[0].place), ElementsAre(3, 1, 2));
  EXPECT_THAT(prepared_names(prepare, {"v", "w", "x", "y", "z"}), ElementsAre("y", "w", "x"));
}

TEST(TfIdf, IsTheLogarithmOfTheInverseFrequency) {
  const Vector weight =
      (Vector(5) << 0, std::log(4.0 / 3), std::log(4.0), 0, std::log(2.0)).finished();
  const Matrix expected = counts.array().colwise() * weight.array();
  for (Samples& x : every_storage(counts)) {
    fit_prepare("tfidf", x);
    const double bound = x.is_single() ? 1e-6 : 1e-14;
    EXPECT_LT((dense(x) - expected).cwiseAbs().maxCoeff(), bound);
  }
}

TEST(TfIdf, WeighsNothingWhatTrainingNeverHad) {
  Samples x(SparseMatrix(counts.sparseView()));
  const Prepare prepare = fit_prepare("tfidf,unit", x);
  Matrix fresh = Matrix::Zero(5, 2);
  fresh(3, 0) = 7;  // in no training sample
  fresh(0, 1) = 7;  // in all of them
  const Samples seen = apply(prepare, Samples(SparseMatrix(fresh.sparseView())));
  EXPECT_EQ(dense(seen), Matrix::Zero(5, 2));
  EXPECT_EQ(std::get<SparseMatrix>(seen.storage()).nonZeros(), 0);
}

TEST(SelectFeatures, RefusesWhatCannotBe) {
  const auto message = [](std::string_view plan) {
    return error_message([&] {
      Samples x{Matrix(counts)};
      fit_prepare(plan, x);
    });
  };
  EXPECT_EQ(message("gain:3"), "gain:3 needs labels, and the data has none");
  EXPECT_EQ(message("min-df:5"), "min-df:5 leaves none of the 5 features that 4 samples have");
  EXPECT_THAT(message("min-df:0"), HasSubstr("not a positive integer"));
  EXPECT_THAT(message("top-df:1.5"), HasSubstr("not a positive integer"));
  EXPECT_THAT(message("gain:"), HasSubstr("not a positive integer"));
  EXPECT_THAT(message("max-df:1.5"), HasSubstr("fraction"));
  EXPECT_THAT(message("max-df:0"), HasSubstr("fraction"));
  EXPECT_THAT(message("max-df:nan"), HasSubstr("fraction"));
  EXPECT_THAT(message("min-df"), HasSubstr("did you mean 'min-df:K'"));
  EXPECT_THAT(message("tf-idf"), HasSubstr("did you mean 'tfidf'"));
}

TEST(FeaturePlaces, AreAnOrderOfSomeFeatures) {
  const auto check = [](std::vector<double> p) {
    return are_places(Eigen::Map<Vector>(p.data(), std::ssize(p)));
  };
  EXPECT_TRUE(check({1, -1, 0}));
  EXPECT_TRUE(check({-1, -1}));
  for (const auto& bad : {std::vector<double>{0, 0},
                          {1, -1},
                          {0.5, 0},
                          {-2, 0},
                          {2, 0},
                          {std::nan(""), 0},
                          {1e300, 0}}) {
    EXPECT_FALSE(check(bad));
  }
  const std::vector<Index> kept = {2, 0};
  EXPECT_EQ(kept_features(places(kept, 4)), kept);
}

}  // namespace
}  // namespace mahala::test::select_features_test
