// Similarities and rankings: what their files hold, and what they say about samples.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/file/safetensors.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/scores.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::model_kinds_test {
namespace {

using testing::HasSubstr;

constexpr Index d = 5, r = 2, labels = 3;

Model similarity(double identity = 0) {
  Rng rng = make_rng(3);
  return {.kind = ModelKind::similarity,
          .identity = identity,
          .left = random_normal(d, r, rng),
          .right = random_normal(d, r, rng)};
}

Model symmetric(double identity = 0) {
  Model model = similarity(identity);
  model.right.resize(0, 0);
  return model;
}

Model full_similarity(double identity = 0) {
  Rng rng = make_rng(4);
  return {.kind = ModelKind::similarity, .identity = identity, .right = random_normal(d, d, rng)};
}

Model ranking() {
  Rng rng = make_rng(5);
  return {.kind = ModelKind::ranking,
          .left = random_normal(labels, r, rng),
          .right = random_normal(d, r, rng),
          .labels = {"b", "a\nnew line", ""}};
}

Model full_ranking() {
  Rng rng = make_rng(6);
  return {.kind = ModelKind::ranking,
          .right = random_normal(d, labels, rng),
          .labels = {"x", "y", "z"}};
}

/// W by its definition.
Matrix dense_w(const Model& model) {
  if (model.kind == ModelKind::ranking) {
    return model.left.rows() == 0 ? Matrix(model.right.transpose())
                                  : Matrix(model.left * model.right.transpose());
  }
  Matrix w = model.identity * Matrix::Identity(d, d);
  if (!model.has_right()) return w + model.left * model.left.transpose();
  if (model.left.rows() == 0) return w + model.right.transpose();
  return w + model.left * model.right.transpose();
}

std::vector<Model> similarities() {
  std::vector<Model> all;
  for (const double identity : {0.0, 0.7}) {
    all.push_back(similarity(identity));
    all.push_back(symmetric(identity));
    all.push_back(full_similarity(identity));
  }
  return all;
}

Matrix some_samples(Index n, std::uint64_t seed) {
  Rng rng = make_rng(seed);
  return random_normal(d, n, rng);
}

TEST(Scores, AreTheBilinearFormInEveryStorage) {
  const Matrix x = some_samples(4, 8), z = some_samples(3, 9);
  for (const Model& model : similarities()) {
    const Matrix expected = x.transpose() * dense_w(model) * z;
    const Samples sparse_x(SparseMatrix(x.sparseView())), sparse_z(SparseMatrix(z.sparseView()));
    for (const bool sparse : {false, true}) {
      const Samples left = embed_side(model, sparse ? sparse_x : Samples(x), Side::left);
      const Samples right = embed_side(model, sparse ? sparse_z : Samples(z), Side::right);
      for (Index i = 0; i < 4; ++i) {
        for (Index j = 0; j < 3; ++j) {
          const std::pair<Index, Index> pair{i, j};
          EXPECT_NEAR(score_pairs(left, right, {&pair, 1})[0], expected(i, j), 1e-12);
        }
      }
    }
  }
}

TEST(Scores, OfLabelsAreTheProductWithW) {
  const Matrix x = some_samples(4, 8);
  for (const Model& model : {ranking(), full_ranking()}) {
    EXPECT_LT((label_scores(model, Samples(x)) - dense_w(model) * x).norm(), 1e-12);
  }
}

TEST(Scores, GoThroughThePreparation) {
  Model model = similarity();
  model.prepare.steps = {{.name = "centre", .shift = Vector::Ones(d)}};
  const Matrix x = some_samples(2, 1);
  const Samples prepared = embed_prepared_side(model, Samples(Matrix(x.array() - 1)), Side::left);
  const Samples raw = embed_side(model, Samples(x), Side::left);
  EXPECT_LT((prepared.block(0, 2) - raw.block(0, 2)).norm(), 1e-12);
}

TEST(Scores, RefuseWhatAKindDoesNotHave) {
  const Samples x(some_samples(2, 1));
  EXPECT_THROW(embed(similarity(), x), Error);
  EXPECT_THROW(embed_samples(ranking(), x), Error);
  EXPECT_THROW(embed_side(identity_model(d), x, Side::left), Error);
  EXPECT_THROW(embed_side(ranking(), x, Side::left), Error);
  EXPECT_THROW(label_scores(similarity(), x), Error);
  EXPECT_THROW(label_scores(identity_model(d), x), Error);
  EXPECT_THROW(embed_side(similarity(), Samples(Matrix(d + 1, 2)), Side::left), Error);
  const std::pair<Index, Index> outside{0, 2};
  EXPECT_THROW(score_pairs(x, x, {&outside, 1}), Error);
}

TEST(Spectrum, OfTwoFactorsHoldsTheSingularValuesOfTheirProduct) {
  for (const Model& model : {similarity(), full_similarity(), ranking(), full_ranking()}) {
    Model plain = model;
    const Vector found = spectrum(plain);
    const Vector expected = singular_values(dense_w(plain));
    const Index count = std::min(found.size(), expected.size());
    EXPECT_GE(found.size(), plain.rank());
    EXPECT_LT((found.head(count) - expected.head(count)).norm(), 1e-6);
  }
}

TEST(KindsOfModels, SurviveSavingAndLoading) {
  const TemporaryDirectory folder;
  std::vector<Model> all = similarities();
  all.push_back(ranking());
  all.push_back(full_ranking());
  for (Model& model : all) {
    model.notes = {{"learner", "none"}};
    save(model, folder.path("m"));
    const Model again = load(folder.path("m"));
    EXPECT_EQ(again.kind, model.kind);
    EXPECT_EQ(again.identity, model.identity);
    EXPECT_EQ(again.left, model.left);
    EXPECT_EQ(again.right, model.right);
    EXPECT_EQ(again.labels, model.labels);
    EXPECT_EQ(again.dim(), d);
    EXPECT_EQ(again.rank(), model.rank());
  }
}

TEST(KindsOfModels, FullRankStoresWAlone) {
  const TemporaryDirectory folder;
  save(full_similarity(), folder.path("m"));
  const SafetensorsFile file(folder.path("m"));
  EXPECT_EQ(file.tensors().size(), 1u);
  EXPECT_EQ(file.tensors().at("right").size(), static_cast<std::uint64_t>(d * d));
}

TEST(KindsOfModels, MetricsKeepTheFirstVersionAndOthersAreRefusedByIt) {
  const TemporaryDirectory folder;
  save(identity_model(2), folder.path("metric"));
  save(similarity(), folder.path("similarity"));
  EXPECT_EQ(SafetensorsFile(folder.path("metric")).metadata().at("format_version"), "1");
  EXPECT_EQ(SafetensorsFile(folder.path("similarity")).metadata().at("format_version"), "2");
}

TEST(KindsOfModels, SurviveEveryTruncationAndCorruptByte) {
  const TemporaryDirectory folder;
  save(ranking(), folder.path("m"));
  const std::string sound = folder.read("m");
  const auto fresh = [&](const std::string& content) {
    std::filesystem::remove(folder.path("b"));  // a file that is cut and refilled may be synced
    return folder.write("b", content);
  };
  for (std::size_t at = 0; at < sound.size(); ++at) {
    EXPECT_THROW(load(fresh(sound.substr(0, at))), Error) << at;
    for (const char byte : {'\0', '"', '9', ']', '\xff'}) {
      std::string broken = sound;
      broken[at] = byte;
      const auto path = fresh(broken);
      try {
        load(path);
      } catch (const Error& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with(path.string() + ": ")) << error.what();
      }
    }
  }
}

