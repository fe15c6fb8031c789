#include "cli/flags/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mahala/evaluate/significance.hpp"
#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", p); }

Json measured_json(const Measured& measured) {
  if (measured.values.empty()) return nullptr;
  return {{"mean", measured.mean},
          {"sd", measured.sd},
          {"low", measured.interval.low},
          {"high", measured.interval.high}};
}

Json method_json(const Method& method) {
  if (!method.error.empty()) return {{"error", method.error}};
  Json json = {{"error_mean", method.score.error_mean},
               {"error_sd", method.score.error_sd},
               {"error_low", method.score.error_interval.low},
               {"error_high", method.score.error_interval.high},
               {"rank", method.score.rank},
               {"fit_seconds", method.score.fit_seconds}};
  for (const Measured& each : method.score.measured) json[each.name] = measured_json(each);
  return json;
}

std::string interval_text(double scale, double mean, const Interval& interval, int digits) {
  return fmt::format("{:.{}f} [{:.{}f}, {:.{}f}]", scale * mean, digits, scale * interval.low,
                     digits, scale * interval.high, digits);
}

std::string measured_text(const Measured& measured, bool show_interval) {
  if (measured.values.empty()) return "undefined";
  if (show_interval) return interval_text(1, measured.mean, measured.interval, 3);
  return fmt::format("{:.3f} ± {:.3f}", measured.mean, measured.sd);
}

std::string error_text(const Score& score, bool show_interval) {
  if (show_interval) return interval_text(100, score.error_mean, score.error_interval, 2);
  return fmt::format("{:.2f} ± {:.2f}", 100 * score.error_mean, 100 * score.error_sd);
}

std::vector<std::string> header(const Score& score) {
  std::vector<std::string> cells = {"method", "error %", "p-value", "rank", "s per fit"};
  for (const Measured& each : score.measured) cells.push_back(title(each.name, 0));
  return cells;
}

/// As wide as the header.
std::vector<std::string> comparison_row(const Method& method, const std::string& p_value,
                                        std::size_t width, bool show_intervals) {
  std::vector<std::string> cells = {method.name};
  const Score& score = method.score;
  if (!method.error.empty()) {
    cells.emplace_back("not run");
  } else {
    cells.push_back(error_text(score, show_intervals));
    cells.push_back(p_value);
    cells.push_back(std::to_string(score.rank));
    cells.push_back(fmt::format("{:.3g}", score.fit_seconds));
    for (const Measured& each : score.measured) {
      cells.push_back(measured_text(each, show_intervals));
    }
  }
  cells.resize(width);
  return cells;
}

}  // namespace

std::string title(const std::string& number, Index k) {
  static const std::map<std::string, std::string> titles = {{"map", "mAP"},
                                                            {"mrr", "MRR"},
                                                            {"precision", "P"},
                                                            {"recall", "R"},
                                                            {"ndcg", "nDCG"},
                                                            {"nmi", "NMI"},
                                                            {"one_error", "one error"},
                                                            {"adjusted_rand", "adj. Rand"},
                                                            {"clustering_error", "cluster error"},
                                                            {"auc", "AUC"},
                                                            {"equal_error_rate", "EER"},
                                                            {"triplet_accuracy", "triplets right"}};
  if (number == "error") return fmt::format("{}-NN error", k);
  constexpr std::string_view cut = "_at_";
  if (const auto at = number.find(cut); at != std::string::npos) {
    return titles.at(number.substr(0, at)) + "@" + number.substr(at + cut.size());
  }
  const auto found = titles.find(number);
  return found == titles.end() ? number : found->second;
}

void compare(Comparison& comparison, Index folds) {
  for (Method& baseline : comparison.baselines) {
    if (!baseline.error.empty()) continue;
    baseline.p_value = paired_test(comparison.learned.score.errors, baseline.score.errors, folds);
  }
}

std::string verdict(const Comparison& comparison) {
  const auto& baselines = comparison.baselines;
  const auto euclidean = std::find_if(baselines.begin(), baselines.end(),
                                      [](const Method& m) { return m.name == "euclidean"; });
  if (euclidean == baselines.end() || !euclidean->error.empty()) return "";
  const std::string& name = comparison.learned.name;
  const std::string p = p_text(euclidean->p_value);
  if (euclidean->p_value >= significant) {
    return fmt::format("no difference between {} and Euclidean that the folds can show ({})", name,
                       p);
  }
  const bool better = comparison.learned.score.error_mean < euclidean->score.error_mean;
  return fmt::format("{} is {} than Euclidean ({})", name, better ? "better" : "worse", p);
}

Json to_json(const Comparison& comparison) {
  Json baselines = Json::object();
  for (const Method& baseline : comparison.baselines) {
    Json entry = method_json(baseline);
    if (baseline.error.empty()) entry["p_value"] = baseline.p_value;
    baselines[baseline.name] = std::move(entry);
  }
  Json learned = method_json(comparison.learned);
  learned["name"] = comparison.learned.name;
  if (comparison.learned.constraints_mean) {
    learned["constraints_mean"] = *comparison.learned.constraints_mean;
  }
  return {{"learned", std::move(learned)},
          {"baselines", std::move(baselines)},
          {"fit_seconds", comparison.learned.score.fit_seconds},
          {"verdict", verdict(comparison)}};
}

void print_table(const Comparison& comparison, bool show_intervals) {
  const std::vector<std::string> columns = header(comparison.learned.score);
  Table table(columns);
  table.add(comparison_row(comparison.learned, "", columns.size(), show_intervals));
  for (const Method& m : comparison.baselines) {
    table.add(comparison_row(m, fmt::format("{:.3f}", m.p_value), columns.size(), show_intervals));
  }
  fmt::print("{}\n", table.str());
  if (comparison.learned.constraints_mean.value_or(0) > 0) {
    fmt::print("{} learned from {:.6g} constraints a fold on average\n", comparison.learned.name,
               *comparison.learned.constraints_mean);
  }
  for (const Method& m : comparison.baselines) {
    if (!m.error.empty()) fmt::print("{} was not run: {}\n", m.name, m.error);
  }
  const std::string sentence = verdict(comparison);
  if (!sentence.empty()) fmt::print("{}\n", sentence);
}

}  // namespace mahala::cli
