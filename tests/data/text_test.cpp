// Raw text read into counts of words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/read/stream.hpp"
#include "mahala/data/text/stemmer.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/reading.hpp"

namespace mahala::test::text_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class RawText : public ReadingTest {
 protected:
  RawText() : ReadingTest("docs") {}
};

/// One document a line, all words counted.
const ReadOptions lines = {.format = "text", .text_options = {.stop_words = "none"}};

TEST_F(RawText, LinesAreDocumentsAndWordsFeaturesByTheAlphabet) {
  const Dataset data = read("the cat saw the dog\n\ndog Dog\r\n", lines);
  EXPECT_THAT(data.features, ElementsAre("cat", "dog", "saw", "the"));
  EXPECT_TRUE(data.x.is_sparse());
  EXPECT_EQ(dense(data), (Matrix(4, 3) << 1, 0, 0, 1, 0, 2, 1, 0, 0, 2, 0, 0).finished());
  EXPECT_TRUE(data.labels.empty() && data.ids.empty());
  ASSERT_TRUE(data.text);
  EXPECT_EQ(data.text->field, "");
}

TEST_F(RawText, IsReadAFewDocumentsAtATimeOnceItsWordsAreFound) {
  const auto path = folder.write("docs",
                                 R"({"text": "cat dog", "id": 1}
{"text": "the", "id": 2, "label": "x"}
{"text": "bird dog dog", "id": 3, "label": "y"})");
  ReadOptions options = {.text = "text"};
  const Dataset all = read_dataset(path, options);
  options.space = find_words(path, options);
  ASSERT_TRUE(options.space);
  EXPECT_EQ(options.space->words, all.features);
  EXPECT_EQ(options.space->form.field, "text");
  const auto samples = open_samples(path, options, 1);
  for (Index i = 0; i < 3; ++i) {
    const Dataset one = samples->next();
    EXPECT_EQ(dense(one), dense(all).col(i));
    EXPECT_THAT(one.ids, ElementsAre(all.ids[static_cast<std::size_t>(i)]));
    EXPECT_EQ(one.features, all.features);
    EXPECT_EQ(one.labels.empty(), i == 0);
  }
  EXPECT_EQ(samples->next().size(), 0);
}

TEST_F(RawText, WithoutGivenWordsIsReadAtOnce) {
  const auto path = folder.write("docs", "cat\ndog\n");
  EXPECT_EQ(open_samples(path, lines, 1)->next().size(), 2);
  EXPECT_FALSE(find_words(folder.write("table", "a,b\n1,2\n"), {}));
}

TEST_F(RawText, AKeyOfJsonLinesIsTheDocument) {
  const Dataset data = read(
      R"({"id": "a", "label": "x", "n": {"deep": [1, {"text": 5}]}, "text": "Cats \u00c4 running"}
{"text": "the cat", "more": [[1], null], "label": ["x", "y"], "id": 7})",
      {.text = "text", .text_options = {.stemmer = "english", .min_word = 1}});
  EXPECT_THAT(data.features, ElementsAre("cat", "run", "ä"));
  EXPECT_EQ(dense(data), (Matrix(3, 2) << 1, 1, 1, 0, 1, 0).finished());
  EXPECT_THAT(data.ids, ElementsAre("a", "7"));
  EXPECT_THAT(data.labels.names(), ElementsAre("x", "y"));
  EXPECT_EQ(data.labels[1].size(), 2u);
  EXPECT_EQ(data.text->field, "text");
  EXPECT_EQ(data.text->options.stemmer, "english");
}

TEST_F(RawText, OtherKeysMayHoldLabelAndId) {
  const Dataset data = read(R"({"topic": 3, "name": "n", "id": [], "label": {}, "body": "word"})",
                            {.label = "topic", .id = "name", .text = "body"});
  EXPECT_THAT(data.ids, ElementsAre("n"));
  EXPECT_THAT(data.labels.names(), ElementsAre("3"));
}

