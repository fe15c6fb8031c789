/// @file
/// What there is to say in numbers about a learned metric.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

}  // namespace mahala
