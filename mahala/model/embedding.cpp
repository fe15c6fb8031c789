#include "mahala/model/embedding.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/parts.hpp"

namespace mahala {
namespace {

/// Samples whose embeddings are formed at one time, for each thread.
constexpr Index embedded_columns = 256;

/// Up to this many features, samples are filled in.
constexpr Index widest_root = 4096;

/// Q R of [left minus], and R diag(signs) R^T: left left^T - minus minus^T in the basis Q.
struct SignedFactor {
  Matrix q, inner;
};

SignedFactor signed_factor(const Matrix& left, const Matrix& minus) {
  Matrix both(left.rows(), left.cols() + minus.cols());
  both << left, minus;
  const Qr qr(both);
  const Matrix r = qr.r();
  Matrix inner = r.leftCols(left.cols()) * r.leftCols(left.cols()).transpose();
  inner -= r.rightCols(minus.cols()) * r.rightCols(minus.cols()).transpose();
  return {qr.q(r.rows()), std::move(inner)};
}

/// vectors * diag(values) * vectors^T
Matrix compose(const Matrix& vectors, const Vector& values) {
  const Matrix scaled = vectors * values.asDiagonal();
  Matrix product(vectors.rows(), vectors.rows());
  multiply_a_bt(scaled, vectors, product);
  return product;
}

/// W^{1/2} itself, d x d, for a factor with more columns than rows.
Matrix root_of_wide(const Model& model) {
  Matrix outer(model.dim(), model.dim());
  multiply_a_bt(model.left, model.left, outer);
  const Spectrum spectrum = symmetric_eigen(outer);
  const Vector roots = (spectrum.values.array().max(0) + model.identity).sqrt();
  return compose(spectrum.vectors, roots);
}

/// With left^T left = V diag(s) V^T and c = identity,
///
///   W^{1/2} = sqrt(c) I + left V diag(1 / (sqrt(c + s) + sqrt(c))) V^T left^T,
///
/// which divides by no s and so needs no threshold on them. Returns the r x r middle.
Matrix root_middle(const Model& model) {
  Matrix gram(model.left.cols(), model.left.cols());
  multiply_at_b(model.left, model.left, gram);
  const Spectrum inner = symmetric_eigen(gram);
  const double root = std::sqrt(model.identity);
  const Vector weights = ((inner.values.array().max(0) + model.identity).sqrt() + root).inverse();
  return compose(inner.vectors, weights);
}

Samples stacked_sparse(const SparseMatrix& x, double scale, const Matrix& below) {
  SparseMatrix all(x.rows() + below.rows(), x.cols());
  all.reserve(x.nonZeros() + below.size());
  for (Index i = 0; i < x.cols(); ++i) {
    all.startVec(i);
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
      all.insertBack(it.row(), i) = scale * it.value();
    }
    for (Index k = 0; k < below.rows(); ++k) all.insertBack(x.rows() + k, i) = below(k, i);
  }
  all.finalize();
  return Samples(std::move(all));
}

/// Of shared samples: every rank has its own columns, and gets all.
void gather_all(Matrix& points) {
  const Index bytes = points.rows() * static_cast<Index>(sizeof(double));
  note_gathered(points.cols());
  all_gather(points.data(), bytes, bytes, SampleParts(points.cols()).shares());
}

}  // namespace

Embedding::Embedding(const Model& model) : model_(model) {
  if (model.identity == 0) return;
  if (model.minus.cols() > 0) {
    set_signed_root();
  } else if (model.left.cols() > model.dim()) {
    root_ = root_of_wide(model);
  } else {
    middle_ = root_middle(model);
    rows_ = model.left.transpose();
  }
}

/// With Q R of the factors: W^{1/2} = sqrt(c) I + Q ((c I + R signs R^T)^{1/2} - sqrt(c) I) Q^T.
void Embedding::set_signed_root() {
  SignedFactor factor = signed_factor(model_.left, model_.minus);
  const Index r = factor.inner.rows();
  const Matrix whole = factor.inner + model_.identity * Matrix::Identity(r, r);
  middle_ = sqrt_symmetric(whole) - std::sqrt(model_.identity) * Matrix::Identity(r, r);
  span_ = std::move(factor.q);
  rows_ = span_.transpose();
}

Matrix Embedding::operator()(const Samples& x) const {
  if (model_.identity == 0) return x.project(model_.left);
  if (root_.size() > 0) return x.project(root_);
  return add_scaled(x, middle_ * x.project(span_.size() > 0 ? span_ : model_.left));
}

/// sqrt(c) x + span weights
Matrix Embedding::add_scaled(const Samples& x, const Matrix& weights) const {
  Matrix out(x.dim(), x.size());
  const Index first = x.own_begin();
  parallel_parts(x.own_size(), embedded_columns, [&](Index begin, Index end) {
    x.for_own_blocks(first + begin, first + end, [&](Index at, const MatrixView& block) {
      auto part = out.middleCols(at, block.cols());
      part = std::sqrt(model_.identity) * block;
      multiply_at_b(rows_, weights.middleCols(at, block.cols()), part, true);
    });
  });
  if (x.is_shared()) gather_all(out);
  return out;
}

bool is_stacked(const Model& model) {
  return model.kind == ModelKind::metric && model.domain == Domain::features &&
         model.identity > 0 && model.dim() > widest_root &&
         model.left.cols() + model.minus.cols() > 0;
}

Samples stacked_embedding(const Model& model, const Samples& x) {
  Matrix below(model.left.cols() + model.minus.cols(), x.size());
  below.topRows(model.left.cols()) = x.project(model.left);
  if (model.minus.cols() > 0) below.bottomRows(model.minus.cols()) = x.project(model.minus);
  const double scale = std::sqrt(model.identity);
  if (model.minus.cols() == 0) return stacked(x, scale, below);
  Samples all =
      x.is_sparse()
          ? stacked(x, scale, below)
          : stacked(Samples(SparseMatrix(SparseMatrix::Base(x.block(0, x.size()).sparseView()))),
                    scale, below);
  std::get<SparseMatrix>(all.storage()).oppose(model.minus.cols());
  return all;
}

Samples stacked(const Samples& x, double scale, const Matrix& below) {
  if (const auto* sparse = x.sparse()) {
    return stacked_sparse(*sparse, scale, below);
  }
  Matrix all(x.dim() + below.rows(), x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    all.block(0, begin, block.rows(), block.cols()) = scale * block;
  });
  all.bottomRows(below.rows()) = below;
  return Samples(std::move(all));
}

Vector signed_spectrum(const Matrix& left, const Matrix& minus) {
  return symmetric_eigen(signed_factor(left, minus).inner).values;
}

}  // namespace mahala
