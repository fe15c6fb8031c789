#include <algorithm>
#include <limits>

#include "mahala/core/run.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/reproduce/experiments/checks.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/noisy_outputs.hpp"

namespace mahala::reproduce {
namespace online_or_batch {
namespace {

constexpr Index dim = 50, rank = 10;
const std::vector<Index> batches = {1, 16, 32, 64};

struct Contest {
  Matrix g;
  NoisyOutputs train, test;
  double floor;

  Contest(bool quick, Rng rng)
      : g(random_normal(dim, rank, rng)),
        train(g, sized<Index>(quick, 8'000, 80'000), rng),
        test(g, sized<Index>(quick, 2'000, 20'000), rng),
        floor(test.error(g)) {}
};

enum class Geometry { flat, polar };

Fit fitted(const Contest& contest, Geometry geometry, const SolverOptions& solver,
           std::uint64_t seed) {
  const StartOptions from{.rank = rank, .start = FactorStart::random};
  const auto& [data, outputs] = contest.train;
  if (geometry == Geometry::flat) {
    return psd_flat(data, outputs, {.from = from, .solver = solver}, {.seed = seed});
  }
  return psd_polar(data, outputs, {.from = from, .solver = solver}, {.seed = seed});
}

/// The test error, over that of the system itself, and the seconds after each length of run. A run
/// of fewer steps is the beginning of a longer one.
Numbers course(const Contest& contest, Geometry geometry, std::uint64_t seed,
               const std::vector<Index>& lengths,
               const std::function<SolverOptions(Index)>& solver) {
  Numbers found;
  for (const Index length : lengths) {
    const ProcessorClock watch;
    const Fit fit = fitted(contest, geometry, solver(length), seed);
    found["seconds"].push_back(watch.seconds());
    found["error"].push_back(contest.test.error(fit.model.left) / contest.floor);
  }
  found["first"] = {found["error"].front()};
  found["last"] = {found["error"].back()};
  return found;
}

Numbers in_batch(Geometry geometry, bool quick, std::uint64_t seed) {
  const Contest contest(quick, make_rng(seed, RandomStream::learning, 3));
  std::vector<Index> lengths = {1, 2, 4, 8, 16, 32, 64};
  if (!quick) lengths.insert(lengths.end(), {128, 256});
  return course(contest, geometry, seed, lengths, [](Index steps) {
    return SolverOptions{.solver = Solver::armijo, .descent = {.max_iterations = steps}};
  });
}

Numbers online(Geometry geometry, Index batch, bool quick, std::uint64_t seed) {
  const Contest contest(quick, make_rng(seed, RandomStream::learning, 3));
  return course(contest, geometry, seed,
                quick ? std::vector<Index>{1, 3} : std::vector<Index>{1, 2, 3, 5},
                [batch](Index passes) {
                  return SolverOptions{.solver = Solver::online,
                                       .online = {.passes = passes, .batch = batch}};
                });
}

std::string called(Geometry geometry, Index batch) {
  const std::string name = geometry == Geometry::flat ? "flat" : "polar";
  return batch == 0 ? name + ", batch" : fmt::format("{}, p = {}", name, batch);
}

std::vector<Setting> settings(const Setup& setup) {
  std::vector<Setting> all;
  const bool quick = setup.quick;
  for (const Geometry geometry : {Geometry::flat, Geometry::polar}) {
    all.push_back(
        {called(geometry, 0), [=](std::uint64_t seed) { return in_batch(geometry, quick, seed); }});
    for (const Index batch : batches) {
      all.push_back({called(geometry, batch),
                     [=](std::uint64_t seed) { return online(geometry, batch, quick, seed); }});
    }
  }
  return all;
}

/// What a course has reached by then; the error of the start is not known and counts as infinite.
double reached(const Results& r, const std::string& setting, double seconds) {
  const std::vector<double> at = r.mean_list(setting, "seconds"),
                            error = r.mean_list(setting, "error");
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (at[k] <= seconds) best = std::min(best, error[k]);
  }
  return best;
}

Check ahead_of_batch(const Results& r, Geometry geometry) {
  const std::string online = called(geometry, 32), batch = called(geometry, 0);
  const double seconds = r.mean_list(online, "seconds").front();
  const double ours = r.mean(online, "first").mean, theirs = reached(r, batch, seconds);
  return {fmt::format("After its first pass p = 32 is ahead of batch learning, {} geometry",
                      geometry == Geometry::flat ? "flat" : "polar"),
          fmt::format("{:.3g} times the noise floor against {:.3g} after {:.2f} s", ours, theirs,
                      seconds),
          ours < theirs, geometry == Geometry::flat};
}

Check beats_single_steps(const Results& r, Geometry geometry) {
  const std::string many = called(geometry, 32), one = called(geometry, 1);
  const double seconds = r.mean_list(many, "seconds").back();
  const double ours = reached(r, many, seconds), theirs = reached(r, one, seconds);
  return {fmt::format("p = 32 has a smaller test error than p = 1 in the same time, {} geometry",
                      geometry == Geometry::flat ? "flat" : "polar"),
          fmt::format("{:.3g} against {:.3g} after {:.2f} s", ours, theirs, seconds),
          ours <= theirs, false};
}

/// How far test errors are above that of the system itself, which shows how courses end.
Lines courses(const Results& r, Geometry geometry, const std::string& name) {
  Lines lines{
      .title = name + " geometry", .x_label = "seconds", .y_label = "test error / floor - 1"};
  for (const Index batch : {Index{0}, Index{1}, Index{16}, Index{32}, Index{64}}) {
    const std::string s = called(geometry, batch);
    std::vector<double> above;
    for (const double error : r.mean_list(s, "error")) above.push_back(std::max(error - 1, 1e-3));
    lines.curves.push_back({s, r.mean_list(s, "seconds"), above});
  }
  return lines;
}

Finding judge(const Results& r, bool quick) {
  Finding found;
  for (const Geometry geometry : {Geometry::flat, Geometry::polar}) {
    found.checks.push_back(ahead_of_batch(r, geometry));
    found.checks.push_back(beats_single_steps(r, geometry));
  }
  Table table({"", "first", "last", "seconds"});
  for (const Setting& s : settings({DataFolder({}, {}), quick})) {
    table.add({s.name, cell(r, s.name, {"first", 3}), cell(r, s.name, {"last", 3}),
               fmt::format("{:.2f}", r.mean_list(s.name, "seconds").back())});
  }
  found.tables = {
      {"Test error over the noise floor after one pass (batch: one step) and at "
       "the end (five passes or 256 steps; quick three or 64), and the seconds of the latter.",
       table}};
  for (const Geometry geometry : {Geometry::flat, Geometry::polar}) {
    const std::string name = geometry == Geometry::flat ? "flat" : "polar";
    found.figures.push_back(
        {name, "Test error against time, " + name + " geometry", courses(r, geometry, name)});
  }
  return found;
}

}  // namespace
}  // namespace online_or_batch