std::string complaint(Model model, const std::function<void(Model&)>& change) {
  const TemporaryDirectory folder;
  change(model);
  try {
    save(model, folder.path("m"));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(KindsOfModels, RefuseContradictions) {
  EXPECT_EQ(complaint(similarity(), [](Model&) {}), "");
  EXPECT_THAT(complaint(similarity(), [](Model& m) { m.left.resize(4, 2); }),
              HasSubstr("left has 4 features, right 5"));
  EXPECT_THAT(complaint(similarity(), [](Model& m) { m.left = Matrix::Ones(5, 3); }),
              HasSubstr("left has 3 columns, right 2"));
  EXPECT_THAT(complaint(similarity(), [](Model& m) { m.left.resize(0, 0); }),
              HasSubstr("right has to be square; it is 5 x 2"));
  EXPECT_THAT(complaint(similarity(), [](Model& m) { m.labels = {"a"}; }),
              HasSubstr("a similarity has names of labels"));
  EXPECT_THAT(complaint(similarity(), [](Model& m) { m.right(0, 0) = std::nan(""); }),
              HasSubstr("right holds a number that is not finite"));
  EXPECT_THAT(complaint(identity_model(5), [](Model& m) { m.right = Matrix::Ones(5, 1); }),
              HasSubstr("a metric has a right factor"));
  EXPECT_THAT(complaint(ranking(), [](Model& m) { m.labels.pop_back(); }),
              HasSubstr("2 names for 3 labels"));
  EXPECT_THAT(complaint(ranking(), [](Model& m) { m.labels[0] = ""; }), HasSubstr("occurs twice"));
  EXPECT_THAT(complaint(ranking(), [](Model& m) { m.identity = 1; }),
              HasSubstr("the identity is 1 for a ranking"));
  EXPECT_THAT(complaint(ranking(), [](Model& m) { m.right.resize(0, 0); }),
              HasSubstr("no right factor"));
  EXPECT_THAT(complaint(full_ranking(), [](Model& m) { m.domain = Domain::objects; }),
              HasSubstr("of features, not of objects"));
}

TEST(KindsOfModels, RefuseContradictoryFiles) {
  const TemporaryDirectory folder;
  const std::vector<double> two = {1, 2};
  const auto said = [&](Metadata changes, std::vector<TensorView> tensors) {
    Metadata metadata = {
        {"format", "mahala"}, {"format_version", "2"}, {"identity", "0"}, {"prepare", "none"}};
    for (const auto& [name, text] : changes) metadata[name] = text;
    write_safetensors(folder.path("m"), tensors, metadata);
    try {
      load(folder.path("m"));
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  const TensorView right{"right", {1, 2}, two}, left{"left", {1, 2}, two};
  EXPECT_EQ(said({{"kind", "ranking"}, {"labels", "[\"a\"]"}}, {right}), "");
  EXPECT_THAT(said({}, {left}), HasSubstr("metadata kind is missing"));
  EXPECT_THAT(said({{"kind", "rankng"}}, {left}), HasSubstr("'rankng' is none of"));
  EXPECT_THAT(said({{"kind", "ranking"}}, {right}), HasSubstr("metadata labels is missing"));
  EXPECT_THAT(said({{"kind", "ranking"}, {"labels", "a"}}, {right}), HasSubstr("not a JSON array"));
  EXPECT_THAT(said({{"kind", "ranking"}, {"labels", "[1]"}}, {right}), HasSubstr("no text"));
  EXPECT_THAT(said({{"kind", "similarity"}}, {}), HasSubstr("no features"));
  EXPECT_THAT(said({{"kind", "metric"}}, {left, right}), HasSubstr("tensor right has no place"));
}

}  // namespace
}  // namespace mahala::test::model_kinds_test
