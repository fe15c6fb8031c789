#include "cli/output/trial_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cli/output/baseline_table.hpp"
#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

/// Differences of equal numbers that were summed in another order are 0 but for rounding.
double without_noise(double number) { return std::abs(number) < 1e-12 ? 0 : number; }

/// Figures of all numbers of a measurement.
std::vector<Figure> resampled(const Measurement& measurement, const BootstrapOptions& bootstrap,
                              std::uint64_t seed) {
  Rng rng = make_rng(seed);
  const std::vector<double> numbers = values(measurement);
  const std::vector<Interval> around = intervals(measurement, bootstrap, rng);
  std::vector<Figure> result;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    result.push_back(
        {without_noise(numbers[k]), {without_noise(around[k].low), without_noise(around[k].high)}});
  }
  return result;
}

Json figure_json(const Figure& figure) {
  return {{"value", figure.value}, {"low", figure.interval.low}, {"high", figure.interval.high}};
}

void print_forecasts(const ForecastReport& report) {
  if (report.figures.empty()) return;
  Table table({"decisions and probabilities", "on these pairs"});
  for (const auto& [name, figure] : report.figures)
    table.add({title(name, 0), figure_text(figure)});
  show("\n{}", table.str());
}

Json forecasts_json(const ForecastReport& report) {
  Json json = Json::object();
  for (const auto& [name, figure] : report.figures) {
    json[name] = figure_json(figure);
  }
  Json& bins = json["reliability"] = Json::array();
  for (const ReliabilityBin& bin : report.bins) {
    bins.push_back(
        {{"probability", bin.forecast}, {"same_share", bin.same_share}, {"weight", bin.weight}});
  }
  return json;
}

Json trial_json(const TrialReport& report) {
  const Trial& trial = report.trial;
  Json measured = Json::object();
  std::string beside = report.baseline;
  std::replace(beside.begin(), beside.end(), ' ', '_');
  for (const ComparedFigure& figure : report.figures) {
    Json json = figure_json(figure.model);
    json.update({{"unit", figure.unit},
                 {"units", figure.units},
                 {beside, figure_json(figure.baseline)},
                 {"difference", figure_json(figure.difference)}});
    measured[figure.name] = std::move(json);
  }
  Json json = {{"model", report.model},
               {"data", report.data},
               {"base", report.base.empty() ? Json() : Json(report.base)},
               {"samples", trial.queries.size()},
               {"items", trial.items().size()},
               {"dim", trial.queries.dim()},
               {"k", trial.k},
               {"at", trial.cuts},
               {"confidence", 100 * report.bootstrap.confidence},
               {"resamples", report.bootstrap.resamples},
               {"seed", trial.seed},
               {"measured", std::move(measured)}};
  if (trial.judgements) {
    json["judgements"] = trial.judgements->all.size();
    json["skipped"] = trial.judgements->elsewhere;
  }
  if (!report.forecasts.figures.empty()) json["calibration"] = forecasts_json(report.forecasts);
  if (!report.note.empty()) json["note"] = report.note;
  return json;
}

/// "178 queries".
std::string units_text(const ComparedFigure& figure) {
  return figure.unit == "query"
             ? fmt::format("{} {}", figure.units, figure.units == 1 ? "query" : "queries")
             : counted(figure.units, figure.unit);
}

void print_trial(const TrialReport& report) {
  const Trial& trial = report.trial;
  const std::string model = std::filesystem::path(report.model).filename().string();
  show("{} on {} ({}, {}), {}; intervals of {:.4g} %\n\n", model, report.data,
       counted(trial.queries.size(), "sample"), counted(trial.queries.dim(), "feature"),
       trial.base
           ? fmt::format("queries to {} ({})", report.base, counted(trial.base->size(), "sample"))
           : "each among the others",
       100 * report.bootstrap.confidence);
  Table table({"measure", "of", model, report.baseline, "difference"});
  for (const ComparedFigure& figure : report.figures) {
    table.add({title(figure.name, trial.k), units_text(figure), figure_text(figure.model),
               figure_text(figure.baseline), figure_text(figure.difference)});
  }
  show("{}", table.str(terminal_width));
  print_forecasts(report.forecasts);
  if (trial.judgements && trial.judgements->elsewhere > 0) {
    show("\n{} about other samples left out\n", counted(trial.judgements->elsewhere, "judgement"));
  }
  if (!report.note.empty()) show("\nnote: {}\n", report.note);
}

}  // namespace

std::string figure_text(const Figure& figure) {
  if (std::isnan(figure.value)) return "undefined";
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", figure.value, figure.interval.low,
                     figure.interval.high);
}

std::vector<ComparedFigure> figures(const std::vector<Measurement>& model,
                                    const std::vector<Measurement>& baseline,
                                    const BootstrapOptions& bootstrap, std::uint64_t seed) {
  std::vector<ComparedFigure> all;
  for (std::size_t m = 0; m < model.size(); ++m) {
    const auto found = resampled(beside(model[m], baseline[m]), bootstrap, seed);
    const std::size_t count = model[m].names.size();
    for (std::size_t k = 0; k < count; ++k) {
      all.push_back({model[m].names[k], model[m].unit, model[m].units, found[k], found[k + count],
                     found[k + 2 * count]});
    }
  }
  return all;
}

ForecastReport forecast_report(const std::vector<Forecast>& forecasts,
                               const BootstrapOptions& bootstrap, std::uint64_t seed) {
  ForecastReport report;
  if (forecasts.empty()) return report;
  const Measurement measured = measure_forecasts(forecasts);
  Rng rng = make_rng(seed);
  const auto numbers = values(measured);
  const auto around = intervals(measured, bootstrap, rng);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    report.figures.emplace_back(measured.names[k], Figure{numbers[k], around[k]});
  }
  report.bins = reliability(forecasts);
  return report;
}

void report_trial(const TrialReport& report, const Common& common) {
  common.json ? print_json(trial_json(report)) : print_trial(report);
}

}  // namespace mahala::cli
