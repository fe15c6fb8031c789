#include "cli/flags/candidates.hpp"

#include <fmt/format.h>

#include <new>

#include "cli/flags/exit.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/output/progress.hpp"

namespace mahala::cli {

Candidate learning(const LearnerEntry& entry, std::shared_ptr<Learner> learner,
                   std::optional<Constraints> given, const TrainOptions& options, Index n,
                   std::shared_ptr<Tally> tally) {
  const auto fit = [=, &entry](const TrainingPart& part) {
    std::optional<Constraints> here;
    if (given) here = restrict_to(*given, part.samples, n);
    const Run run{.monitor = [](const Progress&) { return !interrupted(); }, .seed = part.seed};
    Trained trained = train(*learner, part.data, here, options, run);
    if (trained.fit.status == Status::diverged) {
      throw Exit(exit_diverged, fmt::format("{} diverged: {}", entry.name, trained.fit.message));
    }
    tally->add(trained.constraints);
    return std::move(trained.fit.model);
  };
  return {std::string(entry.name), fit};
}

void check_votes(const Protocol& protocol, Index samples) {
  // A vote of more neighbours than there are would be a vote of everyone.
  const Index training = samples - (samples + protocol.folds - 1) / protocol.folds;
  require(protocol.k <= training, "--k: {} is above {}, the training samples of a fold (of {})",
          protocol.k, training, counted(samples, "sample"));
}

Method measure(const Candidate& candidate, const Dataset& data, const Protocol& protocol,
               const Common& common) {
  ProgressLine progress(common, candidate.name + ": fold", "error");
  try {
    auto scores = mahala::cross_validate(data, {candidate}, protocol, progress.monitor());
    if (!interrupted()) return {.name = candidate.name, .score = std::move(scores.front())};
  } catch (const Error&) {
    if (!interrupted()) throw;  // else it is the interruption that it complains of
  }
  throw Exit(exit_interrupted, "interrupted before all was measured");
}

Method measure_or_say(const Candidate& candidate, const Dataset& data, const Protocol& protocol,
                      const Common& common) {
  std::string why;
  try {
    return measure(candidate, data, protocol, common);
  } catch (const Exit& exit) {
    if (interrupted()) throw;
    why = exit.what();
  } catch (const Error& error) {
    why = error.what();
  } catch (const std::bad_alloc&) {
    why = "out of memory";
  }
  return {.name = candidate.name, .error = why};
}

}  // namespace mahala::cli
