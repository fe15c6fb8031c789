#include "mahala/report/findings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "mahala/data/prepare/feature_places.hpp"

namespace mahala {
namespace {

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

/// "Against OTHER: 3.2 more errors in 100 samples (95 % interval +1.5 to +5.0)."
std::string change_text(const Difference& change, const std::string& other) {
  const auto& [mean, interval] = change;
  const bool unclear = interval.low <= 0 && interval.high >= 0;
  return fmt::format("Against {}: {} (95 % interval {:+.1f} to {:+.1f}).", other,
                     unclear ? "no significant difference in errors"
                             : fmt::format("{:.1f} {} errors in 100 samples", 100 * std::abs(mean),
                                           mean < 0 ? "fewer" : "more"),
                     100 * interval.low, 100 * interval.high);
}

}  // namespace

Findings look_into(const ReportSubject& subject) {
  Findings findings{measure_distances(subject.model, subject.sample)};
  const auto against = [&](const DistanceQuality& other) {
    return difference(other, findings.after(), subject.sample.seed);
  };
  if (subject.sample.has_classes()) {
    findings.change = against(findings.before());
    if (findings.same_rank_at) {
      findings.same_rank = against(findings.distances[*findings.same_rank_at]);
    }
  }
  findings.kept_neighbours = kept_neighbours(findings.before(), findings.after());
  findings.stretch = stretch(subject.model, subject.sample.items.x);
  return findings;
}

Table summary(const ReportSubject& subject, const Findings& findings) {
  const bool classes = subject.sample.has_classes(), labels = !subject.sample.items.labels.empty();
  const bool pairs = findings.after().verification.has_value();
  std::vector<std::string> header = {"distance"};
  if (classes) header.insert(header.end(), {"error [%]", "95 % interval"});
  if (labels) header.emplace_back("neighbours with the same label [%]");
  if (pairs) header.insert(header.end(), {"AUC", "equal error [%]"});
  header.emplace_back("dimensions");
  Table table(header);
  for (const DistanceQuality& quality : findings.distances) {
    std::vector<std::string> row = {quality.name};
    if (classes) {
      row.push_back(percent(quality.error));
      row.push_back(fmt::format("{} – {}", percent(quality.error_interval.low),
                                percent(quality.error_interval.high)));
    }
    if (labels) row.push_back(percent(quality.precision));
    if (pairs) {
      row.push_back(fmt::format("{:.3f}", quality.verification->auc));
      row.push_back(percent(quality.verification->equal_error_rate));
    }
    row.push_back(std::to_string(quality.rank));
    table.add(std::move(row));
  }
  return table;
}

std::string verdict(const ReportSubject& subject, const Findings& findings) {
  if (!findings.change) {
    return fmt::format("The learned distance keeps {} % of the {} nearest neighbours.",
                       percent(findings.kept_neighbours), subject.sample.k);
  }
  const std::string best =
      findings.distances.empty()
          ? "the plain distance"
          : fmt::format("the best plain distance ({})", findings.before().name.substr(7));
  std::string text = change_text(*findings.change, best);
  if (findings.same_rank) {
    fmt::format_to(std::back_inserter(text), " {}",
                   change_text(*findings.same_rank, "the plain distance of the same rank"));
  }
  return text;
}

namespace {

/// Steps of preparation before the first that mixes features.
Prepare before_mixing(const Prepare& prepare) {
  Prepare head;
  for (const PrepareStep& step : prepare.steps) {
    if (step.axes.size() > 0) break;
    head.steps.push_back(step);
  }
  return head;
}

/// The linear part of the other steps as a d x d' matrix; empty for the identity.
Matrix mixing(const Prepare& prepare, std::size_t first) {
  Matrix map;
  for (std::size_t k = first; k < prepare.steps.size(); ++k) {
    const PrepareStep& step = prepare.steps[k];
    if (step.axes.size() > 0) map = map.size() == 0 ? step.axes : Matrix(map * step.axes);
    if (step.scale.size() > 0) map *= step.scale.cwiseInverse().asDiagonal();
    if (step.weight.size() > 0) map *= step.weight.asDiagonal();
    if (step.place.size() > 0) map = Matrix(map(Eigen::all, kept_features(step.place)));
  }
  return map;
}

/// The diagonal of P^T W P, with P^T = map.
Vector weights(const Model& model, const Matrix& map) {
  const auto squares = [&](const Matrix& factor) -> Vector {
    return map.size() == 0 ? factor.rowwise().squaredNorm()
                           : Matrix(map * factor).rowwise().squaredNorm();
  };
  Vector all = squares(model.left);
  if (model.minus.cols() > 0) all -= squares(model.minus);
  if (map.size() == 0) return all.array() + model.identity;
  return all + model.identity * map.rowwise().squaredNorm();
}

/// Whether each raw feature varies by more than the rounding of its mean. Missing cells do.
Eigen::Array<bool, Eigen::Dynamic, 1> varies(const Samples& x) {
  const Vector centre = mean(x), spread = standard_deviation(x, centre);
  return !(spread.array() <= 1e-13 * centre.array().abs());
}

}  // namespace

Vector stretch(const Model& model, const Samples& x) {
  if (model.domain == Domain::kernel) return {};
  const Prepare head = before_mixing(model.prepare);
  const Samples prepared = apply(head, x);
  const std::vector<Index> kept = features_kept(head, x.dim());
  const Vector spread = varies(x)(kept).select(standard_deviation(prepared, mean(prepared)), 0);
  const Vector moved =
      spread.cwiseProduct(weights(model, mixing(model.prepare, head.steps.size())).cwiseSqrt());
  const double scale = moved.norm() / std::sqrt(static_cast<double>(moved.size()));
  Vector stretched = Vector::Zero(x.dim());
  if (scale > 0) stretched(kept) = moved / scale;
  return stretched;
}

}  // namespace mahala
