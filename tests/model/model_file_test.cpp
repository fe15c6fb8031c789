#include "mahala/model/model_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/version.hpp"
#include "mahala/data/file/safetensors.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::model_file_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class ModelFile : public testing::Test {
 protected:
  std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      (std::string("mahala-") + testing::UnitTest::GetInstance()->current_test_info()->name() +
       ".mhl");
  Rng rng = make_rng(1);
  Model model = small();

  void TearDown() override { std::filesystem::remove(path); }

  Model small() {
    Model m{.left = random_normal(2, 2, rng), .notes = {{"learner", "none"}, {"", "no name"}}};
    m.prepare.steps = {
        {.name = "standardise", .shift = random_normal(3, 1, rng), .scale = Vector::Ones(3)},
        {.name = "pca:2", .shift = Vector::Zero(3), .axes = random_normal(3, 2, rng)},
        {.name = "unit"}};
    return m;
  }

  /// Learned from text: two words of three are kept.
  static Model of_text() {
    Model m = identity_model(2);
    m.prepare.steps = {{.name = "gain:2", .place = Eigen::Vector3d(1, -1, 0)},
                       {.name = "tfidf", .weight = Eigen::Vector2d(0, 1.5)}};
    m.text = {{.options = {.stemmer = "english", .min_word = 3}, .stop_words = {"the"}},
              {"ein", "zwei", "größe"}};
    m.text->form.field = "body";
    return m;
  }

  void write(const std::string& bytes) {
    std::filesystem::remove(path);  // some file systems sync a file that is cut and refilled
    std::ofstream(path, std::ios::binary) << bytes;
  }

  std::string bytes() const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static std::string with_length(const std::string& header) {
    const std::uint64_t length = header.size();
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header;
  }

  /// What load says of the file, or "" if it takes it.
  std::string complaint() const {
    try {
      load(path);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  }

  std::string complaint_about(const std::string& content) {
    write(content);
    return complaint();
  }

  /// What load says of a rank-1 model on 2 features that differs in these respects.
  std::string complaint_about(const Metadata& changes, std::vector<TensorView> more = {}) {
    Metadata metadata = {
        {"format", "mahala"}, {"format_version", "1"}, {"identity", "0"}, {"prepare", "none"}};
    for (const auto& [name, text] : changes) metadata[name] = text;
    more.insert(more.begin(), {"left", {1, 2}, numbers});
    write_safetensors(path, more, metadata);
    return complaint();
  }

  std::vector<double> numbers = {1, 2};
};

void expect_equal(const Model& a, const Model& b) {
  EXPECT_EQ(a.identity, b.identity);
  EXPECT_EQ(a.left, b.left);
  EXPECT_EQ(a.notes, b.notes);
  ASSERT_EQ(a.prepare.steps.size(), b.prepare.steps.size());
  for (std::size_t k = 0; k < a.prepare.steps.size(); ++k) {
    const PrepareStep &s = a.prepare.steps[k], &t = b.prepare.steps[k];
    EXPECT_EQ(s.name, t.name);
    EXPECT_TRUE(s.shift == t.shift && s.scale == t.scale && s.axes == t.axes &&
                s.weight == t.weight && s.place == t.place)
        << s.name;
  }
  ASSERT_EQ(a.text.has_value(), b.text.has_value());
  if (!a.text) return;
  EXPECT_EQ(a.text->words, b.text->words);
  EXPECT_EQ(a.text->form.stop_words, b.text->form.stop_words);
  EXPECT_EQ(a.text->form.field, b.text->form.field);
  EXPECT_EQ(a.text->form.options.stemmer, b.text->form.options.stemmer);
  EXPECT_EQ(a.text->form.options.min_word, b.text->form.options.min_word);
}

TEST_F(ModelFile, GivesBackWhatWasSaved) {
  model.notes["text"] = "ένα, два,\n\"três\"\t\\ \x01 {}";
  model.notes["format"] = "not that of the file";
  save(model, path);
  expect_equal(load(path), model);
}

