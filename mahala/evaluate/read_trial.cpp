#include "mahala/evaluate/read_trial.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/model/read_for_model.hpp"

namespace mahala {
namespace {

/// As samples are told apart from one another in the data and in judgements.
std::vector<std::string> ids_of(const Dataset& data) {
  if (!data.ids.empty()) return data.ids;
  std::vector<std::string> numbers;
  for (Index i = 0; i < data.size(); ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

void read_judged(const TrialFiles& files, Trial& trial) {
  if (files.judgements.empty()) return;
  trial.judgements = read_judgements(files.judgements, ids_of(trial.queries), ids_of(trial.items()),
                                     files.skip_unknown ? UnknownIds::count : UnknownIds::refuse);
  const auto& all = trial.judgements->all;
  const std::string file = files.judgements.string();
  require(!all.empty(), "{}: holds no judgement of these samples", file);
  const auto counts = [&](const Judgement& j) {
    return j.grade > 0 && (trial.base || j.query != j.item);
  };
  require(std::any_of(all.begin(), all.end(), counts), "{}: no item is relevant to any query{}",
          file, trial.base ? "" : " but itself, which is not searched for");
}

/// Error if a label was asked for and a file has none.
void check_labels(const Trial& trial, const TrialFiles& files, const std::string& label) {
  if (label.empty()) return;
  for (const auto& [data, file] :
       {std::pair(&trial.queries, &files.queries), std::pair(&*trial.base, &files.base)}) {
    require(!data->labels.empty(), "{}: there is no column '{}', and no labels of its own",
            file->string(), label);
  }
}

/// Of one kind, checked; empty if there is no file.
template <class List>
List read_list(Supervision kind, const std::filesystem::path& file, const Dataset& data) {
  if (file.empty()) return {};
  const Constraints given = read_constraints(kind, file, data);
  check(given, data);
  return std::get<List>(given);
}

/// All of them are observed distances, which say of none that its samples are the same.
bool measures_distances(const Pairs& pairs) {
  return !pairs.empty() && std::ranges::all_of(pairs, [](const Pair& pair) {
    return pair.relation == Relation::equal;
  });
}

}  // namespace

Pairs read_judging_pairs(const std::filesystem::path& path, const Dataset& data) {
  const Pairs pairs = read_list<Pairs>(Supervision::pairs, path, data);
  try {
    check_judges(pairs);
  } catch (const Error& error) {
    fail("{}: {}", path.string(), error.what());
  }
  return pairs;
}

Trial read_trial(const TrialFiles& files, const ReadOptions& reading, const Model& model,
                 const Remark& remark, Trial asked) {
  Trial trial = std::move(asked);
  ReadOptions of_queries = reading;
  // The column may be in one of the two files, if the other has labels of its own.
  of_queries.own_labels_will_do = !files.base.empty() && !reading.label.empty();
  trial.queries = read_for_model(files.queries, of_queries, model, remark);
  if (!files.base.empty()) {
    ReadOptions of_base = of_queries;
    of_base.labels_file = files.base_labels.string();
    if (!of_base.labels_file.empty()) of_base.label.clear();
    of_base.ids_file.clear();
    trial.base = read_for_model(files.base, of_base, model, remark);
    check_labels(trial, files, reading.label);
  }
  read_judged(files, trial);
  if (const Pairs given = read_list<Pairs>(Supervision::pairs, files.pairs, trial.queries);
      measures_distances(given)) {
    trial.observed = given;
    std::erase(trial.measures, Measure::verification);
  } else if (!files.pairs.empty()) {
    trial.pairs = same_or_different(read_judging_pairs(files.pairs, trial.queries));
  }
  trial.triplets = read_list<Triplets>(Supervision::triplets, files.triplets, trial.queries);
  return trial;
}

}  // namespace mahala
