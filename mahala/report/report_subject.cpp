#include "mahala/report/report_subject.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/version.hpp"

namespace mahala {
namespace {

/// A vote of more neighbours than there are would be a vote of everyone.
void check_report_votes(const ReportSample& sample) {
  const Index others = sample.items.size() - (sample.own.empty() ? 0 : 1);
  require(sample.k <= others,
          "option k of the vote: {} is above {}, the samples that can be neighbours", sample.k,
          others);
}

Fold report_split(const Dataset& data, double held_out, std::uint64_t seed) {
  const auto n = static_cast<std::size_t>(data.size());
  Rng rng = make_rng(seed);
  const bool single = !data.labels.empty() && data.labels.single();
  return stratified_split(single ? data.labels.classes() : std::vector<Index>(n, 0), held_out, rng);
}

}  // namespace

std::string basis_of(const Model& model, const std::string& print) {
  return note(model, "fingerprint") == print
             ? "The model was learned from these very samples, so all numbers of what was learned "
               "are optimistic. For honest ones give samples it has not seen, or let the "
               "report hold some back."
             : "All numbers are on the samples given. They are honest if the model was learned "
               "from other samples.";
}

ReportSubject report_on_model(Model model, const Dataset& data, const ReportSampleOptions& options,
                              const std::string& model_name, const std::string& data_name) {
  require(model.domain != Domain::objects,
          "{}: the model places the samples it was learned from and has no map to report on; "
          "their places are in the model",
          model_name);
  const std::string print = fingerprint(data);
  ReportSubject subject{
      .title = fmt::format("{} on {}", model_name, data_name),
      .basis = basis_of(model, print),
      .model = std::move(model),
      .sample = report_sample_among(data, options),
      .facts = {{"model", model_name}, {"reported on", data_name}, {"its fingerprint", print}},
      .features = data.features};
  check_report_votes(subject.sample);
  return subject;
}

ReportSubject report_held_out(const Learner& learner, const Dataset& data,
                              std::optional<Constraints> given, const HeldOutReport& options,
                              const Run& run, Fit& fit) {
  const Fold parts = report_split(data, options.held_out, run.seed);
  ReportSample sample = report_sample_apart(data, parts, options.sample);
  check_report_votes(sample);
  if (given) {
    check(*given, data);
    given = restrict_to(*given, parts.train, data.size());
  }
  fit = train(learner, data.select(parts.train), given, options.training, run).fit;
  return {.title = fmt::format("{} on {}", learner.facts().name, options.data_name),
          .basis = fmt::format(
              "Learned from {} samples; all numbers and pictures are on {} others, which neither "
              "the preparation nor the learner has seen.",
              parts.train.size(), parts.test.size()),
          .model = std::move(fit.model),
          .sample = std::move(sample),
          .facts = {{"data", options.data_name},
                    {"fingerprint", fingerprint(data)},
                    {"seed", std::to_string(run.seed)},
                    {"version", std::string(version())}},
          .features = data.features};
}

}  // namespace mahala
