/// @file
/// Learning by small steps, a few observations each.
///
///   for each pass, in a random order, for each block of `batch` observations:
///     p <- R_p(-s_t g),  g the gradient averaged over the block, t the observations seen so far
///
/// with the step s_t of optimize/online/schedule.hpp. Unless told, s and t0 are chosen on a prefix:
/// mu is the mean gradient length over its blocks, and every pair of powers of two from 2^-3 to 2^3
/// makes one pass over it, n in (23) being the number of all observations. Selection:
///
///   within-5-percent   the smallest t0 among pairs whose cost is within 5 % of the least
///   least              the least cost, as published
///
/// If a run ends with a cost above that of its start, s is halved and the run repeated; if that
/// does not help either, the start is kept.
///
/// Reference: Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 7.4 and figure 2.
/// Differs: as printed the loop drops an observation a block and never resets the gradient;
/// n as the length of the prefix makes the chosen steps diverge on the whole.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/option.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/run.hpp"
#include "mahala/optimize/online/manifold_stepper.hpp"
#include "mahala/optimize/online/schedule.hpp"

namespace mahala {

/// How step and half-life are chosen on the prefix.
enum class StepSelection { within_5_percent, least };

template <>
inline constexpr std::array<std::string_view, 2> names_of<StepSelection> = {"within-5-percent",
                                                                            "least"};

struct OnlineOptions {
  Index passes = 5;  ///< >= 1
  Index batch = 32;  ///< observations a step; >= 1
  Schedule::Kind schedule = Schedule::Kind::anneal;
  double step = 0;       ///< s; 0 = chosen on a prefix
  double half_life = 0;  ///< t0; 0 = chosen on a prefix
  StepSelection selection = StepSelection::within_5_percent;
  Index prefix = 1000;  ///< observations the choice is made on; >= 1
  double clip = 0;      ///< longest step in the metric; 0 = none
};

Options describe(OnlineOptions& options);

/// The same where no factor's norm bounds gradients: without schedule = adaptive.
Options describe_curved(OnlineOptions& options);

/// Error unless options that are set go together.
void check_online(const OnlineOptions& options);

/// What the grid found.
struct Pretraining {
  struct Entry {
    double s = 0, t0 = 0, cost = 0;  ///< cost infinite: it diverged

