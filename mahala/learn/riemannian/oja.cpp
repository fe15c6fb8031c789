#include "mahala/learn/riemannian/oja.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/geometry/grassmann.hpp"
#include "mahala/learn/riemannian/regression.hpp"
#include "mahala/learn/start.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/regression/subspace_problem.hpp"

namespace mahala {
namespace {

/// The rank that is asked for, or the usual one.
Matrix start_frame(const Dataset& data, const OjaOptions& options, const Run& run) {
  const Index usual = std::clamp<Index>(data.dim() - 1, 1, 10);
  const Index rank = options.rank > 0 || run.start != nullptr ? options.rank : usual;
  return qf(start_factor(data, {.rank = rank, .start = FactorStart::random}, run));
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

  void keep(Archive& archive) {
    archive("frame", frame_);
    archive("count", count_);
  }

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
  require(online.schedule != Schedule::Kind::anneal,
          "option schedule: anneal counts passes and a stream has none; use constant, or adaptive");
  check_online(online);
  const Dataset nothing{.x = Samples(Matrix(shape.dim, 0))};
  return online_state(
      SubspaceTracker(start_frame(nothing, options, run), options.retraction,
                      {.kind = online.schedule, .s = online.step, .t0 = online.half_life}),
      [](const SubspaceTracker& state) { return Model{.left = state.frame()}; });
}

Options describe(OjaOptions& o) {
  return joined(
      {{{"rank", &o.rank,
         "dimension of the subspace; 0 = 10, or one less than the features if that is less",
         at_least(0)},
        {"retraction", &o.retraction, "how the subspace turns"}},
       describe(o.online)});
}

Fit oja(const Dataset& data, const OjaOptions& options, const Run& run) {
  const Matrix u = start_frame(data, options, run);
  if (u.cols() == u.rows()) {
    return {.model = {.left = u},
            .message = "the subspace is the whole space: there is nothing to learn",
            .certificate = {"gradient norm", 0}};
  }
  const SubspaceProblem problem(data.x);
  if (const auto* sparse = data.x.sparse()) {
    return fit_online(LazySubspace(*sparse, u, options.retraction), problem, options.online, run);
  }
  const Grassmann manifold(u.rows(), u.cols(), options.retraction);
  return fit_online(ManifoldStepper(manifold, problem, u), problem, options.online, run);
}

}  // namespace mahala
