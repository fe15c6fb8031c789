/// @file
/// New dense samples, in memory or in a file.
///
/// What is made of samples of a file, such as standardised ones, may be as large as the file.
/// Beyond largest_block_in_memory() (core/memory.hpp) it is put into a temporary file, which has no
/// name and is gone when the samples are.
#pragma once

#include "mahala/core/function_ref.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

template <class Scalar>
using DenseBlock = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

/// d x n numbers as `fill` leaves them, which is given them uninitialised.
template <class Scalar>
Samples::Storage placed(Index dim, Index n, FunctionRef<void(Eigen::Ref<DenseBlock<Scalar>>)> fill);

/// The numbers of mapped samples, to be changed, if they are of a file that `placed` made and
/// nobody else sees them; null otherwise.
template <class Scalar>
Scalar* changeable(const Mapped<Scalar>& mapped);

extern template Samples::Storage placed<double>(Index, Index,
                                                FunctionRef<void(Eigen::Ref<DenseBlock<double>>)>);
extern template Samples::Storage placed<float>(Index, Index,
                                               FunctionRef<void(Eigen::Ref<DenseBlock<float>>)>);
extern template Samples::Storage placed<Half>(Index, Index,
                                              FunctionRef<void(Eigen::Ref<DenseBlock<Half>>)>);
extern template double* changeable(const Mapped<double>&);
extern template float* changeable(const Mapped<float>&);
extern template Half* changeable(const Mapped<Half>&);

/// These numbers as samples, in memory.
template <class Scalar>
Samples::Storage held(DenseBlock<Scalar> block);
extern template Samples::Storage held<double>(DenseBlock<double>);
extern template Samples::Storage held<float>(DenseBlock<float>);
extern template Samples::Storage held<Half>(DenseBlock<Half>);

}  // namespace mahala
