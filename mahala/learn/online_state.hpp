/// @file
/// What learns from one example at a time, its concrete type out of sight.
///
/// A state is any value with an `update` that takes an example, makes its step and returns the
/// loss before it. Any of these forms will do:
///
///   update(const Example&)                                 reads what it needs
///   update(TripletExample), update(LabelExample)           of bilinear_loss.hpp
///   update(SparseView x, SparseView near, SparseView far)  triplets
///   update(SparseView x, std::span<const Index> labels)    rankings
///   update(SparseView x, double output)                    outputs
///   update(SparseView x)                                   samples alone
///
/// With keep(Archive&) (core/linalg/archive.hpp) it can be stopped and continued to the last bit.
/// `online_state(state, to_model)` makes it one that `learn_steps` and `mahala fit --stream`
/// run, with to_model(state) the Model it stands for.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/archive.hpp"
#include "mahala/core/names.hpp"
#include "mahala/model/model.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

enum class ExampleKind { none, samples, outputs, triplets, rankings, pairs };

template <>
inline constexpr std::array<std::string_view, 6> names_of<ExampleKind> = {
    "nothing", "samples", "regression targets", "triplets", "rankings", "pairs"};

/// Which parts are set depends on what is learned from. Views live as long as the call.
struct Example {
  SparseView x = {};               ///< the sample, the query of a triplet, one of a pair
  SparseView near = {}, far = {};  ///< triplets: x is more like near than like far
  SparseView other = {};           ///< pairs: with x
  bool alike = false;              ///< pairs: x and other are of one kind
  double bound = std::numeric_limits<double>::quiet_NaN();   ///< pairs: on d^2, if there is one
  std::span<const Index> labels = {};                        ///< rankings: the relevant ones
  double output = std::numeric_limits<double>::quiet_NaN();  ///< outputs: the number
};

class OnlineState {
 public:
  virtual ~OnlineState() = default;
  virtual double update(const Example& example) = 0;  ///< the loss before the step
  virtual Model model() const = 0;

  /// Writes or reads everything that updates depend on; Error unless `keeps`.
  virtual void keep(Archive& archive) = 0;
  virtual bool keeps() const = 0;  ///< can be stopped and continued
};

namespace detail {

template <class State>
double update_with(State& state, const Example& example) {
  if constexpr (requires { state.update(example); }) {
    return state.update(example);
  } else if constexpr (requires(TripletExample triplet) { state.update(triplet); }) {
    return state.update(TripletExample{example.x, example.near, example.far});
  } else if constexpr (requires(LabelExample labelled) { state.update(labelled); }) {
    return state.update(LabelExample{example.x, example.labels});
  } else if constexpr (requires { state.update(example.x, example.near, example.far); }) {
    return state.update(example.x, example.near, example.far);
  } else if constexpr (requires { state.update(example.x, example.labels); }) {
    return state.update(example.x, example.labels);
  } else if constexpr (requires { state.update(example.x, example.output); }) {
    return state.update(example.x, example.output);
  } else {
    return state.update(example.x);
  }
}

template <class State, class ToModel>
class NamedState final : public OnlineState {
 public:
  NamedState(State state, ToModel to_model)
      : state_(std::move(state)), to_model_(std::move(to_model)) {}
  double update(const Example& example) override { return update_with(state_, example); }
  Model model() const override { return to_model_(state_); }
  bool keeps() const override {
    return requires(State state, Archive & archive) { state.keep(archive); };
  }
  void keep(Archive& archive) override {
    if constexpr (requires { state_.keep(archive); }) {
      archive("state", state_);
    } else {
      fail("such a state cannot be stopped and continued: it has no function keep");
    }
  }

 private:
  State state_;
  ToModel to_model_;
};

}  // namespace detail

template <class State, class ToModel>
std::unique_ptr<OnlineState> online_state(State state, ToModel to_model) {
  return std::make_unique<detail::NamedState<State, ToModel>>(std::move(state),
                                                              std::move(to_model));
}

}  // namespace mahala
