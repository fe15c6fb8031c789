#include "cli/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/evaluate/significance.hpp"
#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

constexpr double significant = 0.05;

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", p); }

Json method_json(const Method& method) {
  if (!method.error.empty()) return {{"error", method.error}};
  return {{"error_mean", method.score.error_mean},
          {"error_sd", method.score.error_sd},
          {"rank", method.score.rank},
          {"fit_seconds", method.score.fit_seconds}};
}

std::vector<std::string> row(const Method& method, const std::string& p_value) {
  if (!method.error.empty()) return {method.name, "not run", "", "", ""};
  const Score& score = method.score;
  return {method.name, fmt::format("{:.2f} ± {:.2f}", 100 * score.error_mean, 100 * score.error_sd),
          p_value, std::to_string(score.rank), fmt::format("{:.3g}", score.fit_seconds)};
}

}  // namespace

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

void print_table(const Comparison& comparison) {
  Table table({"method", "error %", "p-value", "rank", "s per fit"});
  table.add(row(comparison.learned, ""));
  for (const Method& m : comparison.baselines) table.add(row(m, fmt::format("{:.3f}", m.p_value)));
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
