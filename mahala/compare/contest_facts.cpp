#include "mahala/compare/contest_facts.hpp"

#include "mahala/data/sample_hash.hpp"

namespace mahala {
namespace {

std::string split_in_words(const Fold& split) {
  WordHash hash;
  for (const Index each : split.test) hash.add(static_cast<std::uint64_t>(each));
  return fmt::format("{} judged by {}, {:016x}", split.train.size(), split.test.size(),
                     hash.value());
}

RunFacts contest_facts(std::string work, const Dataset& data,
                       const std::vector<LearnerCandidate>& candidates, const Protocol& protocol,
                       const TrainOptions& training) {
  RunFacts facts = {{"work", std::move(work)}};
  facts.emplace_back("number of candidates", fmt::format("{}", candidates.size()));
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const LearnerCandidate& each = candidates[k];
    facts.emplace_back(fmt::format("candidate {}", k + 1),
                       fmt::format("{}: {} {}", each.title, each.settings, each.prepare));
  }
  facts.emplace_back("cross-validation", fmt::format("{}x{}", protocol.folds, protocol.repeats));
  facts.emplace_back("number of neighbours that vote", fmt::format("{}", protocol.k));
  facts.emplace_back("seed", fmt::format("{}", protocol.seed));
  if (protocol.split) facts.emplace_back("split", split_in_words(*protocol.split));
  add_facts(facts, data);
  add_facts(facts, protocol.by);
  add_facts(facts, training);
  return facts;
}

}  // namespace

RunFacts facts_of(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                  const CompareOptions& options) {
  return contest_facts("compare", data, candidates, options.protocol, options.training);
}

RunFacts facts_of(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                  const TuneOptions& options) {
  RunFacts facts = contest_facts("tune", data, candidates, options.protocol, options.training);
  facts.emplace_back("budget", fmt::format("{}", options.budget));
  return facts;
}

}  // namespace mahala
