#include "mahala/compare/candidate.hpp"

#include <algorithm>
#include <functional>

#include "mahala/train/auto_learner.hpp"

namespace mahala {
namespace {

bool has_option(Learner& learner, std::string_view name) {
  const Options options = learner.options();
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.name == name; });
}

std::string all_settings(Learner& learner) {
  std::string text;
  for (const Option& option : learner.options()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.name, value(option));
  }
  return text;
}

/// All combinations of the values of a grid.
void add_combinations(const LearnerEntry& entry, OptionGrid grid, Settings chosen,
                      std::vector<LearnerCandidate>& all) {
  if (grid.empty()) {
    all.push_back(make_candidate(entry.name, chosen));
    return;
  }
  const auto [option, values] = *grid.begin();
  grid.erase(grid.begin());
  for (const std::string& text : values) {
    chosen[option] = text;
    add_combinations(entry, grid, chosen, all);
  }
}

std::vector<std::string> ranks_within(const std::vector<Index>& ranks, Index dim) {
  std::vector<std::string> within;
  for (const Index rank : ranks) {
    require(rank >= 1, "option ranks: '{}' is no rank", rank);
    if (rank <= dim) within.push_back(std::to_string(rank));
  }
  require(ranks.empty() || !within.empty(),
          "option ranks: none of {} is at most the number of features, {}", fmt::join(ranks, ","),
          dim);
  return within;
}

/// Those that learn from what is given, or from nothing but samples.
bool learns_given(const LearnerFacts& learner, const std::optional<Supervision>& given) {
  return !given || learner.needs == Supervision::nothing || learner.takes(*given);
}

std::vector<const LearnerEntry*> entries_named(const std::vector<std::string>& names,
                                               const std::optional<Supervision>& given, bool lda) {
  std::vector<const LearnerEntry*> chosen = {&find_learner("euclidean")};
  if (!given && lda) chosen.push_back(&find_learner("lda"));
  const auto add = [&](const LearnerEntry& entry) {
    if (std::find(chosen.begin(), chosen.end(), &entry) == chosen.end()) chosen.push_back(&entry);
  };
  for (const std::string& name : names) {
    const LearnerEntry& entry = find_learner(name);
    require(can_be_compared(entry), "option learners: {}", why_not_compared(entry));
    require(&entry == &auto_learner() || learns_given(entry, given),
            "option learners: {} learns from {}, not from {}", entry.name, entry.needs,
            given.value_or(entry.needs));
    add(entry);
  }
  if (!names.empty()) return chosen;
  add(auto_learner());
  for (const LearnerEntry& entry : learners()) {
    if (can_be_compared(entry) && learns_given(entry, given)) add(entry);
  }
  return chosen;
}

}  // namespace

LearnerCandidate make_candidate(std::shared_ptr<Learner> learner) {
  return {.title = std::string(learner->facts().name),
          .settings = all_settings(*learner),
          .learner = learner};
}

LearnerCandidate make_candidate(std::string_view name, const Settings& settings) {
  const LearnerEntry& entry = find_learner(name);
  std::shared_ptr<Learner> learner = entry.make();
  std::string title(entry.name);
  for (const auto& [option, text] : settings) {
    set(learner->options(), option, text);
    title += option == "rank" ? " rank " + text : fmt::format(" {}={}", option, text);
  }
  check_used(learner->options(), entry.make()->options());
  LearnerCandidate candidate = make_candidate(std::move(learner));
  candidate.title = std::move(title);
  return candidate;
}

LearnerCandidate euclidean_raw() {
  LearnerCandidate candidate = make_candidate("euclidean");
  candidate.title = "euclidean_raw";
  candidate.prepare = "none";
  return candidate;
}

CandidateGrid grid_given(Supervision kind) {
  const OptionGrid pulls = {{"lambda", {"0.1", "0.01", "1", "10"}}};
  CandidateGrid grid{.settings = {{"psd-flat", pulls}}, .given = kind};
  grid.learners = kind == Supervision::pairs
                      ? std::vector<std::string>{"rca", "psd-flat", "itml"}
                      : std::vector<std::string>{"psd-flat", "frobmetric", "lsml"};
  if (kind == Supervision::sets) grid = {.learners = {"frobmetric"}, .given = kind};
  return grid;
}

