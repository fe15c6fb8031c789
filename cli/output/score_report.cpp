#include "cli/output/score_report.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/output/baseline_table.hpp"
#include "mahala/core/error.hpp"
#include "mahala/report/score_page.hpp"

namespace mahala::cli {
namespace {

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Table numbers(const std::vector<ComparedFigure>& figures, std::string_view baseline) {
  Table table({"measure", "learned", std::string(baseline), "difference"});
  for (const ComparedFigure& figure : figures) {
    table.add({title(figure.name, 0), figure_text(figure.model), figure_text(figure.baseline),
               figure_text(figure.difference)});
  }
  return table;
}

Json score_json(const ScoreReport& report, const Model& model, const Table& table,
                const std::vector<ComparedFigure>& figures) {
  Json measured = Json::object();
  for (const ComparedFigure& figure : figures) {
    measured[figure.name] = {{"model", figure.model.value},
                             {"baseline", figure.baseline.value},
                             {"yardstick", figure.baseline.value},
                             {"difference", figure.difference.value}};
  }
  const Vector values = spectrum(model);
  return {{"basis", report.basis},
          {"model_kind", name(model.kind)},
          {"baseline", baseline_name(model.kind)},
          {"yardstick", baseline_name(model.kind)},
          {"measured", std::move(measured)},
          {"table", table.str()},
          {"spectrum", std::vector<double>(values.begin(), values.end())},
          {"report", report.output}};
}

}  // namespace

void report_scores(const ScoreReport& report, const Model& model, Dataset samples,
                   const Common& common) {
  const bool ranks = model.kind == ModelKind::ranking;
  const std::string print = fingerprint(samples);
  const Trial trial{.queries = std::move(samples),
                    .measures = {ranks ? Measure::labels : Measure::retrieval},
                    .cuts = report.cuts,
                    .seed = report.seed};
  const auto found =
      figures(measure(model, trial), measure_baseline(model, trial), {}, report.seed);
  const Table table = numbers(found, baseline_name(model.kind));
  score_page({.title = fmt::format("{} on {}", file_name(report.model), file_name(report.data)),
              .basis = report.basis,
              .model = model,
              .numbers = table,
              .facts = {{"model", file_name(report.model)},
                        {"reported on", file_name(report.data)},
                        {"its fingerprint", print}}})
      .save(report.output);
  if (common.json) return print_json(score_json(report, model, table, found));
  show("{}\n\n{}\nreport with pictures: {}\n", report.basis, table.str(), report.output);
}

}  // namespace mahala::cli