TEST_F(RawText, LabelsMayComeFromAFile) {
  ReadOptions options = lines;
  options.labels_file = folder.write("labels", "a\nb\n").string();
  EXPECT_THAT(read("one two\n\n", options).labels.names(), ElementsAre("a", "b"));
}

TEST_F(RawText, StopWordsGoBeforeStems) {
  const Dataset data =
      read("running runs ran\n",
           {.format = "text",
            .text_options = {.stemmer = "english",
                             .stop_words = folder.write("stop", "runs ran").string()}});
  EXPECT_THAT(data.features, ElementsAre("run"));
  EXPECT_EQ(dense(data)(0, 0), 1);
  EXPECT_THAT(data.text->stop_words, ElementsAre("ran", "runs"));
}

TEST_F(RawText, ASpaceCountsItsOwnWordsOnly) {
  const Dataset learned = read("alpha beta\ngamma beta\n", lines);
  ReadOptions options;
  options.space = TextSpace{*learned.text, learned.features};
  const Dataset data = read("beta delta beta\nnothing\n", options);
  EXPECT_EQ(data.features, learned.features);
  EXPECT_EQ(dense(data), (Matrix(3, 2) << 0, 0, 2, 0, 0, 0).finished());
}

TEST_F(RawText, ASpaceOfJsonLinesAndItsFiles) {
  ReadOptions options;
  options.space = TextSpace{text_form({}, "text"), {"cat", "dog"}};
  EXPECT_EQ(dense(read(R"({"text": "dog fox"})", options)), (Matrix(2, 1) << 0, 1).finished());
  EXPECT_THAT(error_of("dog fox\n", options), HasSubstr("is not JSON lines"));
  EXPECT_THAT(error_of("[1, 2]\n", options), "docs:1: is an array, not an object");
  EXPECT_EQ(dense(read("0 1:3 2:1\n", options)), (Matrix(2, 1) << 3, 1).finished());
  options.format = "text";
  EXPECT_EQ(dense(read("dog fox\n", options)), (Matrix(2, 1) << 0, 1).finished());
  options.format = "auto";
  options.text = "body";
  EXPECT_EQ(dense(read(R"({"body": "cat"})", options)), (Matrix(2, 1) << 1, 0).finished());
}

TEST_F(RawText, ASpaceOfLinesTakesProseThatLooksLikeSomethingElse) {
  ReadOptions options;
  options.space = TextSpace{text_form({}, ""), {"meeting", "tea"}};
  EXPECT_EQ(dense(read("meeting 10:30, tea\n", options)), (Matrix(2, 1) << 1, 1).finished());
  EXPECT_THAT(error_of(R"({"text": "tea"})", options),
              HasSubstr("this is JSON lines; use option text=KEY"));
}

TEST_F(RawText, SaysWhatIsWrong) {
  const ReadOptions text = {.text = "text"};
  const std::pair<std::string, std::string> table[] = {
      {R"({"text": "a b"})"
       "\n"
       R"({"id": 1})",
       "docs:2: has no key 'text'"},
      {R"({"text": 5})", "docs:1: key 'text' is not a text"},
      {R"({"text": null})", "docs:1: key 'text' is null, not a text"},
      {R"({"text": ["a"]})", "docs:1: an array in key 'text', not a text"},
      {R"({"text": {}})", "docs:1: an object in key 'text', not a text"},
      {R"({"text": "a", "text": "b"})", "docs:1: key 'text' occurs twice"},
      {R"({"text": "word", "id": 1})"
       "\n"
       R"({"text": "word"})",
       "docs:2: has no id, unlike the first sample"},
      {R"({"text": "word", "id": 1})"
       "\n"
       R"({"text": "b", "id": 1})",
       "docs: the id '1' of line 2 is that of line 1"},
      {R"({"text": "the, of"})", "docs: holds no words but stop words"},
      {R"({"text": "a)", "docs:1: is not JSON at byte 12"},
      {"{\"text\": \"\xFF\"}", "docs:1: is not JSON at byte 11"},
      {"1,2\n", "option text is for JSON lines, docs is CSV"}};
  for (const auto& [content, message] : table) EXPECT_EQ(error_of(content, text), message);
  EXPECT_EQ(error_of("", lines), "docs: holds no samples");
  EXPECT_EQ(error_of("\n\n", lines), "docs: holds no words but stop words");
  EXPECT_EQ(error_of("1,2\n", {.text_options = {.stop_words = "none"}}),
            "option stop_words is for text (option text=KEY or option format=text), docs is CSV");
  EXPECT_THAT(error_of("a\n", {.format = "text", .text_options = {.stemmer = "frensh"}}),
              HasSubstr("did you mean 'french'"));
  EXPECT_THAT(error_of("a\n", {.format = "text", .text_options = {.min_word = 5, .max_word = 4}}),
              HasSubstr("option min_word: 5 is above option max_word, 4"));
  EXPECT_THAT(error_of("a\n", {.format = "text", .label = "x"}), HasSubstr("no label"));
}

