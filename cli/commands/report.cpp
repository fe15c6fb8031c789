#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/flags/report_flags.hpp"
#include "cli/output/in_flags.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/report_json.hpp"
#include "cli/output/score_report.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/report/metric_page.hpp"
#include "mahala/report/report_subject.hpp"

namespace mahala::cli {
namespace {

ReportSubject loaded_subject(const Command& command, const ReportArguments& arguments,
                             Model model) {
  const Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  ReportSubject subject =
      report_on_model(std::move(model), data, arguments.sample, plain_name(arguments.model),
                      plain_name(arguments.data.name));
  subject.basis = in_flags(subject.basis);
  return subject;
}

ReportSubject learned_subject(const ReportArguments& arguments) {
  const ConfiguredLearner configured = configure(arguments.learner);
  const Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  const InterruptGuard guard;
  ProgressLine progress(arguments.common, "step");
  Fit fit;
  ReportSubject subject =
      report_held_out(*configured.learner, data, read_given(arguments.constraints, data),
                      {.data_name = plain_name(arguments.data.name),
                       .held_out = arguments.held_out,
                       .training = arguments.training,
                       .sample = arguments.sample},
                      {.monitor = progress.monitor(), .seed = arguments.seed()}, fit);
  if (fit.status == Status::diverged) {
    throw Exit(exit_diverged, fmt::format("{} diverged: {}", configured.entry.name, fit.message));
  }
  if (interrupted()) throw Exit(exit_interrupted, "interrupted before the report was made");
  return subject;
}

void report_scores_of(const Command& command, const ReportArguments& arguments,
                      const Model& model) {
  if (command.given("--judged")) {
    throw UsageError(
        fmt::format("--judged is for metrics: {} is a {}", arguments.model, name(model.kind)));
  }
  Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  const ScoreReport report{.model = arguments.model,
                           .data = arguments.data.name,
                           .output = arguments.output,
                           .basis = in_flags(basis_of(model, fingerprint(data))),
                           .seed = arguments.sample.seed,
                           .cuts = {arguments.sample.k}};
  report_scores(report, model, std::move(data), arguments.common);
}

void report_distance(const Command& command, ReportArguments& arguments) {
  check_report(command, arguments);
  arguments.sample.seed = arguments.seed();
  Model model = arguments.model.empty() ? Model{} : load(arguments.model);
  if (model.kind != ModelKind::metric) return report_scores_of(command, arguments, model);
  const ReportSubject subject = arguments.model.empty()
                                    ? learned_subject(arguments)
                                    : loaded_subject(command, arguments, std::move(model));
  const Findings findings = look_into(subject);
  metric_page(subject, findings).save(arguments.output);
  if (arguments.common.json) {
    Json json = to_json(subject, findings);
    json["report"] = arguments.output;
    return print_json(json);
  }
  show("{}\n\n{}\n{}\nreport with pictures: {}\n", subject.basis, summary(subject, findings).str(),
       verdict(subject, findings), arguments.output);
}

}  // namespace

void add_report(Command& app) {
  auto arguments = std::make_shared<ReportArguments>();
  Command command = app.add_command("report", "show in pictures what a learned distance brings");
  add_report_flags(command, *arguments);
  command.callback([arguments, command] { report_distance(command, *arguments); });
}

}  // namespace mahala::cli
