// Arrays of any bytes: read_dataset gives finite samples or an Error.

#include "mahala/data/read/read.hpp"
#include "tests/fuzz/fuzzed_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return mahala::fuzz::with_file(bytes, size, [](const std::filesystem::path& path) {
    for (const std::string label : {"", "-1"}) {
      try {
        const mahala::Dataset data = mahala::read_dataset(path, {.format = "npy", .label = label});
        if (!data.x.block(0, data.size()).allFinite()) __builtin_trap();
      } catch (const mahala::Error&) {
      }
    }
  });
}
