/// @file
/// How long learning will take, known before it begins.
#pragma once

#include <optional>

#include "mahala/train/train.hpp"

namespace mahala {

/// Learns from a few samples and, if that leaves open whether all of them take longer than
/// `least_seconds`, from three times as many; the time of all follows from the power of n between
/// the two. Takes a second and a half at most. Nothing where learning is quick, where even a few
/// samples take long, which steps that are counted show soon enough, or where a part cannot be
/// tried: of constraints that are given, or by a learner that chooses others by itself.
std::optional<double> estimated_seconds(const Learner& learner, const Dataset& data,
                                        const TrainOptions& options, std::uint64_t seed,
                                        double least_seconds = 60);

}  // namespace mahala
