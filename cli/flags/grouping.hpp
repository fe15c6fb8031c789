/// @file
/// The ways `mahala cluster` has of grouping samples.
///
///   kmeans        nothing is known
///   cop           pairs must be kept
///   hmrf          pairs count beside the shape of the clusters, and features are weighed
///   seeded        clusters start at samples whose label is known
///   constrained   and those stay where they are
#pragma once

#include "cli/flags/command.hpp"
#include "mahala/core/option.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala::cli {

struct Grouping {
  std::string method = "auto";  ///< auto: cop if there are pairs, else kmeans
  Index clusters = 0;           ///< 0 = as many as there are labels
  Index seeds = 0;              ///< samples of each label that are seeds; 0 = all
  Index restarts = 10;
};

Options describe(Grouping& grouping);

/// UsageError for flags that count for nothing with the method, and for pairs that it lacks.
void check_grouping(const Command& command, const Grouping& grouping, bool pairs);

/// Nothing is known: K-means, which keeps sparse samples sparse.
bool plain(const Grouping& grouping, bool pairs);

struct Grouped {
  std::string method = {};
  std::vector<Index> cluster = {};
  std::vector<Index> seeds = {};        ///< the cluster told of each sample, or -1
  std::vector<std::string> names = {};  ///< of clusters that began at labels
  Index count = 0;
  double objective = 0;
  Index iterations = 0;
  bool converged = false;
};

/// Of samples whose plain distances count. Error if the method needs labels that are not there.
Grouped group(const Dataset& data, const Pairs& pairs, const Grouping& grouping,
              std::uint64_t seed);

}  // namespace mahala::cli
