// Constraints of any bytes, of the kind the first byte chooses: valid ones or an Error.

#include "mahala/data/constraints/constraint_file.hpp"
#include "tests/fuzz/fuzzed_file.hpp"

namespace {

mahala::Dataset few_samples() {
  return {.x = mahala::Samples(mahala::Matrix(mahala::Matrix::Identity(2, 4))),
          .labels = mahala::Labels::from_names(std::vector<std::string>{"a", "b", "c", "a"}),
          .ids = {"p", "q", "7", "0"}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using enum mahala::Supervision;
  constexpr mahala::Supervision kinds[] = {pairs, triplets, sets, rankings};
  static const mahala::Dataset data = few_samples();
  if (size == 0) return 0;
  const mahala::Supervision kind = kinds[bytes[0] % 4];
  return mahala::fuzz::with_file(bytes + 1, size - 1, [&](const std::filesystem::path& path) {
    const mahala::Constraints constraints = mahala::read_constraints(kind, path, data);
    if (mahala::kind(constraints) != kind) __builtin_trap();
  });
}