TEST_F(ModelFile, LargeFactorsOfFloatsTakeHalfTheRoomAndComeBackToTheLastBit) {
  model = {.left = Matrix::Random(50'000, 2)};
  save(model, path);
  const auto in_doubles = std::filesystem::file_size(path);
  EXPECT_GT(in_doubles, 800'000);
  model.left = model.left.cast<float>().cast<double>().eval();
  save(model, path);
  EXPECT_EQ(std::filesystem::file_size(path), in_doubles - 400'000);
  expect_equal(load(path), model);
  model.left(49'999, 1) = 1e-60;  // no float
  save(model, path);
  EXPECT_EQ(std::filesystem::file_size(path), in_doubles);
  expect_equal(load(path), model);
}

TEST_F(ModelFile, KeepsEveryBitOfNumbers) {
  model = {.identity = 0.1 + 0.2, .left = Matrix(2, 2)};
  model.left << -0.0, std::numeric_limits<double>::denorm_min(), 1e308, 1.0 / 3;
  save(model, path);
  const Model again = load(path);
  expect_equal(again, model);
  EXPECT_TRUE(std::signbit(again.left(0, 0)));
}

TEST_F(ModelFile, KeepsAMultipleOfTheIdentity) {
  model = identity_model(4);
  model.identity = 2.5;
  save(model, path);
  expect_equal(load(path), model);
  EXPECT_EQ(load(path).dim(), 4);
  model.minus = Matrix(4, 0);
  save(model, path);
  EXPECT_EQ(load(path).identity, model.identity);
}

TEST_F(ModelFile, KeepsWhatAMetricSubtracts) {
  model.identity = 1;
  model.minus = 0.25 * Matrix::Ones(model.left.rows(), 1);
  save(model, path);
  EXPECT_EQ(load(path).minus, model.minus);
  model.minus *= 40;
  EXPECT_THAT(error_message([&] { save(model, path); }), HasSubstr("a negative eigenvalue"));
  model.identity = 0;
  EXPECT_THAT(error_message([&] { save(model, path); }), HasSubstr("with an identity"));
}

TEST_F(ModelFile, KeepsHowTextIsRead) {
  model = of_text();
  save(model, path);
  expect_equal(load(path), model);
  model.text->form.stop_words.clear();
  model.text->form.field.clear();
  save(model, path);
  expect_equal(load(path), model);
}

TEST_F(ModelFile, OfTextSurvivesEveryCorruptByteAndTruncation) {
  model = of_text();
  save(model, path);
  const std::string sound = bytes();
  const std::size_t data = sound.rfind('}') + 1;
  for (std::size_t at = 0; at < sound.size(); ++at) {
    EXPECT_NE(complaint_about(sound.substr(0, at)), "");
    for (const char byte : {'\0', '"', '9', '}', '\xff'}) {
      if (at >= data && byte != '\xff') continue;
      std::string broken = sound;
      broken[at] = byte;
      const std::string found = complaint_about(broken);
      EXPECT_TRUE(found.empty() || found.starts_with(path.string() + ": ")) << found;
    }
  }
}

TEST_F(ModelFile, RefusesTextThatDoesNotFit) {
  const auto complaint_with = [&](const auto& change) {
    model = of_text();
    change(model);
    try {
      save(model, path);
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(complaint_with([](Model&) {}), "");
  EXPECT_THAT(complaint_with([](Model& m) { m.text->words.pop_back(); }),
              HasSubstr("2 words for 3 features"));
  EXPECT_THAT(complaint_with([](Model& m) { m.text->words[0] = "zwei"; }), HasSubstr("twice"));
  EXPECT_THAT(complaint_with([](Model& m) { m.text->words[0] = ""; }), HasSubstr("empty"));
  EXPECT_THAT(complaint_with([](Model& m) { m.prepare.steps[0].place[1] = 0; }),
              HasSubstr("prepare.0.place does not say where features go"));
  EXPECT_THAT(complaint_with([](Model& m) { m.prepare.steps[1].weight[1] = -1; }),
              HasSubstr("negative weight"));
  EXPECT_THAT(complaint_with([](Model& m) { m.prepare.steps[1].weight = Vector::Ones(3); }),
              HasSubstr("3 features where 2 were expected"));
  EXPECT_THAT(complaint_about({{"text.words", "a\nb"}}), HasSubstr("text.stop_words is missing"));
  EXPECT_THAT(complaint_about({{"text.unheard", ""}}), HasSubstr("text.words is missing"));
  EXPECT_THAT(complaint_about({{"prepare", "gain:1"}}), HasSubstr("prepare.0.place is missing"));
}

TEST_F(ModelFile, EqualModelsGiveEqualBytesAlignedForReading) {
  save(model, path);
  const std::string first = bytes();
  save(load(path), path);
  EXPECT_EQ(bytes(), first);
  std::uint64_t length = 0;
  first.copy(reinterpret_cast<char*>(&length), sizeof length);
  EXPECT_EQ(length % 8, 0u);
}

TEST_F(ModelFile, WidensSinglePrecision) {
  const float left[] = {0.5F, -3};
  std::string header =
      R"({"__metadata__":{"format":"mahala","format_version":"1","identity":"0","prepare":"none"},)"
      R"("left":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})";
  write(with_length(header) + std::string(reinterpret_cast<const char*>(left), sizeof left));
  EXPECT_EQ(load(path).left, (Matrix(2, 1) << 0.5, -3).finished());
}

TEST_F(ModelFile, RefusesEveryTruncation) {
  save(model, path);
  for (auto size = std::filesystem::file_size(path); size-- > 0;) {
    std::filesystem::resize_file(path, size);
    const std::string found = complaint();
    EXPECT_THAT(found, StartsWith(path.string() + ": ")) << size;
    EXPECT_THAT(found, HasSubstr(size > 8 ? "truncated" : "is not a safetensors file")) << size;
  }
}

TEST_F(ModelFile, RefusesTrailingBytes) {
  save(model, path);
  EXPECT_THAT(complaint_about(bytes() + "x"), HasSubstr("1 bytes follow"));
}

TEST_F(ModelFile, SurvivesEveryCorruptByteOfTheHeader) {
  save(model, path);
  const std::string sound = bytes();
  const std::size_t data = sound.rfind('}') + 1;
  for (std::size_t at = 0; at < data; ++at) {
    for (const char byte : {'\0', '"', '9', '}', ',', '[', '-', '\xff'}) {
      std::string broken = sound;
      broken[at] = byte;
      const std::string found = complaint_about(broken);  // anything but an Error escapes
      EXPECT_TRUE(found.empty() || found.starts_with(path.string() + ": ")) << found;
    }
  }
}

TEST_F(ModelFile, RefusesAnotherVersionByName) {
  EXPECT_EQ(complaint_about({{"format_version", "7"}}),
            path.string() + ": model format version 7 is not known to mahala " +
                std::string(version()) + " (it reads versions 1 and 2)");
}

TEST_F(ModelFile, TellsForeignFilesApart) {
  EXPECT_THAT(complaint_about({{"format", "pt"}}),
              HasSubstr("is a safetensors file but not a mahala model"));
  EXPECT_THAT(
      complaint_about(with_length(R"({"w":{"dtype":"F4_NEW","shape":[2],"data_offsets":[0,1]}})") +
                      "x"),
      HasSubstr("is a safetensors file but not a mahala model"));
  EXPECT_THAT(complaint_about(std::string("label,feature\n1,2\n")),
              HasSubstr("is not a safetensors file"));
  EXPECT_THAT(complaint_about(std::string()), HasSubstr("is not a safetensors file"));
  EXPECT_THAT(complaint_about(std::string("\x93NUMPY\x01{v{'descr': '<f8'}")),
              HasSubstr("is not a safetensors file"));
}

TEST_F(ModelFile, NamesAFileThatIsNotThere) {
  EXPECT_THAT(complaint(), AllOf(StartsWith(path.string()), HasSubstr("No such file")));
  path = std::filesystem::temp_directory_path();
  EXPECT_THROW(load(path), Error);
  path = "";
  EXPECT_THROW(load(path), Error);
}

TEST_F(ModelFile, RefusesDeepNestingWithoutHarm) {
  for (const std::string open : {"[", "{\"a\":"}) {
    std::string header = R"({"left":)";
    for (int k = 0; k < 1'000'000; ++k) header += open;
    EXPECT_THAT(complaint_about(with_length(header)), HasSubstr("nested too deeply"));
  }
}

TEST_F(ModelFile, RefusesClaimsBeyondTheFile) {
  const auto claim = [&](const std::string& shape, const std::string& offsets,
                         const std::string& dtype = "F64") {
    return complaint_about(with_length(
        R"({"__metadata__":{"format":"mahala","format_version":"1","identity":"0","prepare":"none"},)"
        R"("left":{"dtype":")" +
        dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}"));
  };
  EXPECT_THAT(claim("[1000000,1000000]", "[0,8000000000000]"), HasSubstr("truncated"));
  EXPECT_THAT(claim("[4294967296,4294967296]", "[0,0]"), HasSubstr("impossible shape"));
  EXPECT_THAT(claim("[1,1]", "[18446744073709551608,0]"), HasSubstr("ends before"));
  EXPECT_THAT(claim("[1,1]", "[-8,0]"), HasSubstr("not a count"));
  EXPECT_THAT(claim("[1,0.5]", "[0,8]"), HasSubstr("not a count"));
  EXPECT_THAT(claim("[1,1]", "[0,99999999999999999999]"), HasSubstr("not a count"));
  EXPECT_THAT(claim("[0,18446744073709551615]", "[0,0]"), HasSubstr("side of"));
  EXPECT_THAT(claim("[1000000000,1000000000]", "[0,0]", "F99"), HasSubstr("F99"));
  EXPECT_THAT(claim("[0,0]", "[0,0]"), HasSubstr("no features"));
  EXPECT_THAT(claim("[0,5]", "[0,0]"), HasSubstr("rank 0"));
  EXPECT_THAT(claim("[5]", "[0,40]"), HasSubstr("truncated"));
  EXPECT_THAT(claim("[]", "[0,8]"), HasSubstr("truncated"));
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(complaint_about(std::string(reinterpret_cast<const char*>(&huge), 8) + "{}"),
              HasSubstr("is not a safetensors file"));
}

TEST_F(ModelFile, RefusesHolesOverlapsAndRepeatedNames) {
  const auto two = [&](const std::string& first, const std::string& second) {
    return complaint_about(with_length(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + first +
                                       R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" +
                                       second + "}}") +
                           "12345678");
  };
  EXPECT_THAT(two("[0,4]", "[4,8]"), HasSubstr("not a mahala model"));
  EXPECT_THAT(two("[0,4]", "[2,6]"), HasSubstr("begins at byte 2 where 4"));
  EXPECT_THAT(two("[0,4]", "[5,9]"), HasSubstr("begins at byte 5 where 4"));
  EXPECT_THAT(complaint_about(with_length(R"({"__metadata__":{"format":"x","format":"y"}})")),
              HasSubstr("names format twice"));
}

TEST_F(ModelFile, RefusesWhatDoesNotMakeAModel) {
  const std::vector<double> two = {1, 2}, three = {1, 2, 3}, negative = {1, -2};
  EXPECT_EQ(complaint_about(Metadata{}), "");
  EXPECT_THAT(complaint_about({{"identity", "-1"}}), HasSubstr("identity is -1"));
  EXPECT_THAT(complaint_about({{"identity", "nan"}}), HasSubstr("identity is nan"));
  EXPECT_THAT(complaint_about({{"identity", "1x"}}), HasSubstr("'1x' is not a number"));
  EXPECT_THAT(complaint_about({}, {{"right", {2}, two}}), HasSubstr("tensor right has no place"));
  EXPECT_THAT(complaint_about({{"prepare", "centre"}}), HasSubstr("prepare.0.shift is missing"));
  EXPECT_THAT(complaint_about({{"prepare", "scale"}}, {{"prepare.0.scale", {2}, negative}}),
              HasSubstr("not positive"));
  EXPECT_THAT(complaint_about({{"prepare", "centre"}}, {{"prepare.0.shift", {3}, three}}),
              HasSubstr("leaves 3 features, the metric has 2"));
  EXPECT_THAT(complaint_about({{"prepare", "centre,scale"}},
                              {{"prepare.0.shift", {3}, three}, {"prepare.1.scale", {2}, two}}),
              HasSubstr("step 1 (scale) has 2 features where 3 were expected"));
  numbers[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(complaint_about(Metadata{}), HasSubstr("left holds a number that is not finite"));
}

TEST_F(ModelFile, RefusesToSaveWhatItWouldNotLoad) {
  model.left(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(save(model, path), Error);
  model = small();
  model.notes["bytes"] = "\xff\xfe";
  EXPECT_THROW(save(model, path), Error);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace mahala::test::model_file_test
