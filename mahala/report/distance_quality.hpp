/// @file
/// How well a distance tells the samples of a report apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mahala/evaluate/bootstrap.hpp"
#include "mahala/model/model.hpp"
#include "mahala/report/report_sample.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala {

struct DistanceQuality {
  std::string name = {};
  Index rank = 0;        ///< dimensions it compares samples in
  Samples queries = {};  ///< where its distance is the plain one
  Neighbours near = {};  ///< the k nearest items of every query, itself left out

  // If every sample has one of several classes:
  std::vector<Index> predicted = {};  ///< by the vote of the neighbours
  std::vector<double> wrong = {};     ///< 1 for every query classified wrongly, else 0
  double error = 0;                   ///< mean of these
  Interval error_interval = {};       ///< 95 %, by the bootstrap over queries

  // If there are labels:
  double precision = 0;  ///< mean share of the neighbours that have a label of the query

  // If there are pairs of both sorts:
  std::vector<double> distances = {};  ///< squared, of the pairs of the sample
  std::optional<Verification> verification = {};
};

/// Distances measured on the same samples.
struct MeasuredDistances {
  std::vector<DistanceQuality> distances = {};
  std::size_t before_at = 0;                     ///< what the learned distance has to beat
  std::optional<std::size_t> same_rank_at = {};  ///< the plain one of the learned one's rank

  const DistanceQuality& before() const { return distances[before_at]; }
  const DistanceQuality& after() const { return distances.back(); }  ///< the learned one
};

/// The plain distance on the samples as they are and on standardised ones, where no cell is
/// missing; on samples prepared as the model does, if that is something else; on as many of their
/// principal components as the learned one has dimensions, if that is less; the learned one. To be
/// beaten is the plain distance of the fewest errors, without classes that on prepared samples.
MeasuredDistances measure_distances(const Model& model, const ReportSample& sample);

/// Errors after minus before, per query, with its 95 % interval by the bootstrap.
struct Difference {
  double mean = 0;
  Interval interval = {};
};

Difference difference(const DistanceQuality& before, const DistanceQuality& after,
                      std::uint64_t seed);

/// The mean share of the neighbours before that are neighbours after.
double kept_neighbours(const DistanceQuality& before, const DistanceQuality& after);

/// Have both a label? Else it is not known whether they are alike.
bool comparable(const ReportSample& sample, Index query, Index item);

/// Do query and item share a label?
bool alike(const ReportSample& sample, Index query, Index item);

}  // namespace mahala
