#include "mahala/optimize/online/online.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {

namespace {

Options online_options(OnlineOptions& o, std::string_view schedule_help,
                       const std::vector<std::string_view>& schedules) {
  using Kind = Schedule::Kind;
  return {
      {"passes", &o.passes, "online: passes over the observations", at_least(1)},
      {"batch", &o.batch, "online: observations a step", at_least(1)},
      {"schedule", &o.schedule, schedule_help, {}, schedules},
      {"step", &o.step, "online: size of the first steps; 0 = chosen on a prefix", at_least(0)},
      {"half_life",
       &o.half_life,
       "online: passes (adaptive: observations) until a step halves; 0 = chosen on a prefix",
       at_least(0),
       {},
       {if_is("schedule", Kind::anneal, Kind::adaptive)}},
      {"selection",
       &o.selection,
       "online: how step and half-life are chosen on the prefix",
       {},
       {},
       {if_is("schedule", Kind::anneal)}},
      {"prefix", &o.prefix, "online: observations the choice is made on", at_least(1)},
      {"clip", &o.clip, "online: longest step in the metric of the geometry; 0 = any", at_least(0)},
  };
}

}  // namespace

Options describe(OnlineOptions& o) {
  return online_options(
      o, "online: how steps shrink; adaptive divides them by the squared norm of the factor", {});
}

Options describe_curved(OnlineOptions& o) {
  return online_options(o, "online: how steps shrink",
                        one_of(Schedule::Kind::anneal, Schedule::Kind::constant));
}

void check_online(const OnlineOptions& options) {
  if (options.schedule == Schedule::Kind::anneal) {
    require(options.selection == OnlineOptions().selection || options.step == 0 ||
                options.half_life == 0,
            "option selection: counts only where step or half_life is chosen");
    return;
  }
  require(options.step > 0, "option step: schedule {} needs one above 0", options.schedule);
  require(options.schedule != Schedule::Kind::adaptive || options.half_life > 0,
          "option half_life: schedule adaptive needs one above 0");
}

std::vector<Pretraining::Entry> pretraining_grid(const OnlineOptions& options) {
  std::vector<Pretraining::Entry> grid;
  for (int i = -3; i <= 3; ++i) {
    if (options.step > 0 && i != 0) continue;
    for (int j = -3; j <= 3; ++j) {
      if (options.half_life > 0 && j != 0) continue;
      grid.push_back({.s = options.step > 0 ? options.step : std::ldexp(1, i),
                      .t0 = options.half_life > 0 ? options.half_life : std::ldexp(1, j)});
    }
  }
  return grid;
}

Pretraining::Entry select_entry(const std::vector<Pretraining::Entry>& table,
                                StepSelection selection) {
  using Entry = Pretraining::Entry;
  const Entry least = *std::min_element(
      table.begin(), table.end(), [](const Entry& a, const Entry& b) { return a.cost < b.cost; });
  if (selection == StepSelection::least) return least;
  Entry best = least;
  for (const Entry& entry : table) {
    if (!(entry.cost <= 1.05 * least.cost)) continue;
    if (entry.t0 < best.t0 || (entry.t0 == best.t0 && entry.cost < best.cost)) best = entry;
  }
  return best;
}

}  // namespace mahala
