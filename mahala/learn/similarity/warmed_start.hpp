/// @file
/// A perceptron from W = 0 until it knows enough to start from (ZeroStart), then a method of low
/// rank. Looking is dear, so it is done at 2k, 4k and 8k updates, and then with what there is.
#pragma once

#include <functional>
#include <optional>

#include "mahala/learn/similarity/bilinear_learning.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"

namespace mahala {

/// `State` learns from examples of labels and is made of its start.
template <class State>
class WarmedStart {
 public:
  using Make = std::function<State(const FixedRankPoint& start)>;

  WarmedStart(const StreamShape& shape, Index rank, double step, LabelDirection direction,
              std::uint64_t seed, Make make)
      : zero_(std::ssize(shape.labels), shape.dim, rank, step, direction),
        make_(std::move(make)),
        seed_(seed),
        look_at_(2 * rank),
        last_look_(8 * rank) {}

  double update(const LabelExample& example) {
    if (state_) return state_->update(example);
    const double loss = zero_.update(example);
    if (zero_.updates() == look_at_) look();
    return loss;
  }

  /// `factors` gives those of a State.
  template <class FactorsOf>
  Model model(const std::vector<std::string>& labels, const FactorsOf& factors) const {
    return state_ ? ranking_model(factors(*state_), labels) : ranking_model(zero_.sum(), labels);
  }

  void keep(Archive& archive) {
    bool started = state_.has_value();
    archive("started", started);
    archive("look_at", look_at_);
    if (!started) return archive("zero", zero_);
    // Any start of the right shape: what the archive holds takes its place.
    if (!state_) state_.emplace(make_(identity_start(zero_.labels(), zero_.dim(), zero_.rank())));
    archive("learner", *state_);
  }

 private:
  void look() {
    if (look_at_ == last_look_) {
      Rng rng = make_rng(seed_);
      state_.emplace(make_(zero_.filled_start(rng)));
    } else if (zero_.ready()) {
      state_.emplace(make_(zero_.start()));
    }
    look_at_ *= 2;
  }

  ZeroStart zero_;
  Make make_;
  std::uint64_t seed_;
  Index look_at_, last_look_;  ///< updates
  std::optional<State> state_ = {};
};

}  // namespace mahala
