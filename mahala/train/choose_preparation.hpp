/// @file
/// The preparation chosen by validation: samples as they are, standardised, or of unit length.
///
/// What helps is data's own matter: standardising takes the error of 5 neighbours on wine from 32
/// to 4 %, and on images from 23 to 29. The plain distance tells, by the vote of each sample's
/// neighbours among the others, and most learners agree with it. Where nothing is better, samples
/// are standardised. Without labels it tells by the pairs or triplets to be learned from: the one
/// whose plain distance agrees with them best (evaluate/by_constraints.hpp), or rather by what
/// the learner makes of each (learned_preparation.hpp).
#pragma once

#include <string>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

/// A preparation and what the plain distance makes of it.
struct PreparationTrial {
  std::string plan;
  double error = 0;  ///< of the vote of 5 neighbours, or by constraints
};

struct PreparationChoice {
  std::string plan;
  std::vector<PreparationTrial> tried = {};  ///< empty: there was nothing to choose by
};

/// The plans worth trying for such samples, `impute` ("impute:median", or "") in front of each.
std::vector<std::string> preparations_for(const Samples& x, const std::string& impute);

/// The same where samples are to be compared by products, which depend on their lengths: all of
/// unit length.
std::vector<std::string> preparations_for_products(const Samples& x, const std::string& impute);

/// What is done where there is nothing to choose by: dense samples are standardised, sparse ones
/// left as they are.
std::string usual_preparation(const Samples& x, const std::string& impute = "");

/// By at most 2,000 samples, drawn with `seed`. Data without one label for each sample, of one
/// class alone or of too few samples is chosen for by what is `given`, and the usual one is taken
/// where that cannot judge either. `plans` are those to choose among, none = those of
/// preparations_for.
PreparationChoice choose_preparation(const Dataset& data, const std::string& impute,
                                     std::uint64_t seed, const Constraints& given = {},
                                     std::vector<std::string> plans = {});

}  // namespace mahala
