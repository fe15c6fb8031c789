#include "cli/output/report_json.hpp"

#include "mahala/core/linalg/highest.hpp"
#include "mahala/report/metric_figures.hpp"

namespace mahala::cli {
namespace {

constexpr Index listed_features = 20;

Json judged_json(const Judged& judged, bool classes, bool labels) {
  Json json = {{"name", judged.name}, {"rank", judged.rank}};
  if (classes) {
    json["error"] = judged.error;
    json["error_interval"] = {judged.error_interval.low, judged.error_interval.high};
  }
  if (labels) json["neighbours_alike"] = judged.precision;
  if (judged.verification) {
    const Verification& v = *judged.verification;
    json.update({{"auc", v.auc},
                 {"equal_error_rate", v.equal_error_rate},
                 {"threshold", v.threshold},
                 {"accuracy", v.accuracy}});
  }
  return json;
}

}  // namespace

Json to_json(const ReportSubject& subject, const Findings& findings) {
  const Exhibit& exhibit = subject.exhibit;
  const bool classes = exhibit.has_classes(), labels = !exhibit.items.labels.empty();
  Json distances = Json::array(), features = Json::array();
  for (const Judged& judged : findings.distances) {
    distances.push_back(judged_json(judged, classes, labels));
  }
  for (const Index k : highest(findings.stretch, listed_features)) {
    features.push_back(
        {{"feature", feature_name(subject.features, k)}, {"stretch", findings.stretch[k]}});
  }
  const Vector values = spectrum(subject.model);
  Json json = {{"verdict", verdict(subject, findings)},
               {"basis", subject.basis},
               {"k", exhibit.k},
               {"judged", exhibit.queries.size()},
               {"among", exhibit.items.size()},
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
