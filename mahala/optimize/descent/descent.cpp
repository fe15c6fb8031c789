#include "mahala/optimize/descent/descent.hpp"

namespace mahala {

Options describe_stopping(DescentOptions& o) {
  return {
      {"tolerance", &o.tolerance,
       "stop at this relative change of objective or factor (armijo), or at its square of the "
       "objective or gradient",
       between(0, 0.9)},
      {"max_iterations", &o.max_iterations, "largest number of descent steps", at_least(0)},
  };
}

Options describe_armijo(DescentOptions& o) {
  return {
      {"first_step", &o.first_step, "length of the step tried first", positive()},
      {"decrease", &o.decrease, "fraction of the predicted decrease to insist on", between(0, 0.9)},
      {"max_halvings", &o.max_halvings, "halvings per line search", between(0, 1000)},
  };
}

}  // namespace mahala
