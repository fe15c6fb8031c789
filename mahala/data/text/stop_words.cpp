#include "mahala/data/text/stop_words.hpp"

#include <algorithm>
#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/data/file/source.hpp"

namespace mahala {
namespace {

/// The list of the Glasgow Information Retrieval Group as scikit-learn 1.2 has it (BSD-3-Clause).
constexpr std::string_view english =
    "a about above across after afterwards again against all almost alone along already also "
    "although always am among amongst amoungst amount an and another any anyhow anyone anything "
    "anyway anywhere are around as at back be became because become becomes becoming been "
    "before beforehand behind being below beside besides between beyond bill both bottom but by "
    "call can cannot cant co con could couldnt cry de describe detail do done down due during "
    "each eg eight either eleven else elsewhere empty enough etc even ever every everyone "
    "everything everywhere except few fifteen fifty fill find fire first five for former "
    "formerly forty found four from front full further get give go had has hasnt have he hence "
    "her here hereafter hereby herein hereupon hers herself him himself his how however hundred "
    "i ie if in inc indeed interest into is it its itself keep last latter latterly least less "
    "ltd made many may me meanwhile might mill mine more moreover most mostly move much must my "
    "myself name namely neither never nevertheless next nine no nobody none noone nor not "
    "nothing now nowhere of off often on once one only onto or other others otherwise our ours "
    "ourselves out over own part per perhaps please put rather re same see seem seemed seeming "
    "seems serious several she should show side since sincere six sixty so some somehow someone "
    "something sometime sometimes somewhere still such system take ten than that the their them "
    "themselves then thence there thereafter thereby therefore therein thereupon these they "
    "thick thin third this those though three through throughout thru thus to together too top "
    "toward towards twelve twenty two un under until up upon us very via was we well were what "
    "whatever when whence whenever where whereafter whereas whereby wherein whereupon wherever "
    "whether which while whither who whoever whole whom whose why will with within without "
    "would yet you your yours yourself yourselves";

/// A list is text like any other: what is a word there is a word here.
void add_words(std::string_view text, std::vector<std::string>& words) {
  for_each_word(text, {}, [&](std::string_view word) { words.emplace_back(word); });
}

std::vector<std::string> words_of_file(const std::string& name) try {
  std::vector<std::string> words;
  reading::Source source(name);
  for (std::string_view line; source.line(line);) add_words(line, words);
  return words;
} catch (const Error& e) {
  fail("stop words are none, english or a file, and '{}' is no such file: {}", name, e.what());
}

}  // namespace

std::vector<std::string> stop_words(const std::string& name) {
  std::vector<std::string> words;
  if (name == "english") {
    add_words(english, words);
  } else if (name != "none") {
    words = words_of_file(name);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace mahala
