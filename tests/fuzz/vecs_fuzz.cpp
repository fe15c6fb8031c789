// Records of any bytes: read_dataset gives finite samples or an Error.

#include "tests/fuzz/fuzzed_samples.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return mahala::fuzz::read_samples(bytes, size, {"fvecs", "bvecs", "ivecs"});
}
