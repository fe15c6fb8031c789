#include "mahala/learn/similarity/pola.hpp"

#include <Spectra/MatOp/DenseSymMatProd.h>
#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/descent/projected_descent.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr Index largest_dense = 60;  ///< up to here all eigenvalues cost less than one by Lanczos
constexpr int most_repeats = 20;

/// Takes the smallest eigenvalue out of A if it is negative.
void drop_smallest(Matrix& a) {
  if (a.rows() > largest_dense) {
    Spectra::DenseSymMatProd<double> product(a);
    Spectra::SymEigsSolver<Spectra::DenseSymMatProd<double>> solver(product, 1, 20);
    const Vector start = Vector::LinSpaced(a.rows(), 1, 2);  // fixed: results repeat
    solver.init(start.data());
    solver.compute(Spectra::SortRule::SmallestAlge, 1000, 1e-12);
    if (solver.info() == Spectra::CompInfo::Successful) {
      const double smallest = solver.eigenvalues()[0];
      const Vector u = solver.eigenvectors().col(0);
      if (smallest < 0) a -= smallest * u * u.transpose();
      return;
    }
  }
  const Spectrum s = symmetric_eigen(a);
  const Index last = a.rows() - 1;
  const Vector u = s.vectors.col(last);
  if (s.values[last] < 0) a -= s.values[last] * u * u.transpose();
}

double sign(const Pair& pair) { return pair.relation == Relation::at_most ? 1 : -1; }

Vector difference(const Samples& x, const Pair& pair) {
  return x.column(pair.i) - x.column(pair.j);
}

double mean_loss(const PseudoMetric& metric, const Samples& x, const Pairs& pairs) {
  double sum = 0;
  for (const Pair& pair : pairs) sum += metric.loss(difference(x, pair), sign(pair));
  return sum / static_cast<double>(pairs.size());
}

/// One run of all passes; returns false if the monitor ended it.
bool run_passes(PseudoMetric& metric, const Samples& x, const Pairs& pairs, double step,
                const PolaOptions& options, const Run& run, Fit& fit) {
  RunRecord record(run, options.passes);
  record.keeps([&](Archive& archive) {
    archive("metric", metric);
    archive("objective", fit.objective);
  });
  for (; !record.is_over(); record.next()) {
    fit.objective = mean_loss(metric, x, pairs);
    record.note(fit.objective);
    if (record.stopped() || record.spent()) break;
    for (const Pair& pair : pairs) metric.learn(difference(x, pair), sign(pair), step);
  }
  fit = record.into(std::move(fit));
  return fit.status != Status::stopped;
}

Model pola_model(const PseudoMetric& metric) {
  if (metric.a.isZero(0)) return identity_model(metric.a.rows());
  Model model{.left = psd_factor(metric.a)};
  model.notes["threshold"] = fmt::format("{}", metric.b);
  return model;
}

/// The pseudo-metric fed one pair at a time.
class PairTracker {
 public:
  PairTracker(Index dim, double step) : metric_{.a = Matrix::Zero(dim, dim)}, step_(step) {}

  double update(const Example& example) {
    const Index dim = metric_.a.rows();
    return metric_.learn(dense(example.x, dim) - dense(example.other, dim), example.alike ? 1 : -1,
                         step_);
  }

  const PseudoMetric& metric() const { return metric_; }
  void keep(Archive& archive) { archive("metric", metric_); }

 private:
  PseudoMetric metric_;
  double step_;
};

/// Repeats a run with half the step until it lowers the mean loss.
Fit learn_pola(const Dataset& data, const Pairs& pairs, const PolaOptions& options,
               const Run& run) {
  if (pairs.empty()) return kept_start(identity_model(data.dim()), "there are no pairs");
  double step = options.step;
  for (int repeat = 0;; ++repeat, step /= 2) {
    PseudoMetric metric{.a = Matrix::Zero(data.dim(), data.dim())};
    Fit fit;
    const bool done = run_passes(metric, data.x, pairs, step, options, run, fit);
    const bool worse = !(fit.objective <= fit.trace.front().objective);
    if (done && worse && repeat < most_repeats) continue;
    fit.model = pola_model(metric);
    if (done) {
      fit.message =
          fmt::format("{} pairs were seen {} times, step {:g}", pairs.size(), options.passes, step);
    }
    return fit;
  }
}

}  // namespace

std::unique_ptr<OnlineState> pola_stream(const StreamShape& shape, const PolaOptions& options,
                                         const Run&) {
  check_square("pola", shape.dim);
  require(options.passes == 1, "option passes: a stream passes once");
  require(options.identity <= 0, "option identity: a stream keeps no samples to measure it by");
  return online_state(PairTracker(shape.dim, options.step),
                      [](const PairTracker& state) { return pola_model(state.metric()); });
}

Options describe(PolaOptions& o) {
  return {{"step", &o.step, "factor of every step", positive()},
          {"passes", &o.passes, "over the pairs, in their order", between(1, 1e6)},
          identity_option(o.identity)};
}

double PseudoMetric::loss(const Vector& v, double y) const {
  return std::max(0.0, y * (v.dot(a * v) - b) + 1);
}

double PseudoMetric::learn(const Vector& v, double y, double step) {
  const double before = loss(v, y), square = v.squaredNorm();
  const double change = step * before / (square * square + 1);
  if (!(change > 0)) return before;
  a -= y * change * v * v.transpose();
  b = std::max(1.0, b + y * change);
  if (y > 0) drop_smallest(a);
  return before;
}

Fit pola(const Dataset& data, const Pairs& pairs, const PolaOptions& options, const Run& run) {
  check_square("pola", data.dim());
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "pola learns from pairs that are alike (<=) or not (>=), not from measured distances");
  }
  return learn_with_identity(data, pairs, options.identity, run.seed,
                             [&](const Dataset& part, const Constraints& of_part) {
                               return learn_pola(part, std::get<Pairs>(of_part), options, run);
                             });
}

}  // namespace mahala
