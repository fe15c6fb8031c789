/// @file
/// Clustering of samples, with or without what is known of them.
///
///   kmeans        nothing is known
///   cop           pairs must be kept
///   hmrf          pairs count beside the shape of the clusters, and features are weighed
///   seeded        clusters start at samples whose label is known
///   constrained   and those stay where they are
#pragma once

#include <optional>

#include "mahala/core/option.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/evaluate/measurement.hpp"

namespace mahala {

/// `automatic` stands for cop if there are pairs, else kmeans.
enum class GroupMethod { automatic, kmeans, cop, hmrf, seeded, constrained };

template <>
inline constexpr std::array<std::string_view, 6> names_of<GroupMethod> = {
    "auto", "kmeans", "cop", "hmrf", "seeded", "constrained"};

struct Grouping {
  GroupMethod method = GroupMethod::automatic;
  Index clusters = 0;  ///< 0 = as many as there are labels
  Index seeds = 0;     ///< samples of each label that are seeds; 0 = all
  Index restarts = 10;
};

Options describe(Grouping& grouping);

/// The method that is meant where there are pairs or are none.
GroupMethod grouping_method(const Grouping& grouping, bool pairs);

/// What a method learns from; both are false for kmeans.
bool groups_by_pairs(GroupMethod method);
bool groups_by_seeds(GroupMethod method);

struct Grouped {
  GroupMethod method = GroupMethod::kmeans;
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

/// How clusters agree with the labels of samples that have one and were no seeds; nothing if there
/// are none.
std::optional<Measurement> agreement_with_labels(const Dataset& data, const Grouped& found);

}  // namespace mahala
