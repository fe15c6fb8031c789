/// @file
/// What there is to say in numbers about a learned metric.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mahala/model/model.hpp"
#include "mahala/report/distance_quality.hpp"
#include "mahala/report/model_facts.hpp"
#include "mahala/report/table.hpp"

namespace mahala {

struct ReportSubject {
  std::string title = {};
  std::string basis = {};  ///< on which samples the numbers are, and how far they can be trusted
  Model model = {};
  ReportSample sample = {};
  ModelFacts facts = {};                   ///< besides those of the model
  std::vector<std::string> features = {};  ///< names of the raw features, or empty
};

struct Findings : MeasuredDistances {
  std::optional<Difference> change = {};     ///< of the error, where there are classes
  std::optional<Difference> same_rank = {};  ///< against as many principal components
  double kept_neighbours = 0;                ///< share
  Vector stretch = {};                       ///< per raw feature
};

Findings look_into(const ReportSubject& subject);

/// A row for each distance; what cannot be measured is left out.
Table summary(const ReportSubject& subject, const Findings& findings);

/// Does it help? A plain sentence or two.
std::string verdict(const ReportSubject& subject, const Findings& findings);

/// How much a learned distance depends on each input feature. Let s_j be the standard deviation of
/// feature j, x -> P x the linear part of preparation. Changing feature j by s_j moves a sample by
///
///   t_j = s_j sqrt((P^T W P)_jj),      stretch_j = t_j / sqrt(mean_k t_k^2).
///
/// It has no unit, and is 1 for every feature in the plain distance on standardised ones. Means are
/// over the features that preparation keeps; others have stretch 0. Scaling samples to unit length
/// is not linear: features are taken as they are after it.
///
/// One number per feature of the raw samples `x`; all zero if no feature moves anything. None for
/// a model of a kernel, which depends on samples instead.
Vector stretch(const Model& model, const Samples& x);

}  // namespace mahala
