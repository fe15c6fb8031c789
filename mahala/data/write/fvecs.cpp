#include <cmath>
#include <cstdint>

#include "mahala/core/error.hpp"
#include "mahala/core/output_file.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

void check_range(const MatrixView& block, const MatrixF& narrow, Index begin,
                 const std::filesystem::path& path) {
  for (Index i = 0; i < block.cols(); ++i) {
    for (Index k = 0; k < block.rows(); ++k) {
      require(!std::isinf(narrow(k, i)) || std::isinf(block(k, i)),
              "{}: sample {}, feature {}: {} is out of the range of a float", path.string(),
              begin + i, k, block(k, i));
    }
  }
}

}  // namespace

void write_fvecs(const Dataset& data, const std::filesystem::path& path) {
  OutputFile file(path);
  const auto dim = static_cast<std::int32_t>(data.dim());
  data.x.for_each_block([&](Index begin, const MatrixView& block) {
    const MatrixF narrow = block.cast<float>();
    if (!narrow.allFinite()) check_range(block, narrow, begin, path);
    for (Index i = 0; i < narrow.cols(); ++i) {
      file.write({reinterpret_cast<const char*>(&dim), sizeof dim});
      file.write({reinterpret_cast<const char*>(narrow.col(i).data()),
                  static_cast<std::size_t>(narrow.rows()) * sizeof(float)});
    }
  });
  file.commit();
}

}  // namespace mahala::writing
