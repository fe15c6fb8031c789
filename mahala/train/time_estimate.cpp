#include "mahala/train/time_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/train/choice.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

constexpr Index few = 500, more = 3 * few, fewest_to_ask = 4 * more;
constexpr double steepest = 2;  ///< power of n: what takes n^3 refuses as many samples
constexpr double estimate_patience = 0.5, more_patience = 1;  ///< seconds

/// Of learning from some of the samples; none if it takes longer than `most`.
std::optional<double> seconds_with(const Learner& learner, const Dataset& data, Index samples,
                                   const TrainOptions& options, std::uint64_t seed, double most) {
  Dataset part = stratified_sample(data, samples, seed);
  const Stopwatch clock;
  const auto late = [&] { return clock.seconds() > most; };
  const Watch watch(late);
  const Run run{.monitor = [&](const Progress&) { return !late(); }, .seed = seed};
  const bool whole =
      uninterrupted([&] { train(learner, std::move(part), std::nullopt, options, run); });
  return whole && !late() ? std::optional(clock.seconds()) : std::nullopt;
}

double scaled(double seconds, Index from, Index to, double power) {
  return seconds * std::pow(static_cast<double>(to) / static_cast<double>(from), power);
}

}  // namespace

std::optional<double> estimated_seconds(const Learner& learner, const Dataset& data,
                                        const TrainOptions& options, std::uint64_t seed,
                                        double least_seconds) {
  if (data.size() < fewest_to_ask || dynamic_cast<const ChoosingLearner*>(&learner) != nullptr) {
    return std::nullopt;
  }
  try {
    const auto first = seconds_with(learner, data, few, options, seed, estimate_patience);
    if (!first || scaled(*first, few, data.size(), steepest) < least_seconds) return std::nullopt;
    const auto second = seconds_with(learner, data, more, options, seed, more_patience);
    const double last = second.value_or(more_patience);
    const double power = std::log(last / *first) / std::log(static_cast<double>(more) / few);
    const double all = scaled(last, more, data.size(), std::clamp(power, 0.0, steepest));
    return all < least_seconds ? std::nullopt : std::optional(all);
  } catch (const Error&) {  // what is wrong with all of them, learning itself will say
    return std::nullopt;
  }
}

}  // namespace mahala
