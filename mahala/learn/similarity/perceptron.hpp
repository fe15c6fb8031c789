/// @file
/// Label scores W x of full rank from samples with their labels, W = 0 at first.
///
///   perceptron         W += step e x^T where the hinge loss has direction e x^T
///   group-perceptron   the same sum through a mirror that prefers few features shared by many
///                      labels: the (2,1) norm
///
/// The loss has a fixed margin, so the step size matters (optimize/similarity/perceptron.hpp).
///
/// Cost        O(nnz L) an example, L d memory.
/// Objective   the mean loss of the last `window` examples, each before its step.
///
/// Reference   S. Kakade, S. Shalev-Shwartz, A. Tewari, "Regularization Techniques for Learning
///             with Matrices", JMLR 13 (2012).
#pragma once

#include "mahala/learn/similarity/loreta_labels.hpp"

namespace mahala {

struct PerceptronOptions {
  LabelDirection direction = LabelDirection::paper;
  StepOptions steps = {};
};

struct GroupPerceptronOptions {
  LabelDirection direction = LabelDirection::paper;
  double exponent = 0;  ///< P of the mirror; 0 = ln of the number of features, at least 2
  StepOptions steps = {};
};

Options describe(PerceptronOptions& options);
Options describe(GroupPerceptronOptions& options);

std::unique_ptr<OnlineState> perceptron_stream(const StreamShape& shape,
                                               const PerceptronOptions& options = {},
                                               const Run& run = {});
std::unique_ptr<OnlineState> group_perceptron_stream(const StreamShape& shape,
                                                     const GroupPerceptronOptions& options = {},
                                                     const Run& run = {});

Fit perceptron(const Dataset& data, const Constraints& rankings,
               const PerceptronOptions& options = {}, const Run& run = {});
Fit group_perceptron(const Dataset& data, const Constraints& rankings,
                     const GroupPerceptronOptions& options = {}, const Run& run = {});

}  // namespace mahala
