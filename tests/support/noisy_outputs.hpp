/// @file
/// Inputs with the noisy outputs of a system of low rank, for tests and benchmarks of regression.
#pragma once

#include "mahala/reproduce/noisy_outputs.hpp"

namespace mahala::test {

using reproduce::NoisyOutputs;

}  // namespace mahala::test
