#include "mahala/compare/measure.hpp"

#include <new>

namespace mahala {

void check_truth(const Dataset& data, const Protocol& protocol, std::string_view what) {
  if (protocol.by) return;
  require(!data.labels.empty(), "{}: has no labels to {} by, and no pairs or triplets are given",
          data.source, what);
  check_votes(protocol, data.size());
}

void check_votes(const Protocol& protocol, Index samples) {
  // A vote of more neighbours than there are would be a vote of everyone.
  const Index training = protocol.split ? std::ssize(protocol.split->train)
                                        : samples - (samples + protocol.folds - 1) / protocol.folds;
  require(protocol.k <= training,
          "option k of the vote: {} is above {}, the training samples of a fold (of {} sample{})",
          protocol.k, training, samples, samples == 1 ? "" : "s");
}

Score measure(const Candidate& candidate, const Dataset& data, const Protocol& protocol,
              const Watcher& watcher) {
  const Monitor progress = watcher.folds ? watcher.folds(candidate.name) : Monitor();
  bool asked = false;
  const auto monitor = [&](const Progress& fold) {
    if (progress && !progress(fold)) asked = true;
    return !asked && !watcher.stopped();
  };
  const auto ended = [&] { return asked || watcher.stopped(); };
  try {
    auto scores = cross_validate(data, {candidate}, protocol, monitor);
    if (!ended()) return std::move(scores.front());
  } catch (const Error&) {
    if (!ended()) throw;  // else it is the interruption that it complains of
  }
  throw Stopped("stopped before all was measured");
}

CandidateScore measure_or_say(const Candidate& candidate, const Dataset& data,
                              const Protocol& protocol, const Watcher& watcher) {
  std::string why;
  try {
    return {.name = candidate.name, .score = measure(candidate, data, protocol, watcher)};
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    why = error.what();
  } catch (const std::bad_alloc&) {
    why = "out of memory";
  }
  return {.name = candidate.name, .failure = why};
}

}  // namespace mahala
