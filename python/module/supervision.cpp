/// Labels and constraints from lists.
#include "mahala/core/error.hpp"
#include "mahala/data/samples/shared_columns.hpp"
#include "python/module/module.hpp"

namespace mahala::python {
namespace {

Labels labels_of(const LabelList& list) {
  LabelBuilder labels;
  const auto add = [&](Index code) {
    require(code >= 0 && code < std::ssize(list.names), "label {} of {}", code, list.names.size());
    labels.add(list.names[static_cast<std::size_t>(code)]);
  };
  if (!list.ends) {
    for (const Index code : list.codes) {
      add(code);
      labels.end_sample();
    }
    return labels.take();
  }
  std::size_t next = 0;
  for (const Index end : *list.ends) {
    require(end <= std::ssize(list.codes), "labels end at {} of {}", end, list.codes.size());
    while (static_cast<Index>(next) < end) add(list.codes[next++]);
    labels.end_sample();
  }
  return labels.take();
}

void check_length(const std::vector<double>& numbers, std::size_t count, std::string_view what) {
  require(numbers.empty() || numbers.size() == count, "{} {} for {} constraints", numbers.size(),
          what, count);
}

Relation relation_of(double same) {
  if (same == 0) return Relation::equal;
  return same > 0 ? Relation::at_most : Relation::at_least;
}

Pairs pairs_of(const ConstraintList& list) {
  check_length(list.value, list.samples.size(), "values");
  require(list.same.size() == list.samples.size(), "{} labels for {} pairs", list.same.size(),
          list.samples.size());
  Pairs pairs;
  for (std::size_t k = 0; k < list.samples.size(); ++k) {
    const auto& each = list.samples[k];
    require(each.size() == 2, "pair {} has {} samples", k, each.size());
    pairs.push_back({each[0], each[1], relation_of(list.same[k]),
                     list.value.empty() ? open_bound : list.value[k],
                     list.weight.empty() ? 1 : list.weight[k]});
  }
  return pairs;
}

Triplets triplets_of(const ConstraintList& list) {
  Triplets triplets;
  for (std::size_t k = 0; k < list.samples.size(); ++k) {
    const auto& each = list.samples[k];
    require(each.size() == 3, "triplet {} has {} samples", k, each.size());
    triplets.push_back({each[0], each[1], each[2], list.weight.empty() ? 1 : list.weight[k]});
  }
  return triplets;
}

NearFarSets sets_of(const ConstraintList& list) {
  require(list.far.size() == list.samples.size(), "{} far lists for {} sets", list.far.size(),
          list.samples.size());
  NearFarSets sets;
  for (std::size_t k = 0; k < list.samples.size(); ++k) {
    const auto& each = list.samples[k];
    require(!each.empty(), "set {} has no query", k);
    sets.push_back({each[0], {each.begin() + 1, each.end()}, list.far[k]});
  }
  return sets;
}

Forms forms_of(const ConstraintList& list) {
  const std::size_t count = list.samples.size();
  for (const std::size_t size :
       {list.factors.size(), list.of_features.size(), list.same.size(), list.value.size()}) {
    require(size == count, "{} parts of {} forms", size, count);
  }
  Forms forms;
  for (std::size_t k = 0; k < count; ++k) {
    const auto& ends = list.samples[k];
    require(ends.size() == 2 * list.factors[k].size(), "form {} has {} ends for {} factors", k,
            ends.size(), list.factors[k].size());
    Form form{.relation = relation_of(list.same[k]),
              .value = list.value[k],
              .weight = list.weight.empty() ? 1 : list.weight[k],
              .of_features = list.of_features[k]};
    for (std::size_t t = 0; t < list.factors[k].size(); ++t) {
      form.terms.push_back({ends[2 * t], ends[2 * t + 1], list.factors[k][t]});
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

}  // namespace

Dataset dataset_of(const Table& table) {
  Dataset data{
      .x = shared_out(shared(table.x)), .features = table.features, .source = table.source};
  data.outputs = table.outputs;
  if (table.labels) {
    data.labels = labels_of(*table.labels);
    require(data.labels.size() == data.size(), "{} labels for {} samples", data.labels.size(),
            data.size());
  }
  return data;
}

std::optional<Constraints> constraints_of(const std::optional<ConstraintList>& list) {
  if (!list) return std::nullopt;
  check_length(list->weight, list->samples.size(), "weights");
  if (list->kind == "pairs") return pairs_of(*list);
  if (list->kind == "triplets") return triplets_of(*list);
  if (list->kind == "forms") return forms_of(*list);
  require(list->kind == "sets", "constraints are pairs, triplets, sets or forms, not {}",
          list->kind);
  return sets_of(*list);
}

void set_all(const Options& options, const Settings& settings) {
  for (const auto& [name, value] : settings) set(options, name, value);
}

}  // namespace mahala::python
