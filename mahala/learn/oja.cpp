#include "mahala/learn/oja.hpp"

#include <Eigen/QR>
#include <algorithm>

#include "mahala/geometry/grassmann.hpp"
#include "mahala/optimize/lazy_stepper.hpp"

namespace mahala {

Options describe(OjaOptions& o) {
  return joined(
      {{{"rank", &o.rank,
         "dimension of the subspace; 0 = 10, or one less than the features if that is less",
         at_least(0)},
        {"retraction", &o.retraction, "how the subspace turns", {}, frame_retraction_names()}},
       describe(o.online)});
}

Fit oja(const Dataset& data, const OjaOptions& options, const Run& run) {
  const Index usual = std::clamp<Index>(data.dim() - 1, 1, 10);
  const Index rank = options.rank > 0 || run.start != nullptr ? options.rank : usual;
  const Matrix start = start_factor(data, {.rank = rank, .start = "random"}, run);
  const Matrix u = qf(start);
  const FrameRetraction retraction = frame_retraction(options.retraction);
  const SubspaceProblem problem(data.x);
  const SolverOptions solver{.solver = "online", .online = options.online};
  refuse_adaptive(solver, "subspaces");
  if (const auto* sparse = std::get_if<SparseMatrix>(&data.x.storage())) {
    return fit_online(LazySubspace(*sparse, u, retraction), problem, solver, run);
  }
  return fit_on(Grassmann(u.rows(), u.cols(), retraction), problem, u, solver, run);
}

}  // namespace mahala
