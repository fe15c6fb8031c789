/// @file
/// What adapting found: numbers of held-out feedback for the embeddings as they are, whitened,
/// adapted, and adapted to shuffled feedback.
#pragma once

#include <string>
#include <vector>

#include "mahala/adapt/gate.hpp"
#include "mahala/evaluate/bootstrap.hpp"

namespace mahala {

/// Means with their intervals, one for each metric.
struct AdaptRow {
  std::string name = {};       ///< "base", "whitening alone", "adapted", "shuffled feedback"
  std::string candidate = {};  ///< "documents:0.3 + ridge:1"
  std::vector<double> values = {};
  std::vector<Interval> intervals = {};
};

/// A query under the base and adapted.
struct QueryChange {
  std::string id = {};
  double base = 0, adapted = 0;
};

struct NeededQueries {
  double gain = 0;
  Index queries = 0;
};

struct AdaptReport {
  std::string metric = {};                ///< that has to improve
  std::string tested = {};                ///< what the gate's numbers are of
  std::vector<std::string> metrics = {};  ///< of the rows
  std::vector<AdaptRow> rows = {};
  GateResult gate = {};
  bool shipped = false;
  std::string chosen = {};        ///< the candidate with the best mean, shipped or not
  std::string side = {};          ///< "two" or "query"
  std::string verdict = {};       ///< one sentence
  std::string units = {};         ///< what is counted: "query" or "pair"
  Index judged = 0;               ///< units of the feedback
  Index tried = 0;                ///< units that candidates were tried on
  Index items = 0, searched = 0;  ///< all, and those that candidates searched
  Index folds = 0, candidates = 0;
  Index unknown = 0, dropped = 0, irrelevant = 0;  ///< as in Feedback
  std::vector<NeededQueries> needed = {};
  std::vector<QueryChange> gained = {}, lost = {};  ///< most first
};

}  // namespace mahala
