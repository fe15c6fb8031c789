#include "mahala/learn/riemannian/form_regression.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/learn/form_points.hpp"

namespace mahala {
namespace {

/// The widths of losses follow the sizes of values.
Loss loss_of(const LossOptions& options, const Forms& forms) {
  Pairs sizes;
  for (const Form& form : forms) sizes.push_back({.value = std::abs(form.value)});
  return make_loss(options, sizes);
}

}  // namespace

void check_for_forms(const Options& options, const Options& defaults) {
  constexpr std::string_view of_pairs[] = {"lambda", "pull", "refresh", "precondition", "stages"};
  const bool polar = std::ranges::find(options, "pull", &Option::name) != options.end();
  for (std::size_t k = 0; k < options.size(); ++k) {
    const bool counts = std::ranges::find(of_pairs, options[k].name) == std::end(of_pairs) ||
                        (polar && options[k].name == "lambda");
    require(counts || value(options[k]) == value(defaults[k]),
            "option {}: {} counts for pairs, not for forms", options[k].name, value(options[k]));
  }
}

FormTask form_task(const Dataset& data, const Forms& forms, Matrix start, const LossOptions& loss,
                   const Run& run) {
  require(start.squaredNorm() > 0, "the start is a metric of zeros, which no step can leave");
  FormPoints made = form_points(forms, data.x);
  FormProblem problem(std::move(made.points), std::move(made.forms), loss_of(loss, forms));
  if (run.start == nullptr) start *= std::sqrt(problem.best_multiple(start));
  return {std::move(problem), std::move(start)};
}

}  // namespace mahala
