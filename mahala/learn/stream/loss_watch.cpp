#include "mahala/learn/stream/loss_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr double most_growth = 1e6, most_growth_of_mean = 10;
constexpr Index first_losses = 10;

}  // namespace

void MovingMean::add(double number) {
  if (numbers_.size() < window_) {
    numbers_.push_back(number);
    sum_ += number;
    return;
  }
  sum_ += number - numbers_[next_];
  numbers_[next_] = number;
  next_ = (next_ + 1) % window_;
  // Summed afresh once a round, so that rounding does not add up.
  if (next_ == 0) sum_ = std::accumulate(numbers_.begin(), numbers_.end(), 0.0);
}

double MovingMean::value() const {
  if (numbers_.empty()) return std::numeric_limits<double>::quiet_NaN();
  return sum_ / static_cast<double>(numbers_.size());
}

void MovingMean::keep(Archive& archive) {
  auto window = static_cast<Index>(window_), next = static_cast<Index>(next_);
  archive("window", window);
  archive("next", next);
  archive("numbers", numbers_);
  archive("sum", sum_);
  require(window >= 1 && next >= 0 && next < window && std::ssize(numbers_) <= window,
          "the state of learning: a mean of {} numbers, {} at most", numbers_.size(), window);
  window_ = static_cast<std::size_t>(window);
  next_ = static_cast<std::size_t>(next);
}

void Runaway::keep(Archive& archive) {
  archive("first", first_);
  archive("sum", sum_);
}

double Runaway::usual() const { return std::max(1.0, sum_ / static_cast<double>(first_)); }

bool Runaway::in_mean(double mean) const {
  return first_ > 0 && mean > most_growth_of_mean * usual();
}

bool Runaway::in(double loss) {
  if (!std::isfinite(loss)) return true;
  if (first_ > 0 && loss > most_growth * usual()) return true;
  if (loss != 0 && first_ < first_losses) {
    sum_ += loss;
    ++first_;
  }
  return false;
}

}  // namespace mahala
