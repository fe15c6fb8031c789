// Tables of any bytes: read_dataset gives samples or an Error, never anything else.

#include "mahala/data/read/read.hpp"
#include "tests/fuzz/fuzzed_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return mahala::fuzz::with_file(bytes, size, [](const std::filesystem::path& path) {
    const mahala::ReadOptions ways[] = {
        {.format = "csv"},
        {.format = "csv", .label = "-1", .id = "0", .header = "no", .keep_missing = true},
        {.format = "tsv", .header = "yes"}};
    for (const auto& options : ways) {
      try {
        const mahala::Dataset data = mahala::read_dataset(path, options);
        if (!options.keep_missing && !data.x.block(0, data.size()).allFinite()) __builtin_trap();
      } catch (const mahala::Error&) {
      }
    }
  });
}
