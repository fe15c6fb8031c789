/// @file
/// Numbers computed from units of one sort (queries, samples, pairs or triplets) that can be
/// computed again from any list of those units, which is what the bootstrap asks for.
///
///   votes          error: fraction of queries that the vote of their neighbours gets wrong
///   retrieval      map, mrr; precision_at_K, recall_at_K, ndcg_at_K for each cut: means over
///                  the queries to which something is relevant (ranked.hpp)
///   clustering     nmi, adjusted_rand, clustering_error (agreement.hpp); resampling takes the
///                  clusters as they are
///   verification   auc, equal_error_rate, threshold, accuracy (verification.hpp)
///   labels         map, one_error, mrr; precision_at_K, recall_at_K, ndcg_at_K: means over the
///                  samples that have a label (label_ranking.hpp); one_error is the fraction whose
///                  first label is none of theirs
///   distances      rmse, mean_absolute_error and r_squared of observed squared distances: what the
///                  metric says of them, pair by pair
///   recognition    mean_recognition: the mean over classes of the share of each that is recognised
///   triplets       triplet_accuracy: the weighted fraction that is satisfied; a tie counts one
///   half
#pragma once

#include <string>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/evaluate/bootstrap.hpp"
#include "mahala/evaluate/retrieval.hpp"
#include "mahala/evaluate/verification.hpp"
#include "mahala/model/reliability.hpp"

namespace mahala {

struct Measurement {
  std::vector<std::string> names = {};
  std::string unit = {};    ///< of which there are `units`: "query", "sample", "pair", "triplet"
  Index units = 0;          ///< 0 where there is nothing to measure
  Statistics numbers = {};  ///< one for each name; NaN where undefined
};

Measurement measure_votes(const std::vector<Index>& predicted, const std::vector<Index>& truth);

/// The same votes, every class counting alike.
Measurement measure_recognition(const std::vector<Index>& predicted,
                                const std::vector<Index>& truth);

/// Of pairs that ask for the very squared distances; j may be the origin.
Measurement measure_distances(const Samples& embedded, const Pairs& observed);

std::vector<std::string> retrieval_names(const std::vector<Index>& cuts);
Measurement measure_retrieval(Retrieval found);

/// Of labels ranked for samples.
Measurement measure_label_ranking(Retrieval ranked);

std::vector<std::string> clustering_names();
Measurement measure_clustering(std::vector<Index> clusters, std::vector<Index> classes);

std::vector<std::string> verification_names();

/// Of embedded samples.
Measurement measure_verification(const Samples& embedded, std::vector<LabelledPair> pairs);

/// The same of any numbers that are small where samples are alike, one for each pair.
Measurement measure_verification(const std::vector<double>& distances,
                                 std::vector<LabelledPair> pairs);
/// decided_right, brier, log_loss and calibration_error (model/reliability.hpp).
Measurement measure_forecasts(std::vector<Forecast> forecasts);

Measurement measure_triplets(const Samples& embedded, const Triplets& triplets);
/// Of the two sides of a similarity.
Measurement measure_triplets(const Samples& left, const Samples& right, const Triplets& triplets);

/// The numbers of all units; NaN if there is none.
std::vector<double> values(const Measurement& measurement);

/// One for each number.
std::vector<Interval> intervals(const Measurement& measurement, const BootstrapOptions& options,
                                Rng& rng);

/// The numbers of a, those of b ("NAME_other") and a - b ("NAME_difference"), all from the same
/// units. Error unless they have the same names and as many units.
Measurement beside(Measurement a, Measurement b);

}  // namespace mahala
