#include "cli/output/calibration_report.hpp"

#include <fmt/format.h>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/report/reliability_figure.hpp"

namespace mahala::cli {
namespace {

/// The threshold of what `score` prints.
double shown_threshold(const Model& model) {
  const double u = model.calibration->threshold;
  return model.kind == ModelKind::metric ? u : -u;
}

std::string decision_in_words(const Model& model) {
  const bool metric = model.kind == ModelKind::metric;
  return fmt::format("same if the {} is at {} {:.6g} ({})", metric ? "squared distance" : "score",
                     metric ? "most" : "least", shown_threshold(model), model.calibration->rule);
}

}  // namespace

Facts calibration_facts(const Model& model) {
  if (!model.calibration) return {};
  const Calibration& c = *model.calibration;
  return {{"decision", decision_in_words(model)},
          {"probability",
           fmt::format("{}, log loss {:.4g} on pairs held out", name(c.map), c.log_loss)},
          {"calibrated on", fmt::format("{}, {:.4g} % of them the same", counted(c.pairs, "pair"),
                                        100 * c.same_share)}};
}

Json calibration_json(const Model& model) {
  if (!model.calibration) return nullptr;
  const Calibration& c = *model.calibration;
  return {{"threshold", shown_threshold(model)},
          {"rule", c.rule},
          {"probability", name(c.map)},
          {"log_loss", c.log_loss},
          {"pairs", c.pairs},
          {"same_share", c.same_share}};
}

void report_calibration(const CalibrationReport& report, const Common& common) {
  if (common.json) {
    Json json = {{"model", report.output}, {"pairs_file", report.pairs}};
    json.update(calibration_json(report.model));
    json["log_loss_platt"] = report.found.log_loss_platt;
    json["log_loss_isotonic"] = report.found.log_loss_isotonic;
    if (!report.found.note.empty()) json["note"] = report.found.note;
    return print_json(json);
  }
  Facts facts = calibration_facts(report.model);
  facts.emplace_back("tried",
                     fmt::format("log loss on pairs held out: platt {:.4g}, isotonic {:.4g}",
                                 report.found.log_loss_platt, report.found.log_loss_isotonic));
  facts.emplace_back("model", report.output);
  print_facts(facts);
  if (!report.found.note.empty()) remark(common, report.found.note);
}

void draw_reliability(const std::vector<Forecast>& forecasts, const std::string& model,
                      const std::string& file) {
  if (file.empty()) return;
  require(!forecasts.empty(), "{}: is not calibrated, so there are no probabilities to draw",
          model);
  OutputFile out(file);
  out.write(reliability_picture(forecasts, plain_name(model)));
  out.commit();
}

}  // namespace mahala::cli
