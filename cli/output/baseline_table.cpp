#include "cli/output/baseline_table.hpp"

#include <fmt/format.h>

#include <map>

#include "cli/flags/measuring.hpp"
#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

Json measured_json(const Measured& measured) {
  if (measured.values.empty()) return nullptr;
  return {{"mean", measured.mean},
          {"sd", measured.sd},
          {"low", measured.interval.low},
          {"high", measured.interval.high}};
}

Json fold_score_json(const Score& score) {
  Json json = {{"error_mean", score.error_mean},
               {"error_sd", score.error_sd},
               {"error_low", score.error_interval.low},
               {"error_high", score.error_interval.high},
               {"rank", score.rank},
               {"fit_seconds", score.fit_seconds}};
  for (const Measured& each : score.measured) json[each.name] = measured_json(each);
  return json;
}

Json baseline_json(const Baseline& baseline) {
  if (!baseline.failure.empty()) return {{"error", baseline.failure}};
  Json json = fold_score_json(baseline.score);
  json["p_value"] = baseline.p_value;
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

/// Where constraints judge, the error is among the measures: it is 1 less the first of them.
std::vector<std::string> score_header(const Score& score, bool votes) {
  std::vector<std::string> cells = {"method", "error %", "p-value", "rank", "s per fit"};
  if (!votes) cells.erase(cells.begin() + 1);
  for (const Measured& each : score.measured) cells.push_back(title(each.name, 0));
  return cells;
}

std::vector<std::string> score_cells(const Score& score, const std::string& p_value, bool votes,
                                     bool show_intervals) {
  std::vector<std::string> cells = {score.name, error_text(score, show_intervals), p_value,
                                    std::to_string(score.rank),
                                    fmt::format("{:.3g}", score.fit_seconds)};
  if (!votes) cells.erase(cells.begin() + 1);
  for (const Measured& each : score.measured) cells.push_back(measured_text(each, show_intervals));
  return cells;
}

/// As wide as the header.
std::vector<std::string> baseline_cells(const Baseline& baseline, std::size_t width, bool votes,
                                        bool show_intervals) {
  std::vector<std::string> cells = {baseline.name, "not run"};
  if (baseline.failure.empty()) {
    cells =
        score_cells(baseline.score, fmt::format("{:.3f}", baseline.p_value), votes, show_intervals);
  }
  cells.resize(width);
  return cells;
}

Json baselines_json(const BaselineComparison& comparison) {
  Json baselines = Json::object();
  for (const Baseline& baseline : comparison.baselines) {
    baselines[baseline.name] = baseline_json(baseline);
  }
  Json learned = fold_score_json(comparison.learned);
  learned["name"] = comparison.learned.name;
  if (comparison.constraints_mean) learned["constraints_mean"] = *comparison.constraints_mean;
  return {{"learned", std::move(learned)},
          {"baselines", std::move(baselines)},
          {"fit_seconds", comparison.learned.fit_seconds},
          {"verdict", verdict(comparison)}};
}

void print_baselines(const BaselineComparison& comparison, bool show_intervals) {
  const bool votes = comparison.judged_by == Supervision::labels;
  const std::vector<std::string> columns = score_header(comparison.learned, votes);
  Table table(columns);
  table.add(score_cells(comparison.learned, "", votes, show_intervals));
  for (const Baseline& b : comparison.baselines) {
    table.add(baseline_cells(b, columns.size(), votes, show_intervals));
  }
  show("{}\n", table.str(terminal_width));
  for (const ChosenInFolds& each : comparison.chosen) {
    show("{} chose {} with prepare {} in {}\n", comparison.learned.name, each.title, each.prepare,
         counted(each.folds, "fold"));
  }
  if (comparison.constraints_mean.value_or(0) > 0) {
    show("{} learned from {:.0f} constraints a fold on average\n", comparison.learned.name,
         *comparison.constraints_mean);
  }
  for (const Baseline& b : comparison.baselines) {
    if (!b.failure.empty()) show("{} was not run: {}\n", b.name, b.failure);
  }
  const std::string sentence = verdict(comparison);
  if (!sentence.empty()) show("{}\n", sentence);
}

Json evaluation_json(const EvaluationReport& report) {
  Json json = baselines_json(report.found);
  json["learner"] = report.found.learned.name;
  if (!report.found.chosen.empty()) {
    json["chosen"] = to_json(report.found.chosen.front());
    Json& all = json["chosen_in_folds"] = Json::array();
    for (const ChosenInFolds& each : report.found.chosen) {
      all.push_back(to_json(each));
      all.back()["folds"] = each.folds;
    }
  }
  json.update({{"data", report.data},
               {"samples", report.samples},
               {"dim", report.dim},
               {"prepare", report.plan},
               {"judged_by", name(report.found.judged_by)},
               {"k", report.k},
               {"cv", report.cv},
               {"confidence", report.confidence},
               {"seed", report.seed}});
  if (!report.found.note.empty()) json["note"] = report.found.note;
  return json;
}

}  // namespace

Json to_json(const ChosenInFolds& chosen) {
  return {
      {"learner", chosen.learner}, {"options", Json(chosen.options)}, {"prepare", chosen.prepare}};
}

std::string title(const std::string& number, Index k) {
  static const std::map<std::string, std::string> titles = {
      {"map", "mAP"},
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
      {"triplet_accuracy", "triplets right"},
      {"mean_recognition", "mean recognition"},
      {"rmse", "RMSE of distances"},
      {"mean_absolute_error", "mean error of distances"},
      {"r_squared", "R^2 of distances"},
      {"decided_right", "decisions right"},
      {"brier", "Brier score"},
      {"log_loss", "log loss"},
      {"calibration_error", "calibration error"}};
  if (number == "error") return fmt::format("{}-NN error", k);
  constexpr std::string_view cut = "_at_";
  if (const auto at = number.find(cut); at != std::string::npos) {
    return titles.at(number.substr(0, at)) + "@" + number.substr(at + cut.size());
  }
  const auto found = titles.find(number);
  return found == titles.end() ? number : found->second;
}

std::string judged_in_words(Supervision judged_by, Index k) {
  if (judged_by == Supervision::labels) return fmt::format("{}-nearest-neighbour error", k);
  return fmt::format("held-out {}", judged_by);
}

void report_evaluation(const EvaluationReport& report, const Common& common) {
  if (common.json) return print_json(evaluation_json(report));
  show("{} on {} ({}, {}); {}\nprepared by {}\n\n",
       judged_in_words(report.found.judged_by, report.k), report.data,
       counted(report.samples, "sample"), counted(report.dim, "feature"), cv_in_words(report.cv),
       plan_in_words(report.plan));
  print_baselines(report.found, report.show_intervals);
  if (!report.found.note.empty()) show("note: {}\n", report.found.note);
}

}  // namespace mahala::cli
