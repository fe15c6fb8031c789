#include "cli/output/fit_report.hpp"

#include <fmt/format.h>

#include "cli/flags/exit.hpp"
#include "cli/output/baseline_table.hpp"
#include "cli/output/progress.hpp"
#include "mahala/compare/comparison.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/report/model_facts.hpp"
#include "mahala/report/table.hpp"
#include "mahala/train/choice.hpp"
#include "mahala/train/time_estimate.hpp"

namespace mahala::cli {
namespace {

Json options_json(const Options& options) {
  Json json = Json::object();
  for (const Option& option : options) json[std::string(option.name)] = json_value(option);
  return json;
}

Json fit_json(const FitReport& report, const Common& common) {
  const Fit& fit = report.trained.fit;
  const Provenance& from = report.provenance;
  Json json = {{"learner", report.learner.name},
               {"status", name(fit.status)},
               {"message", fit.message},
               {"objective", fit.objective},
               {"certificate", {{"name", fit.certificate.name}, {"value", fit.certificate.value}}},
               {"iterations", fit.iterations},
               {"seconds", report.trained.seconds},
               {"rank", fit.model.rank()},
               {"dim", fit.model.dim()},
               {"input_dim", from.dim},
               {"samples", from.samples},
               {"constraints", report.trained.constraints},
               {"prepare", fit.model.prepare.plan()},
               {"options", options_json(report.options)},
               {"seed", common.seed},
               {"data", from.data},
               {"fingerprint", from.fingerprint.empty() ? Json() : Json(from.fingerprint)},
               {"model", fit.status == Status::diverged ? Json() : Json(report.output)}};
  if (ranks() > 1) {
    const Traffic received = traffic();
    json["ranks"] = {{"count", ranks()},
                     {"received_bytes", received.bytes},
                     {"messages", received.calls},
                     {"seconds", received.seconds},
                     {"processor_seconds", received.processor_seconds},
                     {"most_samples_held", received.most_samples}};
  }
  if (const auto& bounds = report.trained.bounds) {
    json["bounds"] = {
        {"rule", name(bounds->rule)}, {"same", bounds->low}, {"different", bounds->high}};
  }
  if (!report.trained.choice) return json;
  json["chosen"] = to_json(*chosen_for(fit.model));
  json["chosen"]["why"] = report.trained.choice->why;
  json["chosen"]["judged_by"] = name(report.trained.choice->judged_by);
  Json& tried = json["tried"] = Json::array();
  for (const TriedLearner& each : report.trained.choice->tried) {
    tried.push_back({{"method", each.title},
                     {"prepare", each.prepare},
                     {"error", each.folds > 0 ? Json(each.error) : Json()},
                     {"folds", each.folds},
                     {"remark", each.remark}});
  }
  return json;
}

/// What was tried, the simplest first.
void print_choice(const LearnerChoice& choice, const std::string& note) {
  Table table(trial_header(choice.judged_by));
  for (const TriedLearner& each : choice.tried) table.add(trial_cells(each, choice.judged_by));
  if (!choice.tried.empty()) show("{}\n", table.str());
  show("chosen: {}\n", choice.why);
  if (!note.empty()) show("note: {}\n", note);
  show("\n");
}

std::string constraints_in_words(const FitReport& report) {
  if (report.learner.samples_itself && report.trained.constraints == 0) {
    return report.streamed ? "made of the stream" : "drawn from labels, one a step";
  }
  return report.trained.constraints == 0 ? "" : std::to_string(report.trained.constraints);
}

/// The most dimensions the model could have: features or, of a kernel, support samples.
Index most_rank(const Model& model) {
  return model.domain == Domain::kernel ? model.left.rows() : model.dim();
}

/// How it ended and why, said once where both are the same.
std::string end_in_words(const Fit& fit) {
  const std::string end = status_in_words(std::string(name(fit.status)));
  return fit.message.starts_with(end) ? fit.message : fmt::format("{}: {}", end, fit.message);
}

/// What came of working together, or "".
std::string ranks_in_words(Index samples) {
  if (ranks() == 1) return "";
  const Traffic received = traffic();
  return fmt::format("{}; the first received {:.3g} MB in {:.3g} s{}", ranks(),
                     received.bytes / 1e6, received.seconds,
                     received.most_samples >= samples ? "; each held all samples" : "");
}

void print_fit(const FitReport& report) {
  const Fit& fit = report.trained.fit;
  const Provenance& from = report.provenance;
  if (report.trained.choice) print_choice(*report.trained.choice, note_on_judging(report.given));
  show("{}: {}\n",
       report.trained.choice ? report.trained.choice->title : std::string(report.learner.name),
       end_in_words(fit));
  print_facts(
      {{"data", fmt::format("{}: {} of {}", from.data, counted(from.samples, "sample"),
                            counted(from.dim, "feature"))},
       {"prepare", fit.model.prepare.plan()},
       {"constraints", constraints_in_words(report)},
       {"bounds", report.trained.bounds ? in_words(*report.trained.bounds) : ""},
       {"objective",
        objective_in_words(fmt::format("{:.6g}", fit.objective), fit.certificate.name)},
       {"optimality",
        optimality_in_words(fit.certificate.name, fmt::format("{:.3g}", fit.certificate.value))},
       {"iterations", fmt::format("{} in {:.3g} s", fit.iterations, report.trained.seconds)},
       {"rank", fmt::format("{} of {}", fit.model.rank(), most_rank(fit.model))},
       {"ranks", ranks_in_words(from.samples)},
       {"model", fit.status == Status::diverged ? "not saved" : report.output}});
}

}  // namespace

void tell_time(const Common& common, const Learner& learner, const Dataset& data,
               const TrainOptions& options, std::uint64_t seed) {
  if (common.quiet || ranks() > 1) return;  // whose clocks differ
  const auto seconds = estimated_seconds(learner, data, options, seed);
  if (!seconds) return;
  remark(common, fmt::format("{} on {} will take about {}", learner.facts().name,
                             counted(data.size(), "sample"), duration(*seconds)));
}

void report_fit(const FitReport& report, const Common& common) {
  common.json ? print_json(fit_json(report, common)) : print_fit(report);
}

void check_end(const FitReport& report) {
  const Fit& fit = report.trained.fit;
  if (fit.status == Status::diverged) {
    const std::string kept = report.checkpoint.empty()
                                 ? "no model was saved"
                                 : "the last checkpoint is in " + report.checkpoint;
    throw Exit(exit_diverged,
               fmt::format("{} diverged, {}: {}", report.learner.name, kept, fit.message));
  }
  if (fit.status == Status::stopped && report.streamed) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted after {} examples; the model so far is in {}",
                           fit.iterations, report.output));
  }
  if (fit.status == Status::stopped) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted; the best model so far is in {}", report.output));
  }
  if (interrupted()) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted; the model is complete and in {}", report.output));
  }
}

}  // namespace mahala::cli
