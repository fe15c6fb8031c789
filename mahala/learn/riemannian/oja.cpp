#include "mahala/learn/riemannian/oja.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/geometry/grassmann.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/regression/subspace_problem.hpp"

namespace mahala {
namespace {

/// The rank that is asked for, or the usual one.
Matrix start_frame(const Dataset& data, const OjaOptions& options, const Run& run) {
  const Index usual = std::clamp<Index>(data.dim() - 1, 1, 10);
  const Index rank = options.rank > 0 || run.start != nullptr ? options.rank : usual;
  return qf(start_factor(data, {.rank = rank, .start = "random"}, run));
}

/// U <- R_U(s (x - U q) q^T), one sample after the other.
class SubspaceTracker {
 public:
  SubspaceTracker(const Matrix& start, FrameRetraction retraction, Schedule schedule)
      : frame_(start, retraction), schedule_(schedule) {}

  double update(const SparseView& x) {
    frame_.see(x, seen_);
    const double loss = (x.squared_norm() - seen_.q.squaredNorm()) / 2;
    frame_.turn(x, seen_, seen_.q, schedule_.step(++count_, static_cast<double>(frame_.rank())));
    return loss;
  }

  Matrix frame() const { return frame_.frame(); }

 private:
  LazyFrame frame_;
  LazyFrame::Seen seen_;
  Schedule schedule_;
  double count_ = 0;
};

}  // namespace

std::unique_ptr<OnlineState> oja_stream(const StreamShape& shape, const OjaOptions& options,
                                        const Run& run) {
  const OnlineOptions& online = options.online;
  require(online.schedule != "anneal",
          "option schedule: anneal counts passes and a stream has none; use constant, or adaptive");
  check_online(online);
  const Dataset nothing{.x = Samples(Matrix(shape.dim, 0))};
  return online_state(
      SubspaceTracker(
          start_frame(nothing, options, run), frame_retraction(options.retraction),
          {.kind = schedule_kind(online.schedule), .s = online.step, .t0 = online.half_life}),
      [](const SubspaceTracker& state) { return Model{.left = state.frame()}; });
}

Options describe(OjaOptions& o) {
  return joined(
      {{{"rank", &o.rank,
         "dimension of the subspace; 0 = 10, or one less than the features if that is less",
         at_least(0)},
        {"retraction", &o.retraction, "how the subspace turns", {}, frame_retraction_names()}},
       describe(o.online)});
}

Fit oja(const Dataset& data, const OjaOptions& options, const Run& run) {
  const Matrix u = start_frame(data, options, run);
  if (u.cols() == u.rows()) {
    return {.model = {.left = u},
            .message = "the subspace is the whole space: there is nothing to learn",
            .certificate = {"gradient norm", 0}};
  }
  const FrameRetraction retraction = frame_retraction(options.retraction);
  const SubspaceProblem problem(data.x);
  SolverOptions solver;
  solver.solver = "online";
  solver.online = options.online;
  if (const auto* sparse = std::get_if<SparseMatrix>(&data.x.storage())) {
    return fit_online(LazySubspace(*sparse, u, retraction), problem, solver, run);
  }
  return fit_on(Grassmann(u.rows(), u.cols(), retraction), problem, u, solver, run);
}

}  // namespace mahala
