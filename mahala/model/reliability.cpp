#include "mahala/model/reliability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mahala {
namespace {

constexpr std::size_t bin_count = 10;

std::size_t bin_of(double probability) {
  const auto bin = static_cast<std::size_t>(probability * static_cast<double>(bin_count));
  return std::min(bin, bin_count - 1);
}

}  // namespace

double log_loss(const Forecast& forecast) {
  return -std::log(forecast.same ? forecast.probability : 1 - forecast.probability);
}

std::vector<ReliabilityBin> reliability(std::span<const Forecast> forecasts) {
  std::vector<ReliabilityBin> bins(bin_count);
  for (const Forecast& each : forecasts) {
    ReliabilityBin& bin = bins[bin_of(each.probability)];
    bin.weight += each.weight;
    bin.forecast += each.weight * each.probability;
    if (each.same) bin.same_share += each.weight;
  }
  std::erase_if(bins, [](const ReliabilityBin& bin) { return !(bin.weight > 0); });
  for (ReliabilityBin& bin : bins) {
    bin.forecast /= bin.weight;
    bin.same_share /= bin.weight;
  }
  return bins;
}

ForecastQuality forecast_quality(std::span<const Forecast> forecasts) {
  ForecastQuality sum;
  double weight = 0;
  for (const Forecast& each : forecasts) {
    if (each.weight == 0) continue;
    const double miss = each.probability - (each.same ? 1 : 0);
    sum.brier += each.weight * miss * miss;
    sum.log_loss += each.weight * log_loss(each);
    if (each.called_same == each.same) sum.decided_right += each.weight;
    weight += each.weight;
  }
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (!(weight > 0)) return {undefined, undefined, undefined, undefined};
  for (const ReliabilityBin& bin : reliability(forecasts)) {
    sum.calibration_error += bin.weight * std::abs(bin.forecast - bin.same_share);
  }
  return {sum.decided_right / weight, sum.brier / weight, sum.log_loss / weight,
          sum.calibration_error / weight};
}

}  // namespace mahala
