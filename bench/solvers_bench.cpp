// Solvers of the regression on fixed-rank metrics beside those of the paper, each to a fixed error:
// seconds and passes over the data (one pass: the samples read for the predictions and once more
// for the gradient, 4 n d r operations).
//
// "literally" is the paper's descent as printed, every trial of a step a product with all samples;
// without it, ours for the same road, whose trials cost O(n).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/contest.hpp"
#include "bench/measure.hpp"
#include "bench/results.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/optimize/regression/manifold_objective.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/optimize/regression/polar_pair_regression.hpp"
#include "mahala/optimize/regression/progressive.hpp"
#include "mahala/optimize/regression/spectral_start.hpp"

namespace mahala::bench {
namespace {

/// A problem that counts the passes over its samples.
class Counted final : public Problem {
 public:
  explicit Counted(const Problem& problem) : problem_(problem) {}
  Index size() const override { return problem_.size(); }
  Index dim() const override { return problem_.dim(); }
  double cost(const Matrix& g) const override {
    passes_ += 0.5;
    return problem_.cost(g);
  }
  Matrix slope(const Matrix& g, const Matrix& m) const override {
    passes_ += 1;
    return problem_.slope(g, g.data() == m.data() ? g : m);
  }
  double cost(const Matrix& g, std::span<const Index> which) const override {
    return problem_.cost(g, which);
  }
  Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const override {
    return problem_.slope(g, m, which);
  }
  double passes() const { return passes_; }

 private:
  const Problem& problem_;
  mutable double passes_ = 0;
};

/// How far a run has come, and what it took; the looking itself is not counted.
struct Mark {
  double seconds = 0, passes = 0, error = 0;
};

class Watch {
 public:
  explicit Watch(std::function<double(const Matrix&)> error) : error_(std::move(error)) {}

  void look(double passes, const Matrix& g) {
    const double now = watch_.seconds() - looking_;
    marks_.push_back({now, passes, error_(g)});
    looking_ = watch_.seconds() - now;
  }

  /// The first mark at or below an error; seconds infinite if there is none.
  Mark first_below(double error) const {
    for (const Mark& mark : marks_) {
      if (mark.error <= error) return mark;
    }
    return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0};
  }
  double least() const { return std::ranges::min(marks_, {}, &Mark::error).error; }
  double last_error() const { return marks_.back().error; }
  double last_seconds() const { return marks_.back().seconds; }

