// Documents of any bytes: read_dataset gives counts of valid words or an Error, and reads the same
// file again in the space of those words to the same counts.

#include "tests/fuzz/fuzzed_samples.hpp"

namespace {

void read_twice(const std::filesystem::path& path, mahala::ReadOptions options) {
  const mahala::Dataset data = mahala::read_dataset(path, options);
  mahala::fuzz::check(data.x);
  if (!data.text || std::ssize(data.features) != data.dim()) __builtin_trap();
  options.text_options = {};
  options.space = mahala::TextSpace{*data.text, data.features};
  if (mahala::fingerprint(mahala::read_dataset(path, options)) != mahala::fingerprint(data)) {
    __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return mahala::fuzz::with_file(bytes, size, [](const std::filesystem::path& path) {
    constexpr mahala::Index bound = 1 << 24;
    const mahala::ReadOptions ways[] = {
        {.format = "text", .text_options = {.stop_words = "none"}, .max_bytes = bound},
        {.format = "text",
         .text_options = {.stemmer = "english", .words = "letters"},
         .max_bytes = bound},
        {.text = "text", .text_options = {.stemmer = "german"}, .max_bytes = bound}};
    for (const auto& options : ways) {
      try {
        read_twice(path, options);
      } catch (const mahala::Error&) {
      }
    }
  });
}
