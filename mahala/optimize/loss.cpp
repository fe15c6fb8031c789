#include "mahala/optimize/loss.hpp"

namespace mahala {

Options describe(LossOptions& o) {
  return {
      {"loss", &o.loss,
       "what a residual e costs: squared: e^2 / 2; huber: beyond loss_width only as much as |e|, "
       "which outliers cannot dominate; logistic: the same without a corner, log cosh"},
      {"loss_width",
       &o.loss_width,
       "huber, logistic: residual (of a squared distance) from which on the loss grows linearly; "
       "0 = a tenth of the median value asked for",
       at_least(0),
       {},
       {{"loss", {"huber", "logistic"}}}},
  };
}

double typical_width(const Pairs& pairs) {
  constexpr double share = 0.1;
  LargeList<double> sizes;
  for (const Pair& pair : pairs) {
    if (pair.value != 0 && std::isfinite(pair.value)) sizes.push_back(std::abs(pair.value));
  }
  if (sizes.empty()) return 1;
  const auto middle = sizes.begin() + std::ssize(sizes) / 2;
  std::nth_element(sizes.begin(), middle, sizes.end());
  return share * *middle;
}

Loss make_loss(const LossOptions& options, const Pairs& pairs) {
  if (options.loss == LossKind::squared) return SquaredLoss{};
  const double width = options.loss_width > 0 ? options.loss_width : typical_width(pairs);
  if (options.loss == LossKind::huber) return HuberLoss{width};
  return LogisticLoss{width};
}

}  // namespace mahala
