/// @file
/// Runs an experiment: measures the cells that are not known yet, keeps each at once, and judges.
#pragma once

#include <filesystem>
#include <optional>

#include "mahala/compare/watcher.hpp"
#include "mahala/reproduce/cell_store.hpp"
#include "mahala/reproduce/experiment.hpp"

namespace mahala::reproduce {

struct RunOptions {
  std::filesystem::path folder = {};  ///< of the files NAME.json; is made if there is none
  bool quick = false;
  Index seeds = 0;  ///< 0 = as many as the experiment asks for
  Index first_seed = 0;
};

struct Outcome {
  Finding finding = {};
  Verdict verdict = Verdict::holds;
  bool quick = false;
  Index cells = 0, known = 0;  ///< of which so many were measured before
  RunFacts facts = {};
};

/// Error if a file is missing or the folder cannot be written; Stopped if the watcher asks to, with
/// what was measured kept.
Outcome run_experiment(const Experiment& experiment, const DataFolder& data,
                       const RunOptions& options, const Watcher& watcher = {});

/// What a finished run has left in the folder; none if there is no such run, or the experiment has
/// changed since.
std::optional<Outcome> known_outcome(const Experiment& experiment, const DataFolder& data,
                                     const std::filesystem::path& folder, bool quick);

/// The file that keeps its cells.
std::filesystem::path cell_file(const std::filesystem::path& folder, const Experiment& experiment);

}  // namespace mahala::reproduce
