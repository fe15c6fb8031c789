/// @file
/// Internal to comparisons: a JSON file of what was measured, by data and protocol.
///
///   {"kind": "mahala compare", "results": {KEY: {"learner settings": {"errors": [...], ...}}}}
#pragma once

#include <memory>
#include <optional>

#include "mahala/compare/comparison.hpp"

namespace mahala {

class ResultsFile {
 public:
  /// Reads what the file holds already, if there is one; "" = nothing is kept. Error if it holds
  /// something else. Results of another key are kept apart.
  ResultsFile(std::filesystem::path file, std::string key);
  ~ResultsFile();

  /// None if it was not measured before.
  std::optional<ComparedMethod> find(const LearnerCandidate& candidate) const;

  /// Writes the file, whole or not at all.
  void keep(const LearnerCandidate& candidate, const ComparedMethod& method);

 private:
  struct Content;
  std::filesystem::path file_;
  std::string key_;
  std::unique_ptr<Content> content_;
};

/// All that results depend on besides the learner.
std::string results_key(const Dataset& data, const CompareOptions& options);

}  // namespace mahala