    void keep(Archive& archive) {
      archive("s", s);
      archive("t0", t0);
      archive("cost", cost);
    }
  };
  double mu = 1;
  Entry chosen = {};
  std::vector<Entry> table = {};
  bool stopped = false;  ///< on request, with the best entry so far
};

/// The choice among the entries of a table.
Pretraining::Entry select_entry(const std::vector<Pretraining::Entry>& table,
                                StepSelection selection);

/// How a run went; the learned point stays in the state.
struct OnlineRun {
  Schedule schedule = {};
  double objective = 0;  ///< over all observations, at the end
  Index steps = 0;
  Index restarts = 0;  ///< with half the step
  Status status = Status::budget_spent;
  std::string message = {};
  std::vector<Progress> trace = {};  ///< the objective is that of the prefix
};

namespace detail {

/// Calls visit(block, seen) for consecutive blocks of `order`; visit returns false to end.
template <class Visit>
bool for_each_block(std::span<const Index> order, Index batch, const Visit& visit) {
  for (std::size_t begin = 0; begin < order.size();) {
    const auto size = std::min(static_cast<std::size_t>(batch), order.size() - begin);
    if (!visit(order.subspan(begin, size), begin + size)) return false;
    begin += size;
  }
  return true;
}

template <Steppable S>
double pass_cost(S state, std::span<const Index> order, const OnlineOptions& options,
                 const Schedule& schedule) {
  for_each_block(order, options.batch, [&](std::span<const Index> block, std::size_t seen) {
    state.step(block, schedule.step(static_cast<double>(seen), state.squared_norm()), options.clip);
    return true;
  });
  const double cost = state.cost(order);
  return std::isfinite(cost) ? cost : std::numeric_limits<double>::infinity();
}

}  // namespace detail

/// Mean metric length of the gradients of consecutive blocks; 1 if all vanish.
template <Steppable S>
double mean_gradient_norm(const S& state, std::span<const Index> prefix, Index batch) {
  double sum = 0;
  Index blocks = 0;
  detail::for_each_block(prefix, batch, [&](std::span<const Index> block, std::size_t) {
    sum += state.gradient_norm(block);
    ++blocks;
    return true;
  });
  return sum > 0 ? sum / static_cast<double>(blocks) : 1;
}

/// The pairs of s and t0 to try: those of the options where they are set.
std::vector<Pretraining::Entry> pretraining_grid(const OnlineOptions& options);

/// Tries the grid on `prefix`, one look of the monitor an entry; a grid of one needs no trial.
template <Steppable S>
Pretraining pretrain(const S& state, std::span<const Index> prefix, Index observations,
                     const OnlineOptions& options, const Run& run = {}) {
  const Stopwatch watch;
  Pretraining result{.mu = mean_gradient_norm(state, prefix, options.batch)};
  const std::vector<Pretraining::Entry> grid = pretraining_grid(options);
  if (grid.size() == 1) {
    result.chosen = grid.front();
    return result;
  }
  KeptLoop loop(run, [&](Archive& archive) { keep_list(archive, "table", result.table); });
  for (std::size_t k = result.table.size(); k < grid.size(); ++k) {
    Pretraining::Entry entry = grid[k];
    const Schedule schedule{.kind = Schedule::Kind::anneal,
                            .s = entry.s,
                            .t0 = entry.t0,
                            .mu = result.mu,
                            .n = static_cast<double>(observations)};
    entry.cost = detail::pass_cost(state, prefix, options, schedule);
    result.table.push_back(entry);
    result.stopped = run.monitor && !run.monitor({.step = std::ssize(result.table),
                                                  .last_step = std::ssize(grid),
                                                  .objective = entry.cost,
                                                  .seconds = watch.seconds()});
    if (result.stopped) break;
    loop.mark(std::ssize(prefix) / options.batch + 1);
  }
  result.chosen = select_entry(result.table, options.selection);
  return result;
}

namespace detail {

/// Fills in the schedule; false if the monitor asked to stop.
template <Steppable S>
bool make_schedule(const S& state, std::span<const Index> prefix, const OnlineOptions& options,
                   const Run& run, Schedule& schedule) {
  const auto n = static_cast<double>(state.size());
  schedule = {.kind = options.schedule, .s = options.step, .t0 = options.half_life, .n = n};
  if (schedule.kind != Schedule::Kind::anneal) return true;
  const Pretraining found = pretrain(state, prefix, state.size(), options, run);
  schedule.s = found.chosen.s;
  schedule.t0 = found.chosen.t0;
  schedule.mu = found.mu;
  return !found.stopped;
}

/// The objective over many observations, a block at a time.
template <Steppable S>
double total_cost(const S& state, std::span<const Index> all) {
  double sum = 0;
  for_each_block(all, 1024, [&](std::span<const Index> block, std::size_t) {
    sum += state.cost(block) * static_cast<double>(block.size());
    return true;
  });
  return sum / static_cast<double>(all.size());
}

/// How passes ended.
enum class Passes { made, stopped, blown_up };

/// How far passes are.
struct PassPlace {
  Index pass = 0, at = 0;  ///< observations of it taken
  double seen = 0;         ///< in all
  Index next_look = 0;

