#include "mahala/reproduce/run_experiment.hpp"

#include <atomic>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/watch.hpp"

namespace mahala::reproduce {
namespace {

namespace fs = std::filesystem;

struct ToMeasure {
  const Setting* setting;
  std::uint64_t seed;
};

std::vector<std::uint64_t> seeds_of(Index first, Index count) {
  std::vector<std::uint64_t> seeds;
  for (Index k = 0; k < count; ++k) seeds.push_back(static_cast<std::uint64_t>(first + k));
  return seeds;
}

/// The protocol with names and sizes of the files, so that cells of another protocol or of other
/// data are not taken for those of these.
std::string run_key(const Experiment& experiment, const DataFolder& data) {
  std::string key = experiment.protocol;
  for (const DataFile& file : experiment.files) {
    const auto path = data.find(file.name);
    const auto bytes = path ? static_cast<Index>(fs::file_size(*path)) : Index{0};
    key += fmt::format(" | {} {}", file.name, bytes);
  }
  return key;
}

Results results_of(const CellStore& store, const std::vector<Setting>& settings,
                   const std::vector<std::uint64_t>& seeds) {
  std::map<std::string, std::vector<Numbers>> cells;
  for (const Setting& setting : settings) {
    for (const std::uint64_t seed : seeds) {
      cells[setting.name].push_back(store.numbers(setting.name, seed));
    }
  }
  return Results(std::move(cells));
}

/// Measures cells and tells the watcher after each.
class CellRunner {
 public:
  CellRunner(const Experiment& experiment, CellStore& store, const Watcher& watcher, Index count)
      : store_(store), watcher_(watcher), count_(count) {
    if (watcher.folds) monitor_ = watcher.folds(experiment.name);
  }

  void run(const ToMeasure& cell) {
    const Stopwatch watch;
    const Numbers numbers = cell.setting->measure(cell.seed);
    // A solver that was interrupted gives what it has, which is not what the cell stands for.
    if (stop_ || watcher_.stopped()) return end();
    store_.keep(cell.setting->name, cell.seed, numbers, watch.seconds());
    const std::lock_guard lock(telling_);
    const Progress progress{.step = ++done_, .last_step = count_, .objective = watch.seconds()};
    if (monitor_ && !monitor_(progress)) end();
  }

  bool stopped() const { return stop_; }

 private:
  void end() { stop_ = true; }

  CellStore& store_;
  const Watcher& watcher_;
  Index count_, done_ = 0;
  Monitor monitor_ = {};
  std::mutex telling_;
  std::atomic<bool> stop_ = false;
};

void measure_all(const Experiment& experiment, const std::vector<ToMeasure>& cells,
                 CellStore& store, const Watcher& watcher) {
  CellRunner runner(experiment, store, watcher, std::ssize(cells));
  const Watch watch([&] { return runner.stopped() || watcher.stopped(); });
  const auto run = [&](Index k) {
    if (!runner.stopped()) runner.run(cells[static_cast<std::size_t>(k)]);
  };
  const bool whole = uninterrupted([&] {
    if (!experiment.timed) return parallel_for(std::ssize(cells), run);
    for (Index k = 0; k < std::ssize(cells); ++k) run(k);
  });
  if (!whole || runner.stopped() || watcher.stopped()) {
    throw Stopped(
        fmt::format("experiment '{}' was stopped; what was measured is kept and the next "
                    "run continues from it",
                    experiment.name));
  }
}

Outcome judged(const Experiment& experiment, const Results& results, bool quick) {
  Outcome outcome{.finding = experiment.judge(results, quick), .quick = quick};
  outcome.verdict = verdict(outcome.finding, experiment);
  return outcome;
}

}  // namespace

fs::path cell_file(const fs::path& folder, const Experiment& experiment) {
  return folder / (experiment.name + ".json");
}

Outcome run_experiment(const Experiment& experiment, const DataFolder& data,
                       const RunOptions& options, const Watcher& watcher) {
  data.check(experiment.files, experiment.name);
  fs::create_directories(options.folder);
  CellStore store(cell_file(options.folder, experiment), experiment.name, options.quick,
                  run_key(experiment, data));
  const Index usual = options.quick ? experiment.quick_seeds : experiment.seeds;
  const auto seeds = seeds_of(options.first_seed, options.seeds > 0 ? options.seeds : usual);
  const std::vector<Setting> settings = experiment.settings({data, options.quick});
  std::vector<ToMeasure> cells;
  for (const std::uint64_t seed : seeds) {
    for (const Setting& setting : settings) {
      if (!store.has(setting.name, seed)) cells.push_back({&setting, seed});
    }
  }
  if (!cells.empty()) measure_all(experiment, cells, store, watcher);
  data.release();
  if (!cells.empty() || store.facts().seeds != std::ssize(seeds)) {
    store.finish(std::ssize(seeds), options.first_seed);
  }
  Outcome outcome = judged(experiment, results_of(store, settings, seeds), options.quick);
  outcome.cells = std::ssize(settings) * std::ssize(seeds);
  outcome.known = outcome.cells - std::ssize(cells);
  outcome.facts = store.facts();
  return outcome;
}

std::optional<Outcome> known_outcome(const Experiment& experiment, const DataFolder& data,
                                     const fs::path& folder, bool quick) {
  const fs::path file = cell_file(folder, experiment);
  if (!fs::exists(file)) return std::nullopt;
  const CellStore store(file, experiment.name, quick, std::nullopt);
  const RunFacts facts = store.facts();
  if (facts.seeds == 0) return std::nullopt;
  const auto seeds = seeds_of(facts.first_seed, facts.seeds);
  const std::vector<Setting> settings = experiment.settings({data, quick});
  for (const Setting& setting : settings) {
    for (const std::uint64_t seed : seeds) {
      if (!store.has(setting.name, seed)) return std::nullopt;
    }
  }
  Outcome outcome = judged(experiment, results_of(store, settings, seeds), quick);
  outcome.cells = outcome.known = std::ssize(settings) * std::ssize(seeds);
  outcome.facts = facts;
  return outcome;
}

}  // namespace mahala::reproduce
