#include "mahala/model/model.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/model/embedding.hpp"

namespace mahala {
namespace {

/// Samples whose prepared copies exist at one time, for each thread.
constexpr Index block_columns = 256;

/// left^T left, or left left^T where that is smaller: the same non-zero eigenvalues.
Matrix smaller_gram(const Matrix& left) {
  const Index side = std::min(left.rows(), left.cols());
  Matrix gram(side, side);
  if (left.cols() <= left.rows()) {
    multiply_at_b(left, left, gram);
  } else {
    multiply_a_bt(left, left, gram);
  }
  return gram;
}

/// R of a = Q R, for a with more rows than columns; else a itself.
Matrix without_frame(const Matrix& a) {
  if (a.rows() <= a.cols()) return a;
  return Qr(a).r();
}

/// Those of left right^T: of R_left R_right^T, which is small.
Vector singular_values_of(const Model& model) {
  Matrix core = without_frame(model.right);
  if (model.left.rows() > 0) core = core * without_frame(model.left).transpose();
  return symmetric_eigen(smaller_gram(core)).values.cwiseMax(0).cwiseSqrt();
}

void check_dim(Index found, Index expected) {
  require(found == expected, "the model takes {} features, the data has {}", expected, found);
}

/// Messages about a block count its samples from 0; this says where the block lies.
Samples apply_to_block(const Prepare& prepare, const Samples& x, Index begin, Index end) {
  try {
    return apply(prepare, Samples(x.block(begin, end)));
  } catch (const Error& e) {
    fail("counted from sample {}: {}", begin, e.what());
  }
}

/// Numbers of a file may be finite and yet too large for its samples.
Matrix checked_embedding(Matrix y) {
  if (y.allFinite()) return y;
  Index sample = 0;
  while (y.col(sample).allFinite()) ++sample;
  fail("sample {}: the model maps it beyond the range of numbers", sample);
}

/// Where the objects of a model lie.
Matrix coordinates(const Model& model, Index samples) {
  require(samples == model.left.rows(),
          "the model places the {} samples it was learned from and has no map for others; these "
          "are {}",
          model.left.rows(), samples);
  return model.left.transpose();
}

/// left^T k(x), a block of samples at a time.
Matrix embed_by_kernel(const Model& model, const Samples& x) {
  Matrix out(model.left.cols(), x.size());
  parallel_parts(x.size(), block_columns, [&](Index begin, Index end) {
    const Matrix rows = model.kernel->with_support(Samples(x.block(begin, end)));
    out.middleCols(begin, end - begin) = (rows * model.left).transpose();
  });
  return out;
}

Matrix embed_blocks(const Model& model, const Samples& x) {
  const Embedding embedding(model);
  Matrix out(model.rank(), x.size());
  parallel_parts(x.size(), block_columns, [&](Index begin, Index end) {
    const Samples prepared = apply_to_block(model.prepare, x, begin, end);
    check_dim(prepared.dim(), model.dim());
    out.middleCols(begin, end - begin) =
        model.domain == Domain::kernel ? embed_prepared(model, prepared) : embedding(prepared);
  });
  return out;
}

}  // namespace

std::string_view name(ModelKind kind) {
  switch (kind) {
    case ModelKind::similarity:
      return "similarity";
    case ModelKind::ranking:
      return "ranking";
    default:
      return "metric";
  }
}

Index Model::dim() const {
  if (kernel) return kernel->dim();
  return has_right() ? right.rows() : left.rows();
}

Index Model::rank() const {
  if (identity > 0) return dim();
  if (!has_right()) return left.cols();
  return std::min(right.rows(), right.cols());
}

std::string_view name(Domain domain) {
  if (domain == Domain::objects) return "objects";
  return domain == Domain::kernel ? "kernel" : "features";
}

Index Model::input_dim() const {
  if (domain == Domain::objects) return 0;
  const Index known = prepare.input_dim();
  return known > 0 ? known : dim();
}

Model identity_model(Index dim) { return {.identity = 1, .left = Matrix(dim, 0)}; }

void check_metric(const Model& model) {
  require(model.kind == ModelKind::metric,
          "the model is a {} and has no distances, which this needs", name(model.kind));
}

Matrix embed_prepared(const Model& model, const Samples& x) {
  check_metric(model);
  if (model.domain == Domain::objects) return coordinates(model, x.size());
  check_dim(x.dim(), model.dim());
  if (model.domain == Domain::kernel) return embed_by_kernel(model, x);
  return Embedding(model)(x);
}

Matrix embed(const Model& model, Samples x) {
  check_metric(model);
  if (model.domain == Domain::objects) return coordinates(model, x.size());
  check_dim(x.dim(), model.input_dim());
  // What is in memory is ours to change in place; what is mapped may not fit there.
  if (x.storage_name().starts_with("mapped") && !x.is_shared())
    return checked_embedding(embed_blocks(model, x));
  return checked_embedding(embed_prepared(model, apply(model.prepare, std::move(x))));
}

Samples embed_prepared_samples(const Model& model, const Samples& x) {
  check_metric(model);
  const auto* sparse = x.sparse();
  const bool scales = sparse != nullptr && model.left.cols() + model.minus.cols() == 0;
  if (!scales && !is_stacked(model)) return Samples(embed_prepared(model, x));
  check_dim(x.dim(), model.dim());
  Samples y = stacked_embedding(model, x);
  require(squared_norms(y).allFinite(), "the model maps samples beyond the range of numbers");
  return y;
}

Samples embed_samples(const Model& model, Samples x) {
  check_metric(model);
  if (!is_stacked(model) && (!x.is_sparse() || model.domain == Domain::objects)) {
    return Samples(embed(model, std::move(x)));
  }
  check_dim(x.dim(), model.input_dim());
  return embed_prepared_samples(model, apply(model.prepare, std::move(x)));
}

Vector spectrum(const Model& model) {
  if (model.has_right()) return singular_values_of(model);
  if (model.minus.cols() > 0) return signed_spectrum(model.left, model.minus);
  if (model.kernel && !is_precomputed(model.kernel->options())) {
    const Matrix k = model.kernel->with_support(model.kernel->support());
    return symmetric_eigen(model.left.transpose() * k * model.left).values.cwiseMax(0);
  }
  return symmetric_eigen(smaller_gram(model.left)).values.cwiseMax(0);
}

}  // namespace mahala
