#include "mahala/train/run_facts.hpp"

#include "mahala/core/version.hpp"
#include "mahala/data/sample_hash.hpp"

namespace mahala {
namespace {

template <class Numbers>
std::string hash_of(const Numbers& numbers) {
  WordHash hash;
  hash.add(static_cast<std::uint64_t>(numbers.size()));
  for (const double each : numbers) hash.add(each);
  return fmt::format("{:016x}", hash.value());
}

std::string hash_of(const Model& model) {
  const auto all = [](const Matrix& m) { return Vector(m.reshaped()); };
  return fmt::format("{}-{}-{}", hash_of(all(model.left)), hash_of(all(model.right)),
                     hash_of(std::vector{model.identity}));
}

void add_options(RunFacts& facts, std::string_view prefix, const Options& options) {
  for (const Option& option : options) {
    facts.emplace_back(fmt::format("{} {}", prefix, option.name), value(option));
  }
}

}  // namespace

void add_facts(RunFacts& facts, const Dataset& data) {
  facts.emplace_back("version of mahala", version());
  facts.emplace_back("data", fmt::format("{} samples of {} features, {}, {}", data.size(),
                                         data.dim(), data.x.storage_name(), fingerprint(data)));
  if (data.outputs.size() > 0) {
    facts.emplace_back("outputs", hash_of(Vector(data.outputs.reshaped())));
  }
  if (data.groups.empty()) return;
  WordHash groups;
  for (const Index each : data.groups.classes()) groups.add(static_cast<std::uint64_t>(each));
  facts.emplace_back("groups", fmt::format("{:016x}", groups.value()));
}

void add_facts(RunFacts& facts, const TrainOptions& options) {
  TrainOptions shown = options;
  add_options(facts, "option", describe(shown));
  add_options(facts, "sampling", describe(shown.sampling));
  if (options.from != nullptr) facts.emplace_back("model to go on from", hash_of(*options.from));
  if (!options.weights.empty()) facts.emplace_back("weights", hash_of(options.weights));
}

void add_facts(RunFacts& facts, const std::optional<Constraints>& given) {
  if (!given) return;
  facts.emplace_back("constraints",
                     fmt::format("{} {}, {}", count(*given), kind(*given), fingerprint(*given)));
}

RunFacts facts_of(Learner& learner, const Dataset& data, const std::optional<Constraints>& given,
                  const TrainOptions& options, std::uint64_t seed) {
  RunFacts facts = {{"work", "fit"}, {"learner", std::string(learner.facts().name)}};
  add_options(facts, "option", learner.options());
  facts.emplace_back("seed", fmt::format("{}", seed));
  add_facts(facts, data);
  add_facts(facts, given);
  add_facts(facts, options);
  return facts;
}

}  // namespace mahala