  void keep(Archive& archive) {
    archive("pass", pass);
    archive("at", at);
    archive("seen", seen);
    archive("next_look", next_look);
  }
};

/// All passes from `state`, unless the monitor asks to stop or the objective is no number.
template <Steppable S>
Passes make_passes(S& state, std::span<const Index> prefix, const OnlineOptions& options,
                   const Run& run, OnlineRun& result) {
  constexpr Index looks_per_pass = 10;
  const Stopwatch watch;
  const Index n = state.size();
  const auto look = [&] {
    result.trace.push_back({.step = result.steps,
                            .last_step = options.passes * ((n + options.batch - 1) / options.batch),
                            .objective = state.cost(prefix),
                            .seconds = watch.seconds()});
    if (!std::isfinite(result.trace.back().objective)) return Passes::blown_up;
    const bool on = !run.monitor || run.monitor(result.trace.back());
    return on ? Passes::made : Passes::stopped;
  };
  PassPlace place;
  KeptLoop loop(run, [&](Archive& archive) {
    archive("state", state);
    archive("place", place);
    archive("steps", result.steps);
    keep_trace(archive, "trace", result.trace);
  });
  Passes ended = Passes::made;
  if (!loop.resumed()) {
    ended = look();
  } else if (!std::isfinite(result.trace.back().objective)) {
    ended = Passes::blown_up;
  }
  for (Index before = result.steps; place.pass < options.passes && ended == Passes::made;
       ++place.pass, place.at = 0) {
    Rng rng = make_rng(run.seed, RandomStream::passes, static_cast<std::uint64_t>(place.pass));
    const std::vector<Index> order = random_order(n, rng);
    const auto rest = std::span(order).subspan(static_cast<std::size_t>(place.at));
    for_each_block(rest, options.batch, [&](std::span<const Index> block, std::size_t) {
      place.at += std::ssize(block);
      place.seen += static_cast<double>(block.size());
      state.step(block, result.schedule.step(place.seen, state.squared_norm()), options.clip);
      ++result.steps;
      if ((place.next_look -= std::ssize(block)) > 0) return true;
      place.next_look = std::max<Index>(n / looks_per_pass, 1);
      ended = look();
      if (ended != Passes::made) return false;
      loop.mark(result.steps - before);
      before = result.steps;
      return true;
    });
  }
  if (ended != Passes::stopped) loop.end();
  return ended;
}

/// Ends a run with all passes made, in words.
inline void end_passes(Index observations, const OnlineOptions& options, OnlineRun& result) {
  result.message = fmt::format(
      "{} pass{} over {} observations, step {:g}, half-life {:g}{}", options.passes,
      options.passes == 1 ? "" : "es", observations, result.schedule.s, result.schedule.t0,
      result.restarts > 0
          ? fmt::format(", halved {} time{}", result.restarts, result.restarts == 1 ? "" : "s")
          : "");
}

/// All passes, with half the step while the objective over all observations ends above where it
/// was `before`; after the last restart the start is kept.
template <Steppable S>
void make_passes_that_help(S& state, std::span<const Index> all, std::span<const Index> prefix,
                           double before, const OnlineOptions& options, const Run& run,
                           OnlineRun& result) {
  constexpr Index most_restarts = 20;
  const S start = state;
  for (;; ++result.restarts) {
    const Passes ended = make_passes(state, prefix, options, run, result);
    result.objective = total_cost(state, all);
    if (ended == Passes::stopped) {
      result.status = Status::stopped;
      result.message = "stopped on request";
      return;
    }
    if (result.objective <= before) return end_passes(state.size(), options, result);  // no NaN
    state = start;
    if (result.restarts == most_restarts) break;
    result.schedule.s /= 2;
    result.steps = 0;
    result.trace.clear();
  }
  result.objective = before;
  result.message = fmt::format("no step down to {:g} lowers the objective: the start is kept",
                               result.schedule.s);
}

}  // namespace detail

/// Runs all passes; see above.
template <Steppable S>
OnlineRun learn_online(S& state, const OnlineOptions& options, const Run& run = {}) {
  Rng rng = make_rng(run.seed, RandomStream::first_trials);
  std::vector<Index> all = random_order(state.size(), rng);
  const std::vector<Index> prefix(all.begin(),
                                  all.begin() + std::min<Index>(options.prefix, std::ssize(all)));
  OnlineRun result;
  const double before = detail::total_cost(state, all);
  const auto end = [&result](Status status, std::string message) {
    result.status = status;
    result.message = std::move(message);
    return result;
  };
  result.objective = before;
  if (!std::isfinite(before)) {
    return end(Status::diverged, "the objective is not finite at the start");
  }
  if (!detail::make_schedule(state, prefix, options, run, result.schedule)) {
    return end(Status::stopped, "stopped on request before the first step");
  }
  detail::make_passes_that_help(state, all, prefix, before, options, run, result);
  return result;
}

}  // namespace mahala
