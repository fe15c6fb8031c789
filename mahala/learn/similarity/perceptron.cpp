#include "mahala/learn/similarity/perceptron.hpp"

#include "mahala/core/error.hpp"
#include "mahala/optimize/similarity/perceptron.hpp"

namespace mahala {
namespace {

std::unique_ptr<OnlineState> matrix_state(const StreamShape& shape, const PerceptronOptions& o,
                                          double step) {
  return online_state(MatrixPerceptron(std::ssize(shape.labels), shape.dim, step, o.direction),
                      [labels = shape.labels](const MatrixPerceptron& state) {
                        return ranking_model(state.matrix(), labels);
                      });
}

std::unique_ptr<OnlineState> group_state(const StreamShape& shape, const GroupPerceptronOptions& o,
                                         double step) {
  require(o.exponent == 0 || o.exponent >= 2, "option exponent: {} is neither 0 nor at least 2",
          o.exponent);
  return online_state(
      GroupPerceptron(std::ssize(shape.labels), shape.dim, step, o.direction, o.exponent),
      [labels = shape.labels](const GroupPerceptron& state) {
        return ranking_model(state.matrix(), labels);
      });
}

}  // namespace

Options describe(PerceptronOptions& o) {
  return joined({{direction_option(o.direction)}, describe(o.steps)});
}

Options describe(GroupPerceptronOptions& o) {
  return joined(
      {{direction_option(o.direction),
        {"exponent", &o.exponent,
         "of the norm over features, >= 2; 0 = ln of their number, at least 2", at_least(0)}},
       describe(o.steps)});
}

std::unique_ptr<OnlineState> perceptron_stream(const StreamShape& shape, const PerceptronOptions& o,
                                               const Run&) {
  return matrix_state(shape, o, given_step(o.steps, shape));
}

std::unique_ptr<OnlineState> group_perceptron_stream(const StreamShape& shape,
                                                     const GroupPerceptronOptions& o, const Run&) {
  return group_state(shape, o, given_step(o.steps, shape));
}

Fit perceptron(const Dataset& data, const Constraints& rankings, const PerceptronOptions& o,
               const Run& run) {
  const StreamShape shape = shape_of(data);
  return learn_steps(
      ExampleKind::rankings, data, rankings,
      [&](double step, Index dim) { return matrix_state(with_dim(shape, dim), o, step); }, o.steps,
      run);
}

Fit group_perceptron(const Dataset& data, const Constraints& rankings,
                     const GroupPerceptronOptions& o, const Run& run) {
  const StreamShape shape = shape_of(data);
  return learn_steps(
      ExampleKind::rankings, data, rankings,
      [&](double step, Index dim) { return group_state(with_dim(shape, dim), o, step); }, o.steps,
      run);
}

}  // namespace mahala