Experiment toy_online() {
  return {
      .name = "toy-online",
      .paper = "meyer-2011",
      .figure = "Figure 5",
      .title = "Online or batch learning of many samples",
      .protocol =
          "W* of rank 10 in dimension 50, 80,000 samples to learn from and 20,000 to "
          "test on, y = x^T W* x (1 + nu), nu of variance 0.01; a random start; "
          "steepest descent with Armijo's rule, or mini-batches of p with step size "
          "and half-life chosen on the first 1,000 samples; test errors after each "
          "pass, and after 1, 2, 4 .. 256 steps of descent, by processor time.",
      .claim =
          "Online algorithms minimize the test error more rapidly than batch ones, and "
          "mini-batches improve significantly on p = 1; p = 32 is generally good.",
      .remarks =
          "Mini-batches first choose their step size, on a prefix, which pays where samples are "
          "many: of a tenth of them (quick sizes) a step of descent takes so little time that "
          "batch learning is ahead. After enough time batch learning catches up, and in the "
          "polar geometry single steps take longer than all its steps.",
      .seeds = 3,
      .quick_seeds = 1,
      .minutes = 3,
      .quick_minutes = 0.5,
      .timed = true,
      .quick_expected = Verdict::does_not_hold,
      .settings = online_or_batch::settings,
      .judge = online_or_batch::judge};
}

}  // namespace mahala::reproduce
