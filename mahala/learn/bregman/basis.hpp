/// @file
/// Few directions that matter, for metrics that differ from their prior in those alone
/// (learn/bregman/iplr.hpp): in the space of the features, or as combinations Phi J of samples in
/// the space of a kernel.
///
///   features   svd           leading left singular vectors of X, not centred
///              kmeans        centres of k clusters of samples
///              class         class means if k is the number of classes; for smaller k the centres
///                            of k clusters of them, for larger k clusters inside every class
///              class-subset  the same, but means of k random classes for smaller k
///   kernel     subset        k random samples
///              random        k combinations with normal weights
///              kmeans        centres of k clusters of kernel k-means
///              class         the same inside every class, k shared among them
///              kpca          leading eigenvectors of the kernel
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), sections 3.6 and 6.2.
#pragma once

#include "mahala/core/names.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

enum class FeatureBasis { svd, kmeans, by_class, class_subset };

template <>
inline constexpr std::array<std::string_view, 4> names_of<FeatureBasis> = {"svd", "kmeans", "class",
                                                                           "class-subset"};

/// None: the whole space.
enum class KernelBasis { none, subset, random, kmeans, by_class, kpca };

template <>
inline constexpr std::array<std::string_view, 6> names_of<KernelBasis> = {
    "none", "subset", "random", "kmeans", "class", "kpca"};

/// R, d x k or fewer. Error if k exceeds the samples, or classes are needed and missing.
Matrix feature_basis(const Dataset& data, Index k, FeatureBasis how, Rng& rng);

/// J, n x k or fewer, of a basis that is not none. `labels` are those of the n samples.
Matrix kernel_basis(const Matrix& k0, const Labels& labels, Index k, KernelBasis how, Rng& rng);

/// R (R^T R)^{-1/2}: orthonormal columns of the same span, fewer if R is rank deficient.
Matrix orthonormal_basis(const Matrix& r);

/// T = (J^T K0 J)^{-1/2} J^T, k x n: T k(z) are the coordinates of z in the span of Phi J.
Matrix kernel_coordinates(const Matrix& k0, const Matrix& j);

/// Clusters of samples in the space of a kernel, numbered from 0; some may be empty. The best of
/// 5 random starts of Lloyd's iteration.
std::vector<Index> kernel_k_means(const Matrix& k0, Index clusters, Rng& rng);

}  // namespace mahala
