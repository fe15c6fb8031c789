/// @file
/// LEGO: a full metric from triplets or pairs, one LogDet step each, W = I at first and always
/// positive definite (optimize/similarity/lego.hpp).
///
///   loss=pairs      the query nearer to the near sample than `near` and farther from the far one
///                   than `far`, squared distances; each bound that is missed is stepped on
///   loss=triplets   the near sample nearer than the far one, by 1
///
/// Bounds of 0 are the 5th and 95th percentile of the Euclidean distances of the samples. Given
/// pairs have bounds of their own, one step each.
///
/// Cost        O(d^2) a triplet; d^2 memory. Refused above 5,000 features.
/// Objective   the mean loss of the last `window` triplets, each before its step.
///
/// Reference   P. Jain, B. Kulis, I. Dhillon, K. Grauman, "Online Metric Learning and Fast
///             Similarity Search", NIPS 2008.
#pragma once

#include "mahala/learn/similarity/bilinear_learning.hpp"

namespace mahala {

enum class LegoLoss { pairs, triplets };

template <>
inline constexpr std::array<std::string_view, 2> names_of<LegoLoss> = {"pairs", "triplets"};

struct LegoOptions {
  LegoLoss loss = LegoLoss::pairs;
  double near = 0, far = 0;  ///< bounds of pairs; 0 = percentiles of the distances
  StepOptions steps = {.usual_draw = TripletDraw::neighbours};
};

Options describe(LegoOptions& options);

std::unique_ptr<OnlineState> lego_stream(const StreamShape& shape, const LegoOptions& options = {},
                                         const Run& run = {});

/// From nothing (triplets are drawn from the labels), triplets or pairs.
Fit lego(const Dataset& data, const Constraints& given, const LegoOptions& options = {},
         const Run& run = {});

}  // namespace mahala
