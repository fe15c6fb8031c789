#include "mahala/learn/closed_form/pca.hpp"

#include <algorithm>

namespace mahala {

Options describe(PcaOptions& o) {
  return {{"rank", &o.rank, "number of axes; 0 = 64, or the number of features if that is less",
           at_least(0)}};
}

Fit pca(const Dataset& data, const PcaOptions& options, const Run&) {
  check_bound("rank", options.rank, data.dim(), "the dimension");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(64, data.dim());
  Model model{.left = principal_axes(data.x, rank)};
  const Vector centre = mean(data.x);
  const double spread = standard_deviation(data.x, centre).squaredNorm();
  const Matrix kept = data.x.project(model.left).colwise() - model.left.transpose() * centre;
  const double freedom = std::max(1.0, static_cast<double>(data.size() - 1));
  return {.model = std::move(model),
          .message = "the leading principal axes were found",
          .objective = std::max(0.0, spread - kept.squaredNorm() / freedom),
          .certificate = {"exact", 0}};
}

}  // namespace mahala
