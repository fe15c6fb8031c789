#include "mahala/learn/closed_form/dmlmj.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/labels/label_neighbours.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

using Lists = std::vector<LabelNeighbours>;

/// The mean of (x_i - x_j)(x_i - x_j)^T over the listed j, as a Laplacian.
Matrix moment(const Matrix& x, const Lists& lists, std::vector<Index> LabelNeighbours::*which) {
  Matrix pulled = Matrix::Zero(x.rows(), x.cols());
  double count = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::vector<Index>& near = lists[i].*which;
    const std::vector<double> ones(near.size(), 1);
    pull(x, static_cast<Index>(i), near, ones, pulled);
    count += static_cast<double>(near.size());
  }
  Matrix result(x.rows(), x.rows());
  multiply_a_bt(x, pulled, result);
  return (result + result.transpose()) / (2 * count);
}

/// Directions by decreasing g + 1/g.
std::vector<Index> by_divergence(const Vector& ratios) {
  std::vector<Index> order(static_cast<std::size_t>(ratios.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto divergence = [&](Index k) { return ratios[k] + 1 / ratios[k]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return divergence(a) > divergence(b); });
  return order;
}

}  // namespace

Options describe(DmlmjOptions& o) {
  return {
      {"rank", &o.rank, "directions to keep; 0 = 10, or the number of features if that is less",
       at_least(0)},
      {"neighbours", &o.neighbours, "nearest samples of the same class, and of others",
       between(1, 1000)},
      {"shrinkage", &o.shrinkage, "of the moment of differences inside classes", between(0, 1)},
      identity_option(o.identity),
  };
}

namespace {

Fit dmlmj_directions(const Dataset& data, const DmlmjOptions& options) {
  const Index dim = data.dim();
  const std::string_view why = nothing_to_compare(classes_of(data));
  if (!why.empty()) return stays_euclidean(dim, why);
  const Lists lists = label_neighbours(data.labels, data.x, options.neighbours, options.neighbours);
  const Matrix x = data.x.block(0, data.size());
  const Matrix same = moment(x, lists, &LabelNeighbours::same);
  const Matrix other = moment(x, lists, &LabelNeighbours::other);
  require(same.allFinite() && other.allFinite(),
          "the squares of the samples are beyond the range of double; scale them (option "
          "prepare=scale)");
  if (!(same.trace() > 0)) return stays_euclidean(dim, "no class varies");
  const Directions found = discriminate(shrunk(same, options.shrinkage), other, dim);
  if (found.ratios.size() == 0) return stays_euclidean(dim, "classes do not differ");
  const std::vector<Index> order = by_divergence(found.ratios);
  const Index wanted = options.rank > 0 ? options.rank : std::min<Index>(10, dim);
  const Index rank = std::min(wanted, found.ratios.size());
  Fit fit{.model = {.left = Matrix(dim, rank)}, .certificate = {"exact", 0}};
  for (Index k = 0; k < found.ratios.size(); ++k) {
    const Index from = order[static_cast<std::size_t>(k)];
    const double g = found.ratios[from];
    if (k < rank) fit.model.left.col(k) = found.vectors.col(from);
    if (k >= rank) fit.objective += (g + 1 / g - 2) / 2;
  }
  fit.message = fmt::format("{} of {} directions found", rank, dim);
  return fit;
}

}  // namespace

Fit dmlmj(const Dataset& data, const DmlmjOptions& options, const Run& run) {
  return directions_with_identity("dmlmj", data, options, run, dmlmj_directions);
}

}  // namespace mahala
