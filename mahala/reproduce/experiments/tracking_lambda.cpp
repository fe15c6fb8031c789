#include "mahala/reproduce/experiments/checks.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/experiments/stream.hpp"

namespace mahala::reproduce {
namespace weighting {
namespace {

const std::vector<double> lambdas = {0, 0.1, 0.5, 0.9, 1};

std::string called(double lambda) { return fmt::format("lambda {:g}", lambda); }

PolarFilter filter_of(const FrameAndCore& start, double lambda) {
  return {start, {.normalised = false, .gain = 1e-3, .lambda = lambda}};
}

/// How far the subspace has turned and the core has changed, beside what `follow` gives.
Numbers weighted(const Stream& s, double lambda) {
  const FrameAndCore start = s.polar_start();
  Numbers found = follow(s, filter_of(start, lambda), [&](Index) -> Matrix { return s.g; });
  PolarFilter filter = filter_of(start, lambda);
  for (Index t = 0; t < s.steps / 10; ++t) {
    filter.update(s.x.col(t), (s.g.transpose() * s.x.col(t)).squaredNorm());
  }
  found["turned"] = {subspace_error(filter.frame(), start.u)};
  found["stretched"] = {(filter.core() - start.r).norm() / start.r.norm()};
  return found;
}

/// The system is a projector and the core stays the identity: nothing but the subspace is learned.
Numbers projector(const Stream& s) {
  const Matrix v = uf(s.g);
  const FrameAndCore start{uf(s.start), Matrix::Identity(Stream::rank, Stream::rank)};
  return follow(s, filter_of(start, 1), [&](Index) { return v; });
}

/// The subspace is that of the system: nothing but the core is left to learn.
Numbers inside(const Stream& s) {
  const FrameAndCore start{uf(s.g), Matrix::Identity(Stream::rank, Stream::rank)};
  return follow(s, filter_of(start, 0), [&](Index) -> Matrix { return s.g; });
}

std::vector<Setting> settings(const Setup& setup) {
  const Index steps = sized<Index>(setup.quick, 16'000, 40'000);
  std::vector<Setting> all;
  for (const double lambda : lambdas) {
    all.push_back({called(lambda),
                   [=](std::uint64_t seed) { return weighted(Stream(steps, seed), lambda); }});
  }
  all.push_back({"lambda 1, W a projector",
                 [=](std::uint64_t seed) { return projector(Stream(steps, seed)); }});
  all.push_back({"lambda 0, in the span of W",
                 [=](std::uint64_t seed) { return inside(Stream(steps, seed)); }});
  return all;
}

Check at_most(std::string claim, const Results& r, const std::string& setting,
              const std::string& number, double level) {
  const double mean = r.mean(setting, number).mean;
  return {std::move(claim), fmt::format("{:.2g}", mean), mean <= level};
}

Finding judge(const Results& r, bool quick) {
  const double small = sized(quick, 0.05, 0.01);
  Finding found;
  found.checks = {
      at_most("With lambda = 0 the subspace stays that of the start", r, "lambda 0", "turned",
              1e-12),
      at_most("With lambda = 1 the stretching stays that of the start", r, "lambda 1", "stretched",
              1e-12),
      at_most("With lambda = 1 a projector is learned: subspace learning", r,
              "lambda 1, W a projector", "last", small),
      at_most("With lambda = 0 a metric in a known subspace is learned: distance learning", r,
              "lambda 0, in the span of W", "last", small),
      at_most("In between both are learned", r, "lambda 0.5", "last", sized(quick, 0.2, 0.02))};
  Table table({"", "error at the end", "subspace at the end"});
  Lines lines{.title = "From subspace to distance learning",
              .x_label = "steps",
              .y_label = "|W_t - W| / |W|"};
  for (const Setting& s : settings({DataFolder({}, {}), quick})) {
    table.add({s.name, fmt::format("{:.2g}", r.mean(s.name, "last").mean),
               fmt::format("{:.2g}", r.mean(s.name, "last subspace").mean)});
    lines.curves.push_back({s.name, r.mean_list(s.name, "steps"), r.mean_list(s.name, "error")});
  }
  found.tables = {{"Means over seeds.", table}};
  found.figures = {{"", "Error of W along the stream for several lambda", lines}};
  return found;
}

}  // namespace
}  // namespace weighting

Experiment tracking_lambda() {
  return {.name = "tracking-lambda",
          .paper = "meyer-2009",
          .figure = "none, section 4",
          .title = "Between subspace learning and distance learning",
          .protocol =
              "The stream of the 2010 paper: x normal in R^50, W of rank 9, no noise, "
              "40,000 steps of gain 0.001 in the polar geometry, for several lambda.",
          .claim =
              "A proper weighting of the two iterations continuously interpolates between "
              "learning a subspace (lambda = 1) and learning a distance in a fixed subspace "
              "(lambda = 0).",
          .seeds = 10,
          .quick_seeds = 2,
          .minutes = 2,
          .quick_minutes = 0.1,
          .settings = weighting::settings,
          .judge = weighting::judge};
}

}  // namespace mahala::reproduce