std::optional<Constraints> given_for(const LearnerCandidate& candidate, const Protocol& protocol) {
  const bool takes_them = protocol.by && takes(*candidate.learner, kind(*protocol.by));
  return takes_them ? protocol.by : std::nullopt;
}

bool can_be_compared(const LearnerFacts& learner) {
  return learner.gives == ModelKind::metric && learner.domain == Domain::features &&
         learner.needs != Supervision::outputs;
}

std::string why_not_compared(const LearnerFacts& learner) {
  if (learner.needs == Supervision::outputs) {
    return fmt::format("{} learns regression targets, so there are no classes to vote on",
                       learner.name);
  }
  if (learner.gives != ModelKind::metric) {
    return fmt::format("{} gives a {}, which has no distances to judge by", learner.name,
                       name(learner.gives));
  }
  return fmt::format("{} is transductive: no map for new samples", learner.name);
}

std::vector<LearnerCandidate> make_candidates(const CandidateGrid& grid, Index dim) {
  std::map<std::string, OptionGrid> settings;
  for (const auto& [name, options] : grid.settings) {
    settings[std::string(find_learner(name).name)].insert(options.begin(), options.end());
  }
  const std::vector<std::string> ranks = ranks_within(grid.ranks, dim);
  std::vector<LearnerCandidate> all = {euclidean_raw()};
  for (const LearnerEntry* entry : entries_named(grid.learners, grid.given, grid.lda)) {
    OptionGrid own = settings[std::string(entry->name)];
    settings.erase(std::string(entry->name));
    // LDA knows its rank by itself: the number of classes less one.
    const bool ranked = entry->name != "lda" && has_option(*entry->make(), "rank");
    if (!ranks.empty() && ranked && !own.contains("rank")) own["rank"] = ranks;
    add_combinations(*entry, own, {}, all);
  }
  require(settings.empty(), "option settings: {} does not take part", settings.begin()->first);
  return all;
}

std::optional<ChosenInFolds> chosen_for(const Model& model) {
  constexpr std::string_view prefix = "option.";
  if (!model.notes.contains("chosen")) return std::nullopt;
  ChosenInFolds chosen{model.notes.at("learner"), model.prepare.plan()};
  for (const auto& [name, text] : model.notes) {
    if (name.starts_with(prefix)) chosen.options[name.substr(prefix.size())] = text;
  }
  return chosen;
}

void FoldRecord::add(const Trained& trained) {
  const std::lock_guard lock(mutex_);
  constraints_ += trained.constraints;
  ++folds_;
  if (trained.constraints == 0) ++without_;
  if (!trained.choice) return;
  const std::string key = trained.choice->title + "|" + trained.choice->prepare;
  ChosenInFolds& chosen = chosen_[key];
  const Index folds = chosen.folds + 1;
  chosen = *chosen_for(trained.fit.model);
  chosen.title = trained.choice->title;
  chosen.folds = folds;
}

std::vector<ChosenInFolds> FoldRecord::chosen() const {
  std::vector<ChosenInFolds> all;
  for (const auto& [key, chosen] : chosen_) all.push_back(chosen);
  std::ranges::stable_sort(all, std::greater{}, &ChosenInFolds::folds);
  return all;
}

Candidate learned_in_folds(const LearnerCandidate& candidate, std::optional<Constraints> given,
                           const TrainOptions& training, Index n, const Watcher& watcher,
                           std::shared_ptr<FoldRecord> record) {
  TrainOptions own = training;
  if (!candidate.prepare.empty()) own.prepare = candidate.prepare;
  const auto fit = [=](const TrainingPart& part) {
    std::optional<Constraints> here;
    if (given) here = restrict_to(*given, part.samples, n);
    const Run run{.monitor = [&](const Progress&) { return !watcher.stopped(); },
                  .seed = part.seed};
    Trained trained = train(*candidate.learner, part.data, here, own, run);
    if (trained.fit.status == Status::diverged) {
      throw Diverged(
          fmt::format("{} diverged: {}", candidate.learner->facts().name, trained.fit.message));
    }
    if (record) record->add(trained);
    return std::move(trained.fit.model);
  };
  return {candidate.title, fit};
}

}  // namespace mahala