 private:
  std::function<double(const Matrix&)> error_;
  Stopwatch watch_;
  double looking_ = 0;
  std::vector<Mark> marks_;
};

struct Entrant {
  std::string name;
  std::function<void(Watch&)> run;
};

/// Watches an objective while it is solved by `solver`; `share` of the data is in it and `before`
/// passes were made.
template <class F, class Solver>
double watched(Watch& watch, F& f, double before, double share, const Solver& solver) {
  double passes = before;
  const Run run{.monitor = [&](const Progress& progress) {
    passes = before + share * (static_cast<double>(progress.step) + 0.5);
    watch.look(passes, f.factor());
    return true;
  }};
  solver(f, run);
  return passes;
}

/// The paper's descent in a geometry, as printed.
template <Manifold M>
void literally(Watch& watch, const M& manifold, const Problem& problem,
               const typename M::Point& start, Index most) {
  const Counted counted(problem);
  ManifoldObjective<M> f(manifold, counted, start);
  const Run run{.monitor = [&](const Progress&) {
    watch.look(counted.passes(), f.factor());
    return true;
  }};
  descend(f, {.tolerance = 0, .max_iterations = most}, run);
}

std::string cell(const Mark& mark) {
  return std::isinf(mark.seconds) ? "-"
                                  : fmt::format("{:.3f} s / {:.1f}", mark.seconds, mark.passes);
}

/// Seconds to a goal, or until a run was given up before it.
struct Taken {
  std::string name;
  double seconds;
  bool reached;
};

/// How many times as long as the default each took.
void print_ratios(const std::vector<Taken>& all, const std::string& goal) {
  const auto ours = std::ranges::find_if(
      all, [](const Taken& each) { return each.name.starts_with("the default"); });
  fmt::print("times the default's {:.3f} s to {}:", ours->seconds, goal);
  for (const Taken& each : all) {
    fmt::print(" {} {}{:.1f};", each.name, each.reached ? "" : "over ",
               each.seconds / ours->seconds);
  }
  fmt::print("\n");
}

using Goals = std::vector<std::pair<std::string, double>>;

/// The goal a picture is drawn of: the last but the finest of many.
std::size_t pictured(const Goals& goals) { return goals.size() - (goals.size() > 2 ? 2 : 1); }

/// Runs all, prints seconds and passes to each error, and keeps them as a table.
void contest(const std::string& file, const std::string& title, const std::vector<Entrant>& all,
             const std::function<double(const Matrix&)>& error, const Goals& goals) {
  Json columns = {"solver"}, rows = Json::array(), times = Json::array();
  std::vector<Taken> taken;
  fmt::print("\n{}\n{:>34}", title, "seconds / passes");
  for (const auto& [name, goal] : goals) {
    fmt::print(" {:>18}", name);
    columns.push_back(name);
  }
  fmt::print("\n");
  for (const Entrant& entrant : all) {
    Watch watch(error);
    entrant.run(watch);
    Json row = {entrant.name};
    fmt::print("{:>34}", entrant.name);
    for (const auto& [name, goal] : goals) {
      const std::string text = cell(watch.first_below(goal));
      fmt::print(" {:>18}", text);
      row.push_back(text);
    }
    fmt::print("   (ended at {:.4g})\n", watch.last_error());
    const auto& [shown, goal] = goals[pictured(goals)];
    const Mark mark = watch.first_below(goal);
    const bool reached = !std::isinf(mark.seconds);
    taken.push_back({entrant.name, reached ? mark.seconds : watch.last_seconds(), reached});
    if (reached) {
      times.push_back({{"name", entrant.name},
                       {"seconds", mark.seconds},
                       {"passes", mark.passes},
                       {"note", ""},
                       {"group", fmt::format("{}, to {}", file, shown)}});
    }
    rows.push_back(row);
  }
  print_ratios(taken, goals[pictured(goals)].first);
  const Json table = {{"title", title + ", seconds / passes"},
                      {"section", "solvers"},
                      {"columns", columns},
                      {"rows", rows}};
  write_result(file, {{"table", table}, {"solvers", times}});
}

/// Conjugate gradients and their kin on all samples from a start.
Entrant flat(const std::string& name, const Samples& x, const Pairs& pairs, const Matrix& start,
             Method method, Preconditioning preconditioning) {
  return {name, [=, &x, &pairs](Watch& watch) {
            PairRegression f(x, pairs, start, preconditioning);
            watched(watch, f, 0, 1, [&](PairRegression& g, const Run& run) {
              solve(g, method, {.max_iterations = 200}, run);
            });
          }};
}

/// The default of the learners: stages of few samples, then all.
Entrant staged(const std::string& name, const Samples& x, const Pairs& pairs,
               const std::function<Matrix()>& start) {
  return {name, [=, &x, &pairs](Watch& watch) {
            double passes = 0;
            bool stopped = false;
            const auto cg = [&](PairRegression& f, const SolveOptions& options, double share) {
              passes = watched(watch, f, passes, share, [&](PairRegression& g, const Run& run) {
                solve(g, Method::cg, options, run);
              });
            };
            const StageSolver stage = [&](PairRegression& f, const SolveOptions& options,
                                          const Run&) {
              cg(f, options, static_cast<double>(f.size()) / static_cast<double>(pairs.size()));
              return Descent{.status = Status::converged};
            };
            PairRegression f(x, pairs,
                             grown_start(x, pairs, start(), Preconditioning::gauss, SquaredLoss{},
                                         stage, {}, stopped),
                             Preconditioning::gauss);
            cg(f, {.max_iterations = 200}, 1);
          }};
}

void online_or_batch() {
  const Contest c(make_rng(1, RandomStream::learning, 3));
  const Samples& x = c.train.data.x;
  const Pairs& y = c.train.outputs;
  const PsdFlat flat_space(50, 10);
  const PsdPolar polar_space(50, 10, {});
  const auto armijo = [](auto& f, const Run& run) {
    descend(f, {.tolerance = 0, .max_iterations = 100}, run);
  };
  const auto cg = [](PolarPairRegression& f, const Run& run) {
    solve(f, Method::cg, {.max_iterations = 200}, run);
  };
  const std::vector<Entrant> entrants{
      {"flat, Armijo, literally",
       [&](Watch& watch) { literally(watch, flat_space, c.problem, c.frame, 100); }},
      {"polar, Armijo, literally",
       [&](Watch& watch) {
         literally(watch, polar_space, c.problem, polar_from_factor(c.frame), 100);
       }},
      {"flat, Armijo",
       [&](Watch& watch) {
         PairRegression f(x, y, c.frame);
         watched(watch, f, 0, 1, armijo);
       }},
      {"polar, Armijo",
       [&](Watch& watch) {
         PolarPairRegression f(x, y, polar_from_factor(c.frame), polar_space);
         watched(watch, f, 0, 1.5, armijo);
       }},
      {"polar, conjugate gradients",
       [&](Watch& watch) {
         PolarPairRegression f(x, y, polar_from_factor(c.frame), polar_space);
         watched(watch, f, 0, 1.5, cg);
       }},
      {"polar, Gauss, conjugate gradients",
       [&](Watch& watch) {
         PolarPairRegression f(x, y, polar_from_factor(c.frame), polar_space,
                               Preconditioning::gauss);
         watched(watch, f, 0, 1.5, cg);
       }},
      flat("gradient, best steps", x, y, c.frame, Method::gradient, Preconditioning::none),
      flat("conjugate gradients", x, y, c.frame, Method::cg, Preconditioning::none),
      flat("L-BFGS", x, y, c.frame, Method::lbfgs, Preconditioning::none),
      flat("scaled conjugate gradients", x, y, c.frame, Method::cg, Preconditioning::scaled),
      flat("Gauss, gradient", x, y, c.frame, Method::gradient, Preconditioning::gauss),
      flat("Gauss, L-BFGS", x, y, c.frame, Method::lbfgs, Preconditioning::gauss),
      flat("Gauss, conjugate gradients", x, y, c.frame, Method::cg, Preconditioning::gauss),
      staged("the default (with stages)", x, y, [&] { return c.frame; }),
      staged("spectral start, the default", x, y, [&] { return spectral_start(x, y, 10); }),
  };
  PairRegression best(x, y, c.g, Preconditioning::gauss);
  solve(best, Method::cg, {});
  const double floor = c.test.error(best.factor());
  contest(
      "online or batch",
      "d = 50, r = 10, 80,000 samples: to a test error this much above that of the optimum",
      entrants, [&](const Matrix& g) { return c.test.error(g); },
      {{"2x", 2 * floor}, {"10 %", 1.1 * floor}, {"1 %", 1.01 * floor}, {"0.1 %", 1.001 * floor}});
}

void ill_conditioned(double condition) {
  Rng rng = make_rng(7, RandomStream::learning, 1);
  Vector roots(10);
  for (Index k = 0; k < 10; ++k) roots[k] = std::pow(condition, -static_cast<double>(k) / 18);
  const Matrix g = qf(random_normal(50, 10, rng)) * roots.asDiagonal(), w = g * g.transpose();
  const Samples x(random_normal(50, 20'000, rng));
  const Matrix z = x.project(g), start = random_normal(50, 10, rng) / std::sqrt(50.0);
  Pairs y;
  for (Index i = 0; i < 20'000; ++i) {
    y.push_back({.i = i, .j = origin, .value = z.col(i).squaredNorm()});
  }
  const PairProblem problem(x, y);
  const std::vector<Entrant> entrants{
      {"flat, Armijo, literally",
       [&](Watch& watch) { literally(watch, PsdFlat(50, 10), problem, start, 200); }},
      flat("conjugate gradients", x, y, start, Method::cg, Preconditioning::none),
      flat("scaled conjugate gradients", x, y, start, Method::cg, Preconditioning::scaled),
      flat("Gauss, conjugate gradients", x, y, start, Method::cg, Preconditioning::gauss),
      staged("the default (with stages)", x, y, [&] { return start; }),
  };
  contest(fmt::format("condition {:g}", condition),
          fmt::format("W* of condition {:g}, without noise: to a relative error of W", condition),
          entrants, [&](const Matrix& f) { return (f * f.transpose() - w).norm() / w.norm(); },
          {{"1e-2", 1e-2}, {"1e-6", 1e-6}});
}

}  // namespace
}  // namespace mahala::bench

int main() {
  using namespace mahala::bench;
  online_or_batch();
  ill_conditioned(100);
  ill_conditioned(1000);
}
