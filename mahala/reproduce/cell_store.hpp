/// @file
/// A JSON file of the cells an experiment has measured, by how much was run: "quick" or "full".
/// Every cell is written as soon as it is there, so that an interrupted run continues.
///
///   {"kind": "mahala reproduce", "experiment": NAME, "runs": {"quick": {"key": ..., "program":
///   ...,
///    "machine": ..., "date": ..., "seeds": N, "cells": {"SETTING # SEED": {...}, ...}}}}
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "mahala/reproduce/results.hpp"

namespace mahala::reproduce {

/// What is known of a run besides its cells.
struct RunFacts {
  std::string program = {}, machine = {}, date = {};
  Index seeds = 0;  ///< of a run that was finished; 0 of others
  Index first_seed = 0;
  double seconds = 0;  ///< of all cells together
};

class CellStore {
 public:
  /// Reads what the file holds, if there is one. `key` says what is measured on which files:
  /// cells of another key are forgotten, as are those of another version of the program; none: all
  /// are taken.
  /// Error if it holds something else.
  CellStore(std::filesystem::path file, std::string experiment, bool quick,
            const std::optional<std::string>& key);
  ~CellStore();

  bool has(const std::string& setting, std::uint64_t seed) const;
  Numbers numbers(const std::string& setting, std::uint64_t seed) const;  ///< of one it has

  /// Keeps a cell and writes the file, whole or not at all; from any thread.
  void keep(const std::string& setting, std::uint64_t seed, const Numbers& numbers, double seconds);

  /// Notes that a run of so many seeds is finished, here and now.
  void finish(Index seeds, Index first_seed);

  RunFacts facts() const;

 private:
  struct Content;
  void write() const;

  std::filesystem::path file_;
  std::string run_;
  std::unique_ptr<Content> content_;
  mutable std::mutex writing_;
};

}  // namespace mahala::reproduce
