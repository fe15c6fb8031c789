#include "mahala/search/index_file.hpp"

#include <faiss/IndexPreTransform.h>
#include <faiss/impl/io.h>
#include <faiss/index_io.h>

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/search/faiss_library.hpp"

namespace mahala {
namespace {

constexpr std::size_t piece = 1 << 20;  ///< bytes handed on at a time, for OutputFile copies them

class FileWriter final : public faiss::IOWriter {
 public:
  explicit FileWriter(OutputFile& file) : file_(file) {}

  std::size_t operator()(const void* bytes, std::size_t size, std::size_t count) override {
    std::string_view rest(static_cast<const char*>(bytes), size * count);
    for (; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size()))) {
      file_.write(rest.substr(0, piece));
    }
    return count;
  }

 private:
  OutputFile& file_;
};

void check_range(const MatrixF& x, std::string_view what) {
  require(x.allFinite(), "{} are beyond the range of single precision, in which FAISS works", what);
}

faiss::LinearTransform linear_transform(const AffineMap& map) {
  const MatrixF a = map.a.transpose().cast<float>();  // its columns are FAISS' rows
  const MatrixF b = map.b.cast<float>();
  check_range(a, "coefficients of the map");
  check_range(b, "coefficients of the map");
  faiss::LinearTransform transform(static_cast<int>(a.rows()), static_cast<int>(a.cols()), true);
  transform.A.assign(a.data(), a.data() + a.size());
  transform.b.assign(b.data(), b.data() + b.size());
  transform.is_trained = true;
  transform.set_is_orthonormal();
  return transform;
}

/// The items as queries will arrive there: through the same arithmetic, whose systematic
/// errors then cancel in the differences.
MatrixF mapped(const faiss::LinearTransform& transform, const Samples& items) {
  const BlasCall blas;
  MatrixF out(transform.d_out, items.size());
  items.for_each_block([&](Index begin, const MatrixView& block) {
    const MatrixF x = block.cast<float>();
    transform.apply_noalloc(x.cols(), x.data(), out.col(begin).data());
  });
  check_range(out, "items");
  return out;
}

void check_sizes(const AffineMap& map, const Samples& items) {
  require(map.a.rows() > 0, "the map has no dimensions to search in");
  require(items.size() > 0, "there are no items to find neighbours among");
  require(map.a.cols() == items.dim(), "the items have {} features, the map takes {}", items.dim(),
          map.a.cols());
}

}  // namespace

void write_faiss_index(const AffineMap& map, const Samples& items, const IndexKind& kind,
                       const std::filesystem::path& path) {
  write_faiss_index(map, map, items, kind, path);
}

void write_faiss_index(const AffineMap& queries, const AffineMap& items_map, const Samples& items,
                       const IndexKind& kind, const std::filesystem::path& path) {
  check_sizes(items_map, items);
  auto transform = std::make_unique<faiss::LinearTransform>(linear_transform(queries));
  const auto inner = make_faiss_index(kind, queries.a.rows());
  fill(*inner, kind, mapped(linear_transform(items_map), items));
  faiss::IndexPreTransform whole(transform.get(), inner.get());  // owns neither
  OutputFile file(path);
  FileWriter writer(file);
  faiss::write_index(&whole, &writer);
  file.commit();
}

namespace {

void check_affine(const PrepareStep& step) {
  require(step.name != "unit" && !step.name.starts_with("impute:"),
          "the model prepares samples with {}, which is not affine, so no linear map holds it",
          step.name);
}

Matrix through_axes(const Matrix& map, const Matrix& axes) {
  Matrix product(map.rows(), axes.rows());
  multiply_a_bt(map, axes, product);
  return product;
}

/// The columns of features that are dropped are zero.
Matrix through_places(const Matrix& map, const Vector& place) {
  Matrix moved = Matrix::Zero(map.rows(), place.size());
  for (Index k = 0; k < place.size(); ++k) {
    if (place[k] >= 0) moved.col(k) = map.col(static_cast<Index>(place[k]));
  }
  return moved;
}

}  // namespace

AffineMap compose(Matrix map, const Prepare& prepare) {
  for (const PrepareStep& step : prepare.steps) check_affine(step);
  Vector b = Vector::Zero(map.rows());
  for (auto at = prepare.steps.rbegin(); at != prepare.steps.rend(); ++at) {
    const PrepareStep& step = *at;
    if (step.place.size() > 0) map = through_places(map, step.place);
    if (step.axes.size() > 0) map = through_axes(map, step.axes);
    if (step.weight.size() > 0) map.array().rowwise() *= step.weight.transpose().array();
    if (step.scale.size() > 0) map.array().rowwise() /= step.scale.transpose().array();
    if (step.shift.size() > 0) b -= map * step.shift;
  }
  return {std::move(map), std::move(b)};
}

}  // namespace mahala
