#include "cli/output/report_json.hpp"

#include "mahala/core/linalg/highest.hpp"
#include "mahala/report/metric_figures.hpp"

namespace mahala::cli {
namespace {

constexpr Index listed_features = 20;

Json quality_json(const DistanceQuality& quality, bool classes, bool labels) {
  Json json = {{"name", quality.name}, {"rank", quality.rank}};
  if (classes) {
    json["error"] = quality.error;
    json["error_interval"] = {quality.error_interval.low, quality.error_interval.high};
  }
  if (labels) json["neighbours_alike"] = quality.precision;
  if (quality.verification) {
    const Verification& v = *quality.verification;
    json.update({{"auc", v.auc},
                 {"equal_error_rate", v.equal_error_rate},
                 {"threshold", v.threshold},
                 {"accuracy", v.accuracy}});
  }
  return json;
}

}  // namespace

Json to_json(const ReportSubject& subject, const Findings& findings) {
  const ReportSample& sample = subject.sample;
  const bool classes = sample.has_classes(), labels = !sample.items.labels.empty();
  Json distances = Json::array(), features = Json::array();
  for (const DistanceQuality& quality : findings.distances) {
    distances.push_back(quality_json(quality, classes, labels));
  }
  for (const Index k : highest(findings.stretch, listed_features)) {
    features.push_back(
        {{"feature", feature_name(subject.features, k)}, {"stretch", findings.stretch[k]}});
  }
  const Vector values = spectrum(subject.model);
  Json json = {{"verdict", verdict(subject, findings)},
               {"basis", subject.basis},
               {"k", sample.k},
               {"judged", sample.queries.size()},
               {"among", sample.items.size()},
               {"distances", std::move(distances)},
               {"kept_neighbours", findings.kept_neighbours},
               {"stretch", std::move(features)},
               {"spectrum", std::vector<double>(values.begin(), values.end())}};
  if (findings.change) {
    const auto& [mean, interval] = *findings.change;
    json["error_change"] = {{"mean", mean}, {"interval", {interval.low, interval.high}}};
  }
  return json;
}

}  // namespace mahala::cli
