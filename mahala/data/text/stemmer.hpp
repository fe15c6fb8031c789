/// @file
/// Snowball's stemmers (libstemmer): "connected", "connecting" -> "connect".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace mahala {

/// "none", then the languages libstemmer knows, and "porter", Porter's own of 1980.
std::vector<std::string_view> stemmer_names();

class Stemmer {
 public:
  /// Error with a suggestion if there is none of that name.
  explicit Stemmer(const std::string& name);

  /// The stem of a word in lower case, valid until the next call; of "none" the word itself.
  std::string_view operator()(std::string_view word);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;  ///< null for "none"
};

}  // namespace mahala
