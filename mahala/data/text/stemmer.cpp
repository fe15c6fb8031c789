#include "mahala/data/text/stemmer.hpp"

#include <libstemmer.h>

#include <algorithm>
#include <new>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"

namespace mahala {

std::vector<std::string_view> stemmer_names() {
  std::vector<std::string_view> names = {"none"};
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

Stemmer::Stemmer(const std::string& name) {
  const std::vector<std::string_view> names = stemmer_names();
  require(std::find(names.begin(), names.end(), name) != names.end(),
          "there is no stemmer '{}'{} (there are: {})", name, did_you_mean(name, names),
          fmt::join(names, ", "));
  if (name == "none") return;
  stemmer_.reset(sb_stemmer_new(name.c_str(), "UTF_8"));
  if (!stemmer_) throw std::bad_alloc();
}

std::string_view Stemmer::operator()(std::string_view word) {
  if (!stemmer_) return word;
  const sb_symbol* stem =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

}  // namespace mahala
