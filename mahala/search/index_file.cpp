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

using Transforms = std::vector<std::unique_ptr<faiss::VectorTransform>>;

/// `dim` features go in.
Transforms transforms_of(const MapChain& chain, Index dim) {
  Transforms all;
  for (const MapStage& stage : chain) {
    if (stage.affine) {
      all.push_back(std::make_unique<faiss::LinearTransform>(linear_transform(*stage.affine)));
      dim = stage.affine->a.rows();
    } else {
      all.push_back(std::make_unique<faiss::NormalizationTransform>(static_cast<int>(dim), 2.0F));
    }
  }
  return all;
}

/// The items as queries will arrive there: through the same arithmetic, whose systematic
/// errors then cancel in the differences.
MatrixF mapped(const Transforms& transforms, const Samples& items) {
  const BlasCall blas;
  MatrixF out(transforms.empty() ? items.dim() : transforms.back()->d_out, items.size());
  items.for_each_block([&](Index begin, const MatrixView& block) {
    MatrixF x = block.cast<float>();
    for (const auto& transform : transforms) {
      MatrixF y(transform->d_out, x.cols());
      transform->apply_noalloc(x.cols(), x.data(), y.data());
      x = std::move(y);
    }
    out.middleCols(begin, x.cols()) = x;
  });
  check_range(out, "items");
  return out;
}

void check_sizes(Index found, Index expected, Index items) {
  require(items > 0, "there are no items to find neighbours among");
  require(found == expected, "the items have {} features, the map takes {}", found, expected);
}

/// Features that go into a chain, and that come out of it; 0 where no stage knows.
std::pair<Index, Index> sides_of(const MapChain& chain) {
  Index in = 0, out = 0;
  for (const MapStage& stage : chain) {
    if (!stage.affine) continue;
    if (in == 0) in = stage.affine->a.cols();
    out = stage.affine->a.rows();
    require(out > 0, "the map has no dimensions to search in");
  }
  return {in, out};
}

}  // namespace

void write_faiss_index(const AffineMap& map, const Samples& items, const IndexKind& kind,
                       const std::filesystem::path& path) {
  write_faiss_index(map, map, items, kind, path);
}

void write_faiss_index(const AffineMap& queries, const AffineMap& items_map, const Samples& items,
                       const IndexKind& kind, const std::filesystem::path& path) {
  write_faiss_index(MapChain{{queries}}, MapChain{{items_map}}, &items, kind, path);
}

void write_faiss_index(const MapChain& queries, const MapChain& items_map, const Samples* items,
                       const IndexKind& kind, const std::filesystem::path& path) {
  const auto [in, out] = sides_of(items_map);
  if (items != nullptr) check_sizes(items->dim(), in > 0 ? in : items->dim(), items->size());
  const auto [asked, searched] = sides_of(queries);
  const Index dim = asked > 0 ? asked : (items != nullptr ? items->dim() : in);
  require(dim > 0, "the map does not know how many features it takes");
  const Transforms transforms = transforms_of(queries, dim);
  const auto inner = make_faiss_index(kind, searched > 0 ? searched : dim);
  if (items != nullptr) fill(*inner, kind, mapped(transforms_of(items_map, items->dim()), *items));
  faiss::IndexPreTransform whole(inner.get());  // owns nothing
  for (auto at = transforms.rbegin(); at != transforms.rend(); ++at) {
    whole.prepend_transform(at->get());
  }
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

MapChain compose_chain(const Matrix& map, const Prepare& prepare) {
  MapChain chain;
  Matrix rest = map;
  Prepare affine;  // the steps between one that is not and the next
  bool identity = false;
  const auto close = [&] {
    if (identity && affine.steps.empty()) return;
    chain.insert(chain.begin(), MapStage{compose(std::move(rest), affine)});
  };
  for (auto at = prepare.steps.rbegin(); at != prepare.steps.rend(); ++at) {
    if (at->name != "unit") {
      affine.steps.insert(affine.steps.begin(), *at);
      continue;
    }
    const Index inputs = affine.input_dim() > 0 ? affine.input_dim() : rest.cols();
    close();
    affine.steps.clear();
    chain.insert(chain.begin(), MapStage{});
    rest = Matrix::Identity(inputs, inputs);
    identity = true;
  }
  close();
  // unit(A unit(x)) = unit(A x) unless A shifts.
  if (chain.size() >= 3 && !chain[0].affine && !chain[2].affine && chain[1].affine->b.isZero(0)) {
    chain.erase(chain.begin());
  }
  return chain;
}

Matrix apply_chain(const MapChain& chain, Matrix x) {
  for (const MapStage& stage : chain) {
    if (stage.affine) {
      Matrix y = stage.affine->a * x;
      x = y.colwise() + stage.affine->b;
    } else {
      for (Index j = 0; j < x.cols(); ++j) x.col(j).stableNormalize();
    }
  }
  return x;
}

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
