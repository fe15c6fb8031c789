/// @file
/// One number for how good a model is on samples it was not learned from: used by learners
/// to choose settings, and in learning curves.
#pragma once

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

/// Neighbours that vote where something is chosen.
constexpr Index choosing_votes = 5;

/// Can votes judge a metric on it: does every sample have one label, are there two classes?
bool can_vote(const Dataset& data);

/// The mean average precision on labelled samples that are prepared already. Metrics and
/// similarities: each as query among the others, relevant are those that share a label, the
/// nearest or the most similar first (Shalit, Weinshall, Chechik, JMLR 2012, 7.1.3). Rankings:
/// the labels ranked for each sample. NaN if no query has anything to find.
double mean_average_precision(const Model& model, const Dataset& data);

/// The weighted fraction of triplets of prepared samples that a metric or similarity satisfies;
/// NaN if their weights do not add up to more than 0.
double triplet_accuracy(const Model& model, const Samples& x, const Triplets& triplets);

/// The area under the curve by which a metric tells "at most" pairs of prepared samples from "at
/// least" pairs; others are left out. NaN unless there are pairs of both kinds.
double pair_auc(const Model& model, const Samples& x, const Pairs& pairs);

}  // namespace mahala
