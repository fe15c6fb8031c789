#include "mahala/learn/closed_form/lsa.hpp"

#include <algorithm>

#include "mahala/data/samples/samples.hpp"

namespace mahala {

Options describe(LsaOptions& o) {
  return {{"rank", &o.rank, "number of axes; 0 = 10, or the number of features if that is less",
           at_least(0)},
          {"centre", &o.centre, "move the samples to their mean first: principal axes"}};
}

Fit lsa(const Dataset& data, const LsaOptions& options, const Run&) {
  check_bound("rank", options.rank, data.dim(), "the dimension");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, data.dim());
  const Vector centre = options.centre ? mean(data.x) : Vector(Vector::Zero(data.dim()));
  Matrix axes = options.centre ? principal_axes(data.x, rank) : singular_axes(data.x, rank);
  const Matrix kept = data.x.project(axes).colwise() - axes.transpose() * centre;
  const auto n = static_cast<double>(data.size());
  const double total = standard_deviation(data.x, centre).squaredNorm() * std::max(1.0, n - 1);
  return {.model = {.left = std::move(axes)},
          .message = "the leading axes were found",
          .objective = std::max(0.0, total - kept.squaredNorm()) / n,
          .certificate = {"exact", 0}};
}

}  // namespace mahala
