#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/learning.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/report_json.hpp"
#include "cli/output/score_report.hpp"
#include "mahala/core/version.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/report/metric_page.hpp"
#include "mahala/report/picture/gnuplot.hpp"

namespace mahala::cli {
namespace {

constexpr auto judging_group = "Judging";

struct ReportArguments {
  Common common;
  std::string model;
  DataArguments data;
  LearnerArguments learner;
  TrainOptions training;
  ConstraintArguments constraints;
  ReportSampleOptions sample;
  double held_out = 0.3;
  std::string output = "mahala-report.html";
};

Options describe_judging(ReportArguments& arguments) {
  return {{"k", &arguments.sample.k, "nearest neighbours that vote", at_least(1)},
          {"judged", &arguments.sample.most_queries,
           "samples that are judged at most, drawn at random", at_least(2)}};
}

Options describe_splitting(ReportArguments& arguments) {
  return {{"held_out", &arguments.held_out,
           "share of the samples that is judged and not learned from", between(0.01, 0.99)}};
}

/// A vote of more neighbours than there are would be a vote of everyone.
void check_report_votes(const ReportSample& sample) {
  const Index others = sample.items.size() - (sample.own.empty() ? 0 : 1);
  require(sample.k <= others, "--k: {} is above {}, the samples that can be neighbours", sample.k,
          others);
}

/// The name of DATA as people know it.
std::string data_name(const ReportArguments& arguments) {
  return std::filesystem::path(arguments.data.name).filename().string();
}

/// How far numbers of a model on these samples can be trusted.
std::string model_basis(const Model& model, const std::string& print) {
  return note(model, "fingerprint") == print
             ? "The model was learned from these very samples, so all numbers of what was learned "
               "are optimistic. For honest ones give samples it has not seen, or let 'mahala "
               "report "
               "DATA --learner NAME' hold some back."
             : "All numbers are on the samples given. They are honest if the model was learned "
               "from "
               "other samples.";
}

ReportSubject loaded_subject(const Command& command, const ReportArguments& arguments,
                             Model loaded) {
  ReportSubject subject{.model = std::move(loaded)};
  const Model& model = subject.model;
  require(model.domain != Domain::objects,
          "{}: the model places the samples it was learned from and has no map to report on; "
          "'mahala embed' writes where they are",
          arguments.model);
  const Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  subject.sample = report_sample_among(data, arguments.sample);
  check_report_votes(subject.sample);
  subject.features = data.features;
  const std::string file = std::filesystem::path(arguments.model).filename().string();
  const std::string print = fingerprint(data);
  subject.title = fmt::format("{} on {}", file, data_name(arguments));
  subject.basis = model_basis(model, print);
  subject.facts = {
      {"model", file}, {"reported on", data_name(arguments)}, {"its fingerprint", print}};
  return subject;
}

/// Strata are the classes where every sample has one.
Fold split_samples(const Dataset& data, const ReportArguments& arguments) {
  const auto n = static_cast<std::size_t>(data.size());
  Rng rng = make_rng(static_cast<std::uint64_t>(arguments.common.seed));
  const bool single = !data.labels.empty() && data.labels.single();
  return stratified_split(single ? data.labels.classes() : std::vector<Index>(n, 0),
                          arguments.held_out, rng);
}

Fit learn_for_report(const ReportArguments& arguments, const ConfiguredLearner& configured,
                     const Dataset& data, const Fold& parts) {
  auto given = read_given(arguments.constraints, data);
  if (given) {
    check(*given, data);
    given = restrict_to(*given, parts.train, data.size());
  }
  const InterruptGuard guard;
  ProgressLine progress(arguments.common, "step");
  Fit fit = train(*configured.learner, data.select(parts.train), given, arguments.training,
                  {.monitor = progress.monitor(),
                   .seed = static_cast<std::uint64_t>(arguments.common.seed)})
                .fit;
  if (fit.status == Status::diverged) {
    throw Exit(exit_diverged, fmt::format("{} diverged: {}", configured.entry.name, fit.message));
  }
  if (interrupted()) throw Exit(exit_interrupted, "interrupted before the report was made");
  return fit;
}

ReportSubject learned_subject(const ReportArguments& arguments) {
  const ConfiguredLearner configured = configure(arguments.learner);
  const Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  const Fold parts = split_samples(data, arguments);
  ReportSample sample = report_sample_apart(data, parts, arguments.sample);
  check_report_votes(sample);
  ReportSubject subject{.model = learn_for_report(arguments, configured, data, parts).model};
  subject.sample = std::move(sample);
  subject.features = data.features;
  subject.title = fmt::format("{} on {}", configured.entry.name, data_name(arguments));
  subject.basis = fmt::format(
      "Learned from {} samples; all numbers and pictures are on {} others, which neither the "
      "preparation nor the learner has seen.",
      parts.train.size(), parts.test.size());
  subject.facts = {{"data", data_name(arguments)},
                   {"fingerprint", fingerprint(data)},
                   {"seed", std::to_string(arguments.common.seed)},
                   {"version", std::string(version())}};
  return subject;
}

/// The learner's flags, or none where there is a model.
void check_report_learning(const Command& command, const ReportArguments& arguments,
                           bool with_model) {
  for (const auto* group : {learning_group, constraint_group, sampling_group}) {
    const std::string flag = with_model ? first_given(command, group) : "";
    if (flag.empty()) continue;
    throw UsageError(fmt::format("{} is for learning: a MODEL is given", flag));
  }
  if (with_model) return;
  if (arguments.learner.name.empty()) {
    throw UsageError("give MODEL and DATA, or DATA and --learner");
  }
  check_training(arguments.training);
  check_constraints(command, arguments.constraints);
  const ConfiguredLearner configured = configure(arguments.learner);
  check_maps_others(configured.entry);
  check_sampling(command, arguments.training.sampling, configured.entry);
}

void check_report(const Command& command, ReportArguments& arguments) {
  const bool with_model = !arguments.data.name.empty();
  if (!with_model) std::swap(arguments.model, arguments.data.name);  // one file is DATA
  check_data(command);
  check_report_learning(command, arguments, with_model);
  auto inputs = input_files(arguments.data);
  if (with_model) inputs.emplace_back(arguments.model);
  for (const auto& [kind, file] : arguments.constraints.files) inputs.emplace_back(file);
  check_apart(arguments.output, true);
  check_output(arguments.output, inputs);
  run_gnuplot("");  // to find out that there is none after hours of learning would be late
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
                           .basis = model_basis(model, fingerprint(data)),
                           .seed = arguments.sample.seed,
                           .cuts = {arguments.sample.k}};
  report_scores(report, model, std::move(data), arguments.common);
}

void report_distance(const Command& command, ReportArguments& arguments) {
  check_report(command, arguments);
  arguments.sample.seed = static_cast<std::uint64_t>(arguments.common.seed);
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
  fmt::print("{}\n\n{}\n{}\nreport with pictures: {}\n", subject.basis,
             summary(subject, findings).str(), verdict(subject, findings), arguments.output);
}

}  // namespace

void add_report(Command& app) {
  auto arguments = std::make_shared<ReportArguments>();
  Command command = app.add_command("report", "show in pictures what a learned distance brings");
  command.add_option("MODEL", arguments->model,
                     "a model file made by 'mahala fit'; leave it out to learn with --learner");
  add_data(command, arguments->data);
  command.find("DATA").required(false);
  command.add_option("-o,--output", arguments->output, "the page to write")
      .text("HTML")
      .show_default();
  add_described(command, describe_judging(*arguments), judging_group);
  add_learner(command, arguments->learner);
  add_described(command, describe_splitting(*arguments), learning_group);
  add_training(command, arguments->training);
  add_constraints(command, arguments->constraints);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { report_distance(command, *arguments); });
}

}  // namespace mahala::cli
