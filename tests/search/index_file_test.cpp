#include "mahala/search/index_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/random.hpp"
#include "mahala/model/model.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/storages.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::index_file_test {
namespace {

using testing::HasSubstr;

Matrix identity_map(Index dim) { return Matrix::Identity(dim, dim); }

class Composed : public testing::TestWithParam<const char*> {};

TEST_P(Composed, IsWhatThePreparedAndEmbeddedSamplesAre) {
  Rng rng = make_rng(8);
  const Matrix x = (3 * random_normal(6, 80, rng)).array() + 5;
  Samples prepared{Matrix(x)};
  const Prepare prepare = fit_prepare(GetParam(), prepared);
  for (const double identity : {0.0, 0.7}) {
    const Model model{
        .identity = identity, .left = random_normal(prepared.dim(), 2, rng), .prepare = prepare};
    const auto [a, b] =
        compose(embed_prepared(model, Samples(identity_map(model.dim()))), model.prepare);
    EXPECT_TRUE(((a * x).colwise() + b).isApprox(embed(model, Samples(Matrix(x))), 1e-12));
  }
}

TEST(ComposedOfText, HoldsSelectionsAndWeights) {
  Rng rng = make_rng(8);
  const Matrix x = coarse_normal(6, 80, rng);
  Samples prepared{Matrix(x)};
  const Prepare prepare = fit_prepare("top-df:4,tfidf,pca:3", prepared);
  const Model model{.left = random_normal(3, 2, rng), .prepare = prepare};
  const auto [a, b] = compose(embed_prepared(model, Samples(identity_map(3))), model.prepare);
  EXPECT_TRUE(((a * x).colwise() + b).isApprox(embed(model, Samples(Matrix(x))), 1e-12));
}

INSTANTIATE_TEST_SUITE_P(Plans, Composed,
                         testing::Values("none", "centre", "standardise", "scale", "pca:4",
                                         "standardise,pca:3", "pca:5,scale,pca:3", "pca:4,centre"));

TEST(Compose, RefusesWhatIsNotAffine) {
  Rng rng = make_rng(9);
  for (const std::string plan : {"unit", "standardise,unit", "impute:mean"}) {
    Samples x{Matrix(random_normal(3, 20, rng))};
    const Prepare prepare = fit_prepare(plan, x);
    const std::string message = error_message([&] { compose(identity_map(3), prepare); });
    EXPECT_THAT(message, HasSubstr("not affine"));
    EXPECT_THAT(message, HasSubstr(plan.substr(plan.find(',') + 1)));
  }
}

TEST(IndexFile, AppearsWholeOrNotAtAll) {
  const TemporaryDirectory folder;
  Rng rng = make_rng(10);
  const Samples items{Matrix(random_normal(4, 50, rng))};
  const AffineMap map{random_normal(2, 4, rng), Vector::Zero(2)};
  const auto path = folder.path("items.faiss");
  write_faiss_index(map, items, {"Flat"}, path);
  const std::string before = folder.read("items.faiss");
  EXPECT_GT(before.size(), 50 * 2 * sizeof(float));
  EXPECT_THROW(write_faiss_index(map, items, {"IVF99,Flat"}, path), Error);
  EXPECT_EQ(folder.read("items.faiss"), before);
  EXPECT_THROW(write_faiss_index(map, items, {"Flat"}, folder.path("no/where")), Error);
}

TEST(IndexFile, IsTheSameForTheSameItems) {
  const TemporaryDirectory folder;
  Rng rng = make_rng(11);
  const Samples items{Matrix(random_normal(6, 400, rng))};
  const AffineMap map{random_normal(4, 6, rng), random_normal(4, 1, rng)};
  for (const char* name : {"Flat", "HNSW16", "IVF8,Flat", "IVF4,PQ2x4"}) {
    write_faiss_index(map, items, {name}, folder.path("one"));
    write_faiss_index(map, items, {name}, folder.path("two"));
    EXPECT_EQ(folder.read("one"), folder.read("two")) << name;
  }
}

TEST(IndexFile, RefusesWhatDoesNotFit) {
  const TemporaryDirectory folder;
  const Samples items{Matrix(Matrix::Ones(4, 5))};
  const auto refusal = [&](const AffineMap& map, const Samples& x) {
    return error_message([&] { write_faiss_index(map, x, {"Flat"}, folder.path("f")); });
  };
  const AffineMap map{identity_map(4), Vector::Zero(4)};
  EXPECT_THAT(refusal({identity_map(3), Vector::Zero(3)}, items), HasSubstr("4 features"));
  EXPECT_THAT(refusal({Matrix(0, 4), Vector(0)}, items), HasSubstr("no dimensions"));
  EXPECT_THAT(refusal(map, Samples(Matrix(4, 0))), HasSubstr("no items"));
  EXPECT_THAT(refusal(map, Samples(Matrix(Matrix::Constant(4, 2, 1e60)))),
              HasSubstr("single precision"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("f")));
}

}  // namespace
}  // namespace mahala::test::index_file_test
