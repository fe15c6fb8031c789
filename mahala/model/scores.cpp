#include "mahala/model/scores.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/model/embedding.hpp"
#include "mahala/search/inner_products.hpp"

namespace mahala {
namespace {

/// The factor of a side; null where the side is the sample itself.
const Matrix* factor(const Model& model, Side side) {
  if (!model.has_right()) return &model.left;
  if (side == Side::right) return &model.right;
  return model.left.rows() > 0 ? &model.left : nullptr;
}

void check_score_dim(Index found, Index expected) {
  require(found == expected, "the model takes {} features, the data has {}", expected, found);
}

/// Numbers of a file may be finite and yet too large for its samples. `size` is that of something
/// the model made of one.
void check_in_range(double size, Index sample) {
  require(std::isfinite(size), "sample {}: the model maps it beyond the range of numbers", sample);
}

}  // namespace

Side parse_side(std::string_view text) {
  require(text == "left" || text == "right", "side '{}' is neither left nor right", text);
  return text == "left" ? Side::left : Side::right;
}

void check_ranking(const Model& model) {
  require(model.kind == ModelKind::ranking, "the model is a {}, this needs a ranking of labels",
          name(model.kind));
}

Samples embed_prepared_side(const Model& model, const Samples& x, Side side) {
  require(model.kind != ModelKind::metric, "the model is a metric, which has no sides");
  require(model.kind != ModelKind::ranking || side == Side::right,
          "the left side of a ranking are its labels; samples are on the right");
  check_score_dim(x.dim(), model.dim());
  const Matrix* a = factor(model, side);
  // Items of an adapted index stay as they were prepared: a million of them is a long product.
  if (model.identity == 0) {
    return a == nullptr || a->isIdentity(0) ? x : Samples(x.project(*a));
  }
  // With a full W the left side of left right^T is the sample itself.
  if (a == nullptr) return stacked(x, std::sqrt(model.identity), x.block(0, x.size()));
  return stacked(x, std::sqrt(model.identity), x.project(*a));
}

Samples embed_side(const Model& model, Samples x, Side side) {
  check_score_dim(x.dim(), model.input_dim());
  Samples y = embed_prepared_side(model, apply(model.prepare, std::move(x)), side);
  const Vector sizes = squared_norms(y);
  for (Index i = 0; i < sizes.size(); ++i) check_in_range(sizes[i], i);
  return y;
}

Vector score_pairs(const Samples& x, const Samples& z,
                   std::span<const std::pair<Index, Index>> pairs) {
  require(x.dim() == z.dim(), "the left side has {} coordinates, the right {}", x.dim(), z.dim());
  Vector scores(std::ssize(pairs));
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [i, j] = pairs[k];
    require(0 <= i && i < x.size(), "pair {}: there is no sample {} on the left", k + 1, i);
    require(0 <= j && j < z.size(), "pair {}: there is no sample {} on the right", k + 1, j);
    scores[static_cast<Index>(k)] = inner_product(x, i, z, j);
  }
  return scores;
}

Matrix label_scores_prepared(const Model& model, const Samples& x) {
  check_ranking(model);
  check_score_dim(x.dim(), model.dim());
  const Matrix features = x.project(model.right);
  if (model.left.rows() == 0) return features;
  Matrix scores(model.left.rows(), x.size());
  multiply_at_b(Matrix(model.left.transpose()), features, scores);
  return scores;
}

Matrix label_scores(const Model& model, Samples x) {
  check_ranking(model);
  check_score_dim(x.dim(), model.input_dim());
  Matrix scores = label_scores_prepared(model, apply(model.prepare, std::move(x)));
  for (Index i = 0; i < scores.cols(); ++i) check_in_range(scores.col(i).sum(), i);
  return scores;
}

}  // namespace mahala
