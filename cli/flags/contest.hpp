/// @file
/// Entrants measured one after the other on the same folds, with results that are kept: what was
/// measured before on the same data by the same protocol is not measured again.
#pragma once

#include <filesystem>

#include "cli/flags/candidates.hpp"
#include "cli/flags/entrants.hpp"

namespace mahala::cli {

/// One line of the table.
struct Standing {
  std::string title, settings;
  std::vector<double> errors = {};
  double error_mean = 0, error_sd = 0, fit_seconds = 0;
  double megabytes = 0;  ///< most memory held while it was measured, above what was held before
  Index rank = 0;
  std::string failure = {};  ///< why it could not be run, if so
  /// Of the paired test against the best, and Euclidean; 1 where differences are too few to tell.
  double p_best = 1, p_euclidean = 1;
};

/// What a file of results is for: anything else there is kept apart.
struct ContestKey {
  std::string fingerprint, prepare, cv;
  std::string sampling = {};  ///< how constraints are drawn
  Index k = 5;
  Index seed = 0;

  std::string text() const;
};

/// "option=value,option=value ..." of all options.
std::string settings_text(const Options& options);

class Contest {
 public:
  /// Reads what a file holds already, if there is one; "" = results are not kept. Error if it
  /// holds something else.
  Contest(const std::filesystem::path& file, ContestKey key);

  /// From the file, or measured and then kept.
  const Standing& stand(const Entrant& entrant, const Dataset& data, const Protocol& protocol,
                        const TrainOptions& training, const Common& common);

  /// All that were asked for, the least error first, with p-values; those that failed last.
  std::vector<Standing> table(Index folds) const;

  Index measured_before() const { return known_; }

 private:
  void keep() const;

  std::filesystem::path file_;
  ContestKey key_;
  Json kept_ = Json::object();
  std::vector<Standing> asked_ = {};
  Index known_ = 0;
};

/// The best that could be run, and the Euclidean metric among them.
const Standing& best_of(const std::vector<Standing>& table);
const Standing& euclidean_of(const std::vector<Standing>& table);

/// Aligned text, or a table of Markdown. "*" marks what is worse than the best, "+" and "-" what
/// is better or worse than Euclidean, by more than the luck of the folds.
std::string contest_table(const std::vector<Standing>& table, bool markdown);

Json to_json(const std::vector<Standing>& table);

/// An SVG picture of the errors, to be written to a file of its own.
std::string contest_picture(const std::vector<Standing>& table, const std::string& title);

/// Writes text to a file, whole or not at all.
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace mahala::cli
