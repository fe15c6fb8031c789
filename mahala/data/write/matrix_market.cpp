#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

void write_sparse(const SparseMatrix& x, TextFile& file) {
  file << "%%MatrixMarket matrix coordinate real general\n"
       << x.cols() << ' ' << x.rows() << ' ' << x.nonZeros() << '\n';
  for (Index i = 0; i < x.cols(); ++i) {
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
      file << i + 1 << ' ' << it.row() + 1 << ' ' << it.value() << '\n';
    }
  }
}

/// Arrays go feature after feature, which only a copy can give.
void write_dense(const Samples& x, TextFile& file) {
  file << "%%MatrixMarket matrix array real general\n" << x.size() << ' ' << x.dim() << '\n';
  const Matrix all = x.block(0, x.size());
  for (Index k = 0; k < all.rows(); ++k) {
    for (Index i = 0; i < all.cols(); ++i) file << all(k, i) << '\n';
  }
}

}  // namespace

void write_matrix_market(const Dataset& data, const std::filesystem::path& path) {
  TextFile file(path);
  if (const auto* sparse = std::get_if<SparseMatrix>(&data.x.storage())) {
    write_sparse(*sparse, file);
  } else {
    write_dense(data.x, file);
  }
  file.commit();
}

}  // namespace mahala::writing
