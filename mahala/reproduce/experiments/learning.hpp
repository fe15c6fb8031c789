/// @file
/// What experiments on labelled data share: methods by name, errors of neighbours' votes, clusters.
#pragma once

#include <string>
#include <vector>

#include "mahala/compare/candidate.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/reproduce/results.hpp"

namespace mahala::reproduce {

/// A learner as an experiment calls it.
struct Method {
  std::string title;
  std::string learner;
  Settings settings = {};    ///< the value "d" stands for the number of features
  std::string prepare = {};  ///< its own preparation; "" = that of the others
  std::string chosen = {};   ///< an option that two-fold cross-validation on the training part
  std::vector<std::string> values = {};  ///< chooses among these
  std::string draws_as =
      {};  ///< given the pairs that would be drawn for this learner; "" = its own
};

/// 10^-3 .. 10^3, which step sizes are chosen from.
std::vector<std::string> powers_of_ten();

/// The method with its settings for samples of `dim` features.
LearnerCandidate candidate_of(const Method& method, Index dim);

/// Learns from prepared samples or raw ones, as `options` say; Error if it diverges.
Trained learned(const Method& method, const Dataset& data, const TrainOptions& options,
                std::uint64_t seed, const std::optional<Constraints>& given = {});

/// "error", the share of wrong votes of the k nearest over both folds of a random partition, and
/// "seconds" of a fit.
Numbers two_fold(const Method& method, const Dataset& data, const TrainOptions& options, Index k,
                 std::uint64_t seed);

/// The share of `test` that the k nearest of `train` get wrong.
double vote_error(const Model& model, const Dataset& train, const Dataset& test, Index k);

/// Some samples of each of these classes at random, in random order; all if there are fewer.
Dataset some_of(const Dataset& data, const std::vector<std::string>& classes, Index count,
                std::uint64_t seed);

/// So many at random.
Dataset some_of(const Dataset& data, Index count, std::uint64_t seed);

/// How many different classes samples are of: a selection keeps the names of all.
Index class_count(const Labels& labels);

/// The agreement (NMI) of k-means clusters of these coordinates, one column a sample, with classes.
double clusters_nmi(const Matrix& coordinates, const Labels& labels, std::uint64_t seed);

}  // namespace mahala::reproduce
