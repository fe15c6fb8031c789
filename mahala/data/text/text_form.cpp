#include "mahala/data/text/text_form.hpp"

#include "mahala/core/error.hpp"
#include "mahala/data/text/stemmer.hpp"
#include "mahala/data/text/stop_words.hpp"

namespace mahala {

Options describe(TextOptions& options) {
  return {
      {.name = "stemmer",
       .field = &options.stemmer,
       .help = "Snowball's stemmer for the words of text",
       .choices = stemmer_names()},
      {.name = "stop_words",
       .field = &options.stop_words,
       .help = "words of text to leave out: none, english, or a file of words"},
      {.name = "words",
       .field = &options.words,
       .help = "what words of text are runs of",
       .choices = {"letters-digits", "letters"}},
      {.name = "min_word",
       .field = &options.min_word,
       .help = "characters of the shortest word of text",
       .range = between(1, 1000)},
      {.name = "max_word",
       .field = &options.max_word,
       .help = "characters of the longest word of text; longer runs are not words",
       .range = between(1, 1000)},
  };
}

TextForm text_form(const TextOptions& options, const std::string& field) {
  TextOptions checked = options;
  check(describe(checked));
  require(options.min_word <= options.max_word, "option min_word: {} is above option max_word, {}",
          options.min_word, options.max_word);
  return {.options = options, .stop_words = stop_words(options.stop_words), .field = field};
}

}  // namespace mahala
