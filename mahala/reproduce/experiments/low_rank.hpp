/// @file
/// Metrics of low rank against metrics of full rank on principal components, as in figure 9 of
/// Meyer et al. (2011).
#pragma once

#include "mahala/reproduce/experiments/kernel_figures.hpp"
#include "mahala/reproduce/experiments/learning.hpp"

namespace mahala::reproduce {

/// Methods that learn in the space of all features, then those on the leading components.
inline const std::vector<std::string> low_rank_methods = {"flat", "polar"};
inline const std::vector<std::string> projecting_methods = {"pca", "pca + itml", "pca + lmnn",
                                                            "pca + lego"};

/// Flat by conjugate gradients, which go on where the steps of steepest descent end.
inline const std::string to_the_optimum = "flat, to the optimum";

/// By the names above, at a rank.
Method low_rank_method(const std::string& name, Index rank);

/// Pairs as the paper draws them: at random, with percentiles of the start as bounds.
TrainOptions paper_pairs(Index count);

/// The same number of pairs inside every class and across.
TrainOptions class_pairs(Index per_class);

/// The best of the first methods has an error lower by `margin` than the best of the others.
Check better_at(const Results& results, const Sweep& sweep, Index rank, double margin,
                std::string claim);

}  // namespace mahala::reproduce
