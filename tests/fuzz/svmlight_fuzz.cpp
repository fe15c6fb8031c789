// Sparse samples of any bytes: read_dataset gives valid columns or an Error.

#include "mahala/data/read/read.hpp"
#include "tests/fuzz/fuzzed_file.hpp"

namespace {

void check(const mahala::SparseMatrix& x) {
  for (mahala::Index i = 0; i < x.cols(); ++i) {
    mahala::Index last = -1;
    for (mahala::SparseMatrix::InnerIterator it(x, i); it; ++it) {
      if (it.row() <= last || it.row() >= x.rows()) __builtin_trap();
      last = it.row();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return mahala::fuzz::with_file(bytes, size, [](const std::filesystem::path& path) {
    for (const bool zero_based : {false, true}) {
      try {
        const mahala::Dataset data =
            mahala::read_dataset(path, {.format = "svmlight", .zero_based = zero_based});
        check(std::get<mahala::SparseMatrix>(data.x.storage()));
      } catch (const mahala::Error&) {
      }
    }
  });
}
