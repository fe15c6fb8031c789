// Words, stems, stop words and the numbers of words.

#include "mahala/data/text/tokenizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <map>

#include "mahala/core/random.hpp"
#include "mahala/data/text/document_counts.hpp"
#include "mahala/data/text/stemmer.hpp"
#include "mahala/data/text/stop_words.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::tokenizer_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> words(std::string_view text, const WordShape& shape = {}) {
  std::vector<std::string> found;
  for_each_word(text, shape, [&](std::string_view word) { found.emplace_back(word); });
  return found;
}

TEST(Tokenizer, WordsAreRunsOfLettersAndDigitsInLowerCase) {
  EXPECT_THAT(words("It's 3 O'Clock, x86-64\tNOW\n"),
              ElementsAre("it", "s", "3", "o", "clock", "x86", "64", "now"));
  EXPECT_THAT(words("x86-64 mp3s", {.digits = false}), ElementsAre("x", "mp", "s"));
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" .,;_ "), IsEmpty());
}

TEST(Tokenizer, KnowsLettersOfAllScriptsInAnyLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "C");
  EXPECT_THAT(words("ÄRGER naïve ΣΟΦΊΑ Мир, ДА! 日本語 \xF0\x90\x90\x80"),
              ElementsAre("ärger", "naïve", "σοφία", "мир", "да", "日本語", "\xF0\x90\x90\xA8"));
  EXPECT_THAT(words("“quoted”—dash…"), ElementsAre("quoted", "dash"));
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Tokenizer, MarksBelongToTheLetterBefore) {
  EXPECT_THAT(words("Cafe\u0301 au lait"), ElementsAre("cafe\u0301", "au", "lait"));
  EXPECT_THAT(words("हिन्दी में"), ElementsAre("हिन्दी", "में"));
  EXPECT_THAT(words("\u0301abc \u200D"), ElementsAre("abc"));
}

TEST(Tokenizer, LengthsCountCharacters) {
  EXPECT_THAT(words("a bb ää ccc dddd", {.shortest = 2, .longest = 3}),
              ElementsAre("bb", "ää", "ccc"));
  std::string long_run(1 << 20, 'x');
  long_run += " y";
  EXPECT_THAT(words(long_run, {.longest = 40}), ElementsAre("y"));
}

TEST(Tokenizer, BytesThatAreNotUtf8SeparateWords) {
  for (const char* bad : {"\xFF", "\x80", "\xC3", "\xC0\xAF", "\xE2\x82", "\xED\xA0\x80",
                          "\xF4\x90\x80\x80", "\xF0\x80\x80\x80", "\xE0\x80\xAF"}) {
    EXPECT_THAT(words(std::string("one") + bad + "two"), ElementsAre("one", "two"));
    EXPECT_THAT(words(std::string("end") + bad), ElementsAre("end"));
  }
  EXPECT_THAT(words("\xC3(abc"), ElementsAre("abc"));
}

TEST(Tokenizer, TakesAnyBytes) {
  Rng rng = make_rng(4);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(40, '\0');
    for (char& c : bytes) c = static_cast<char>(rng());
    for (const std::string& word : words(bytes)) {
      EXPECT_THAT(words(word), ElementsAre(word)) << "a word is a word, and valid UTF-8";
    }
  }
}

TEST(Stemming, EveryNameListedIsAStemmer) {
  EXPECT_THAT(stemmer_names(), Contains("german"));
  for (const std::string_view name : stemmer_names()) {
    Stemmer stem{std::string(name)};
    EXPECT_EQ(std::string(stem("a")).empty(), false) << name;
  }
  Stemmer english("english"), none("none"), german("german");
  EXPECT_EQ(english("connections"), "connect");
  EXPECT_EQ(none("connections"), "connections");
  EXPECT_EQ(german("häuser"), "haus");
}

TEST(Stemming, SuggestsAName) {
  EXPECT_THAT(error_message([] { Stemmer("englsh"); }), HasSubstr("did you mean 'english'?"));
}

TEST(StopWords, AreAListAFileOrNone) {
  const TemporaryDirectory folder;
  const auto english = stop_words("english");
  EXPECT_EQ(english.size(), 318u);
  EXPECT_THAT(english, Contains("the"));
  EXPECT_THAT(stop_words("none"), IsEmpty());
  EXPECT_THAT(stop_words(folder.write("list", "The\nof the\r\n\nÜBER\n").string()),
              ElementsAre("of", "the", "über"));
  EXPECT_THAT(error_message([] { stop_words("englich"); }),
              HasSubstr("none, english or a file, and 'englich' is no such file"));
}

TEST(WordNumbers, AreThoseOfAMap) {
  Vocabulary vocabulary;
  std::map<std::string, Index> expected;
  Rng rng = make_rng(2);
  for (int k = 0; k < 20'000; ++k) {
    const std::string word = std::to_string(rng() % 5000);
    const auto [place, fresh] = expected.emplace(word, std::ssize(expected));
    EXPECT_EQ(vocabulary.find(word), fresh ? -1 : place->second);
    EXPECT_EQ(vocabulary.add(word), place->second);
  }
  EXPECT_EQ(vocabulary.size(), std::ssize(expected));
  for (const auto& [word, number] : expected) {
    EXPECT_EQ(vocabulary.words()[static_cast<std::size_t>(number)], word);
  }
}

}  // namespace
}  // namespace mahala::test::tokenizer_test
