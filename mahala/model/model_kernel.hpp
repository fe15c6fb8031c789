/// @file
/// Internal: how a model file keeps a learned kernel (kernel/learned_kernel.hpp).
///
///   tensor kernel.support   [s, d]  the support samples, prepared; [0, d] if precomputed
///   tensor kernel.middle    [s, s]  S
///   kernel.weight           a
///   kernel.option.NAME      every option of KernelOptions, fitted
#pragma once

#include <optional>

#include "mahala/data/file/safetensors.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

inline const std::string support_name = "kernel.support", middle_name = "kernel.middle";

void add_kernel(const LearnedKernel& kernel, Metadata& metadata);

/// The support as it is written. Error if it is not held as doubles.
const Matrix& stored_support(const LearnedKernel& kernel);

/// Error if an entry is missing, unknown or out of range, or sizes disagree.
LearnedKernel read_kernel(const Metadata& metadata, Matrix support, Matrix middle);

/// Error unless all numbers are finite and the factor of the model has a row a support sample.
void check_kernel(const LearnedKernel& kernel, const Model& model);

}  // namespace mahala