TEST_F(RawText, ReadsOrRefusesEveryTruncation) {
  const std::string content =
      R"({"id": "ä1", "label": ["x", "y"], "n": [{"a": null}], "text": "Größe \ud83d\ude00 abc"})"
      "\n"
      R"({"id": 2, "label": "x", "text": "second \u00e9\n"})";
  for (std::size_t size = 0; size <= content.size(); ++size) {
    const std::string_view part = std::string_view(content).substr(0, size);
    for (const ReadOptions& options : {ReadOptions{.text = "text"}, lines}) {
      const std::string found = error_of(part, options);
      EXPECT_TRUE(found == "no error" || found.starts_with("docs") ||
                  found.starts_with("option text"))
          << found;
    }
  }
}

/// Reference files of this form: stems, and documents with their tf-idf.
std::vector<nlohmann::json> references() {
  std::vector<nlohmann::json> found;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder() / "logdet")) {
    if (entry.path().extension() != ".json") continue;
    nlohmann::json all = golden("logdet/" + entry.path().filename().string());
    if (all.contains("porter") && all.contains("docs")) found.push_back(std::move(all));
  }
  return found;
}

TEST_F(RawText, StemsLikeTheReference) {
  ASSERT_THAT(references(), Not(IsEmpty()));
  Stemmer porter("porter");
  for (const auto& reference : references()) {
    for (const auto& [word, stem] : reference.at("porter").items()) {
      EXPECT_EQ(porter(word), stem.get<std::string>()) << word;
    }
  }
}

TEST_F(RawText, WeighsLikeTheReference) {
  for (const auto& reference : references()) {
    std::string docs, stop;
    for (const auto& doc : reference.at("docs")) docs += nlohmann::json{{"doc", doc}}.dump() + "\n";
    for (const auto& word : reference.at("stop")) stop += word.get<std::string>() + "\n";
    Dataset data = read(docs, {.text = "doc",
                               .text_options = {.stemmer = "porter",
                                                .stop_words = folder.write("stop", stop).string(),
                                                .words = "letters"}});
    const auto size = reference.at("vocab_size").get<Index>();
    const Prepare prepare = fit_prepare(fmt::format("top-df:{},tfidf,unit", size), data.x);
    const auto names = prepared_names(prepare, data.features);
    for (const auto& [word, place] : reference.at("vocab").items()) {
      EXPECT_EQ(names[place.get<std::size_t>()], word);
    }
    const auto idf = reference.at("idf").get<std::vector<double>>();
    for (Index k = 0; k < prepare.steps[1].weight.size(); ++k) {
      EXPECT_NEAR(prepare.steps[1].weight[k], idf[static_cast<std::size_t>(k)], 1e-14);
    }
    EXPECT_LT((dense(data) - matrix(reference.at("X")).transpose()).cwiseAbs().maxCoeff(), 1e-14);
  }
}

}  // namespace
}  // namespace mahala::test::text_test
