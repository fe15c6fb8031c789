#include "mahala/model/apply.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/highest.hpp"
#include "mahala/data/dense_size.hpp"

namespace mahala {
namespace {

/// d^2(x_i, z_j) of embedded samples.
Vector distances_of_pairs(const Samples& x, const Samples& z,
                          std::span<const std::pair<Index, Index>> pairs) {
  const auto* sparse_x = x.sparse();
  const auto* sparse_z = z.sparse();
  Vector all(std::ssize(pairs));
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [i, j] = pairs[k];
    require(i >= 0 && i < x.size() && j >= 0 && j < z.size(),
            "pair {}: samples {} and {} of {} and {}", k, i, j, x.size(), z.size());
    all[static_cast<Index>(k)] = sparse_x != nullptr && sparse_z != nullptr
                                     ? squared_distance(*sparse_x, i, *sparse_z, j)
                                     : (x.column(i) - z.column(j)).squaredNorm();
  }
  return all;
}

}  // namespace

Samples embed_as(const Model& model, Samples x, Side side) {
  return model.kind == ModelKind::metric ? embed_samples(model, std::move(x))
                                         : embed_side(model, std::move(x), side);
}

Samples embed_for_reading(const Model& model, Samples x, Side side,
                          const std::filesystem::path& file, Index max_bytes) {
  if (model.minus.cols() == 0) return embed_as(model, std::move(x), side);
  if (const auto* sparse = x.sparse()) {
    const auto cells = static_cast<double>(model.dim()) * static_cast<double>(x.size());
    check_dense_size(file, sparse_shape(*sparse), cells, max_bytes);
  }
  return Samples(embed(model, std::move(x)));
}

void check_compares(const Model& model, const std::string& file, bool others) {
  require(model.kind != ModelKind::ranking,
          "{}: the model ranks labels and does not compare samples: ask for the best labels", file);
  require(model.domain == Domain::features || !others,
          "{}: the model places the samples it was learned from and no others", file);
}

Vector compare_pairs(const Model& model, const Samples& x, const Samples& z,
                     std::span<const std::pair<Index, Index>> pairs) {
  const Samples left = embed_as(model, x, Side::left), right = embed_as(model, z, Side::right);
  Vector all = model.kind == ModelKind::metric ? distances_of_pairs(left, right, pairs)
                                               : score_pairs(left, right, pairs);
  for (Index k = 0; k < all.size(); ++k) {
    require(std::isfinite(all[k]), "pair {}: its {} is beyond the range of numbers", k,
            model.kind == ModelKind::metric ? "distance" : "score");
  }
  return all;
}

std::vector<std::vector<ScoredLabel>> best_labels(const Model& model, Samples x, Index k) {
  const Matrix scores = label_scores(model, std::move(x));
  std::vector<std::vector<ScoredLabel>> best(static_cast<std::size_t>(scores.cols()));
  for (Index i = 0; i < scores.cols(); ++i) {
    for (const Index label : highest(scores.col(i), k)) {
      best[static_cast<std::size_t>(i)].push_back({label, scores(label, i)});
    }
  }
  return best;
}

}  // namespace mahala
