/// @file
/// Passive-aggressive learning of a low-rank W = A B^T: each factor moves just far enough to undo
/// the loss of the example, at most by the step size (optimize/similarity/passive_aggressive.hpp).
///
///   pa          a similarity from triplets (learn/similarity/loreta.hpp)
///   pa-labels   label scores A B^T x from rankings (learn/similarity/loreta_labels.hpp)
///
/// Start       as theirs: of pa-labels `zero` as well, a perceptron's first updates cut to rank k.
/// Cost        O(nnz k) an example, and L k for L labels.
/// Objective   the mean loss of the last `window` examples, each before its step.
///
/// Reference   Shalit, Weinshall, Chechik, JMLR 13 (2012), section 7.1.4; K. Crammer et al.,
///             "Online Passive-Aggressive Algorithms", JMLR 7 (2006).
#pragma once

#include "mahala/learn/similarity/bilinear_learning.hpp"
#include "mahala/learn/similarity/loreta_labels.hpp"

namespace mahala {

/// In which the factors move.
enum class FactorOrder { sequential, simultaneous };

template <>
inline constexpr std::array<std::string_view, 2> names_of<FactorOrder> = {"sequential",
                                                                          "simultaneous"};

struct PaOptions {
  BilinearOptions from = {};
  FactorOrder order = FactorOrder::sequential;
  StepOptions steps = {};  ///< `step` is C, the longest move
};

struct PaLabelsOptions {
  BilinearOptions from = {};
  FactorOrder order = FactorOrder::sequential;
  LabelDirection direction = LabelDirection::paper;
  StepOptions steps = {};
};

Options describe(PaOptions& options);
Options describe(PaLabelsOptions& options);

std::unique_ptr<OnlineState> pa_stream(const StreamShape& shape, const PaOptions& options = {},
                                       const Run& run = {});
std::unique_ptr<OnlineState> pa_labels_stream(const StreamShape& shape,
                                              const PaLabelsOptions& options = {},
                                              const Run& run = {});

Fit pa(const Dataset& data, const Constraints& triplets, const PaOptions& options = {},
       const Run& run = {});
Fit pa_labels(const Dataset& data, const Constraints& rankings, const PaLabelsOptions& options = {},
              const Run& run = {});

}  // namespace mahala
