#include <cmath>
#include <numbers>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/reproduce/experiments/checks.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/experiments/stream.hpp"
#include "mahala/reproduce/noisy_outputs.hpp"

namespace mahala::reproduce {
namespace subspace_or_not {
namespace {

constexpr Index samples = 200;

/// W* = U diag(4, 3, 0.01) U^T with a random U.
Matrix target(Rng& rng) {
  const Matrix u = random_frame(3, 3, rng);
  return u * Vector{{2, std::sqrt(3), 0.1}}.asDiagonal();
}

/// Where the samples fall that the model explains: on its ellipse, the coordinates of U^T x /
/// sqrt(y).
void add_picture(const NoisyOutputs& train, const Matrix& factor, Numbers& found) {
  const auto axes = symmetric_eigen(factor * factor.transpose());
  const Matrix u = axes.vectors.leftCols(2);
  const Vector radius = axes.values.head(2).cwiseSqrt().cwiseInverse();
  const Matrix projected = train.data.x.project(u);
  for (Index i = 0; i < samples; ++i) {
    const double unit = std::sqrt(train.outputs[static_cast<std::size_t>(i)].value);
    found["x"].push_back(projected(0, i) / unit);
    found["y"].push_back(projected(1, i) / unit);
  }
  found["ellipse"] = {radius[0], radius[1]};
}

Numbers fitted(double lambda, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::learning, 1);
  const Matrix g = target(rng);
  const NoisyOutputs train(g, samples, rng);
  const Fit fit = psd_polar(train.data, train.outputs,
                            {.from = {.rank = 2},
                             .polar = {.lambda = lambda},
                             .solver = {.solver = Solver::armijo, .descent = {.tolerance = 1e-8}}});
  const Matrix leading = symmetric_eigen(g * g.transpose()).vectors.leftCols(2);
  Numbers found = {{"error", {fit.objective}},
                   {"floor", {train.error(g)}},
                   {"degrees",
                    {180 / std::numbers::pi *
                     std::asin(std::min(1.0, subspace_error(fit.model.left, leading)))}}};
  add_picture(train, fit.model.left, found);
  return found;
}

std::vector<Setting> settings(const Setup&) {
  return {{"fixed", [](std::uint64_t seed) { return fitted(0, seed); }},
          {"learned", [](std::uint64_t seed) { return fitted(0.5, seed); }}};
}

/// The ellipse of the first seed, and the samples, which should lie on it.
Scatter ellipse(const Results& r, const std::string& setting) {
  const auto& x = r.list(setting, "x");
  const auto& y = r.list(setting, "y");
  const auto& radius = r.list(setting, "ellipse");
  constexpr Index around = 180;
  const auto n = static_cast<Index>(x.size());
  Scatter picture{.title = setting + " subspace",
                  .x_label = "first coordinate of U^T x / sqrt(y)",
                  .y_label = "second coordinate",
                  .points = Matrix(2, n + around),
                  .names = {"samples", "the learned ellipse"}};
  for (Index i = 0; i < n; ++i) {
    picture.points.col(i) << x[static_cast<std::size_t>(i)], y[static_cast<std::size_t>(i)];
    picture.classes.push_back(0);
  }
  for (Index k = 0; k < around; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / around;
    picture.points.col(n + k) << radius[0] * std::cos(angle), radius[1] * std::sin(angle);
    picture.classes.push_back(1);
  }
  return picture;
}

Finding judge(const Results& r, bool) {
  const Estimate ratio = r.mean("fixed", "error"), learned = r.mean("learned", "error");
  const Estimate angle = r.mean("learned", "degrees"), before = r.mean("fixed", "degrees");
  Finding found;
  found.checks = {
      {"The fit is much better if the subspace is learned (train error at most a tenth)",
       fmt::format("{} against {}", in_text(learned, 3), in_text(ratio, 2)),
       learned.mean <= 0.1 * ratio.mean},
      {"The learned subspace is that of the target (within 10 degrees)",
       in_text(angle, 1) + " degrees", angle.mean <= 10},
      {"The principal subspace is very different from it (at least 20 degrees)",
       in_text(before, 1) + " degrees", before.mean >= 20}};
  Table table({"subspace", "train error", "noise floor", "angle to the target's"});
  for (const std::string setting : {"fixed", "learned"}) {
    table.add({setting, cell(r, setting, {"error", 3}), cell(r, setting, {"floor", 3}),
               cell(r, setting, {"degrees", 1})});
  }
  found.tables = {{"Half the mean squared error; angles in degrees.", table}};
  found.figures = {{"fixed", "The subspace fixed by principal components", ellipse(r, "fixed")},
                   {"learned", "The subspace learned with the distance", ellipse(r, "learned")}};
  return found;
}

}  // namespace
}  // namespace subspace_or_not

Experiment toy_subspace() {
  return {.name = "toy-subspace",
          .paper = "meyer-2011",
          .figure = "Figure 3",
          .title = "Learning or fixing the subspace",
          .protocol =
              "200 samples in R^3, y = x^T W* x (1 + nu), W* = U diag(4, 3, 0.01) U^T, nu of "
              "variance 0.01; a model of rank 2 in the polar geometry, with the principal "
              "subspace kept (lambda = 0) and with the subspace learned (lambda = 0.5).",
          .claim =
              "The learned subspace is that of the target and very different from the "
              "principal one; the fit and the train error are much better.",
          .seeds = 20,
          .quick_seeds = 5,
          .minutes = 0.1,
          .quick_minutes = 0.02,
          .settings = subspace_or_not::settings,
          .judge = subspace_or_not::judge};
}

}  // namespace mahala::reproduce
