#include "mahala/core/linalg/archive.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "mahala/core/error.hpp"

namespace mahala::test::archive_test {
namespace {

struct Inner {
  double x = 0;
  std::vector<SparseVector> lists = {};

  void keep(Archive& archive) {
    archive("x", x);
    archive("lists", lists);
  }
};

struct Everything {
  double number = 0;
  Index count = 0;
  bool flag = false;
  std::string text = {};
  std::vector<std::string> texts = {};
  Matrix matrix = {};
  Vector vector = {};
  Panel panel = {};
  TallMatrixOf<double> tall = {};
  TallMatrixOf<float> single = {};
  std::vector<Index> places = {};
  Rng rng = make_rng(1);
  Inner inner = {};

  void keep(Archive& archive) {
    archive("number", number);
    archive("count", count);
    archive("flag", flag);
    archive("text", text);
    archive("texts", texts);
    archive("matrix", matrix);
    archive("vector", vector);
    archive("panel", panel);
    archive("tall", tall);
    archive("single", single);
    archive("places", places);
    archive("rng", rng);
    archive("inner", inner);
  }
};

Everything example() {
  Rng rng = make_rng(3);
  Everything all{.number = 0.1 + 0.2, .count = -7, .flag = true, .text = "a\nb"};
  all.texts = {"", "3:x", "two words"};
  all.matrix = random_normal(3, 4, rng);
  all.vector = random_normal(5, 1, rng);
  all.panel = Panel(3, 3);
  all.panel.view() = random_normal(3, 3, rng);
  all.tall = TallMatrixOf<double>(random_normal(6, 3, rng));
  all.single = TallMatrixOf<float>(random_normal(6, 3, rng));
  all.places = {5, 0, 9};
  all.rng.discard(11);
  all.inner = {-std::numeric_limits<double>::infinity(), {{{0, 4}, {1.5, -2}}, {}, {{2}, {1}}}};
  return all;
}

TEST(Archive, GivesBackWhatWasKeptToTheLastBit) {
  Everything before = example(), after;
  Archive written;
  before.keep(written);
  Archive read(written.parts());
  after.keep(read);
  EXPECT_EQ(after.number, before.number);
  EXPECT_EQ(after.count, before.count);
  EXPECT_TRUE(after.flag);
  EXPECT_EQ(after.text, before.text);
  EXPECT_EQ(after.texts, before.texts);
  EXPECT_EQ(after.matrix, before.matrix);
  EXPECT_EQ(after.vector, before.vector);
  EXPECT_EQ(Matrix(after.panel.view()), Matrix(before.panel.view()));
  EXPECT_EQ(after.tall.dense(), before.tall.dense());
  EXPECT_EQ(after.single.dense(), before.single.dense());
  EXPECT_EQ(after.places, before.places);
  EXPECT_EQ(after.rng, before.rng);
  EXPECT_EQ(after.inner.x, before.inner.x);
  ASSERT_EQ(after.inner.lists.size(), 3u);
  EXPECT_EQ(after.inner.lists[0].at, before.inner.lists[0].at);
  EXPECT_EQ(after.inner.lists[0].value, before.inner.lists[0].value);
  EXPECT_TRUE(after.inner.lists[1].at.empty());
}

TEST(Archive, NamesWhatIsMissingOrNoSuchValue) {
  Everything all = example();
  Archive written;
  all.keep(written);
  const auto complaint = [&](const std::function<void(ArchiveParts&)>& spoil) -> std::string {
    ArchiveParts parts = written.parts();
    spoil(parts);
    Archive read(parts);
    try {
      all.keep(read);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_EQ(complaint([](ArchiveParts& parts) { parts.texts.erase("inner.x"); }),
            "the state of learning lacks inner.x");
  EXPECT_EQ(complaint([](ArchiveParts& parts) { parts.numbers.erase("matrix"); }),
            "the state of learning lacks matrix");
  EXPECT_EQ(complaint([](ArchiveParts& parts) { parts.texts["number"] = "1.5x"; }),
            "the state of learning: number is '1.5x', not a number");
  EXPECT_EQ(complaint([](ArchiveParts& parts) { parts.texts["texts"] = "9:abc"; }),
            "the state of learning: texts is no list of texts");
  EXPECT_EQ(complaint([](ArchiveParts& parts) { parts.texts["rng"] = "no numbers"; }),
            "the state of learning: rng is no state of a random generator");
}

}  // namespace
}  // namespace mahala::test::archive_test
