#include "mahala/data/constraints/constraints.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/contradictions.hpp"
#include "mahala/data/sample_hash.hpp"

namespace mahala {
namespace {

void check_sample(std::string_view what, std::size_t k, Index sample, Index size) {
  require(0 <= sample && sample < size, "{} {} names sample {} of {}", what, k, sample, size);
}

void check_amount(std::string_view what, std::size_t k, std::string_view name, double amount) {
  require(std::isfinite(amount), "{} {}: {} {} is not finite", what, k, name, amount);
  require(amount >= 0, "{} {}: {} {} is negative", what, k, name, amount);
}

std::pair<Index, Index> unordered_ends(const Pair& pair) { return std::minmax({pair.i, pair.j}); }

[[noreturn]] void fail_contradiction(const Pairs& pairs, const Contradiction& found) {
  const auto [first, second] = found;
  const auto [i, j] = unordered_ends(pairs[first]);
  fail("pairs {} and {} contradict each other: {} {} and {}", first, second,
       i == origin ? fmt::format("sample {} and the origin", j)
                   : fmt::format("samples {} and {}", i, j),
       bound_in_words(pairs[first]), bound_in_words(pairs[second]));
}

template <class List>
void check_consistent(std::string_view what, const List& list) {
  if (const auto found = find_contradiction(list)) {
    fail("{} {} and {} contradict each other about sample {}", what, found->first, found->second,
         list[found->first].query);
  }
}

void check_all(const Nothing&, const Dataset&) {}

void check_all(const Pairs& pairs, const Dataset& data) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Pair& pair = pairs[k];
    check_sample("pair", k, pair.i, data.size());
    if (pair.j != origin) check_sample("pair", k, pair.j, data.size());
    require(pair.i != pair.j, "pair {} joins sample {} to itself", k, pair.i);
    const bool may_be_open = pair.relation != Relation::equal && pair.j != origin;
    if (!pair.is_open() || !may_be_open) check_amount("pair", k, "value", pair.value);
    check_amount("pair", k, "weight", pair.weight);
  }
  if (const auto found = find_contradiction(pairs)) {
    fail_contradiction(pairs, *found);
  }
}

void check_all(const Triplets& triplets, const Dataset& data) {
  for (std::size_t k = 0; k < triplets.size(); ++k) {
    const auto& [query, near, far, weight] = triplets[k];
    for (const Index sample : {query, near, far}) check_sample("triplet", k, sample, data.size());
    require(query != near && query != far, "triplet {} joins sample {} to itself", k, query);
    require(near != far, "triplet {} has sample {} near and far", k, near);
    check_amount("triplet", k, "weight", weight);
  }
  check_consistent("triplets", triplets);
}

void check_all(const NearFarSets& sets, const Dataset& data) {
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const auto& [query, near, far] = sets[k];
    check_sample("set", k, query, data.size());
    for (const auto* members : {&near, &far}) {
      for (const Index sample : *members) {
        check_sample("set", k, sample, data.size());
        require(sample != query, "set {} joins sample {} to itself", k, query);
      }
    }
    std::vector<Index> sorted = near;
    std::sort(sorted.begin(), sorted.end());
    for (const Index sample : far) {
      require(!std::binary_search(sorted.begin(), sorted.end(), sample),
              "set {} has sample {} near and far", k, sample);
    }
  }
  check_consistent("sets", sets);
}

void check_all(const Rankings& rankings, const Dataset& data) {
  for (std::size_t k = 0; k < rankings.size(); ++k) {
    check_sample("ranking", k, rankings[k].sample, data.size());
    for (const Index label : rankings[k].relevant) {
      require(0 <= label && label < data.labels.label_count(), "ranking {} names label {} of {}", k,
              label, data.labels.label_count());
    }
  }
}

void check_term(std::size_t k, const FormTerm& term, bool of_features, const Dataset& data) {
  require(std::isfinite(term.factor), "form {}: factor {} is not finite", k, term.factor);
  if (of_features) {
    for (const Index feature : {term.i, term.j}) {
      require(0 <= feature && feature < data.dim(), "form {} names feature {} of {}", k, feature,
              data.dim());
    }
    return;
  }
  check_sample("form", k, term.i, data.size());
  if (term.j != origin) check_sample("form", k, term.j, data.size());
  require(term.i != term.j, "form {} joins sample {} to itself", k, term.i);
}

void check_all(const Forms& forms, const Dataset& data) {
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const Form& form = forms[k];
    require(!form.terms.empty(), "form {} has no terms", k);
    for (const FormTerm& term : form.terms) check_term(k, term, form.of_features, data);
    require(std::isfinite(form.value), "form {}: value {} is not finite", k, form.value);
    check_amount("form", k, "weight", form.weight);
  }
}

/// Where each of n samples is in a list; -1 = nowhere.
class Positions {
 public:
  Positions(std::span<const Index> samples, Index n) : of_(static_cast<std::size_t>(n), -1) {
    for (std::size_t k = 0; k < samples.size(); ++k) {
      of_[static_cast<std::size_t>(samples[k])] = static_cast<Index>(k);
    }
  }

  /// Renumbers the samples in place; false if one of them is absent.
  template <class... Sample>
  bool renumber(Sample&... sample) const {
    ((sample = of_[static_cast<std::size_t>(sample)]), ...);
    return ((sample >= 0) && ...);
  }

  void renumber_present(std::vector<Index>& samples) const {
    std::vector<Index> present;
    for (Index sample : samples) {
      if (renumber(sample)) present.push_back(sample);
    }
    samples = std::move(present);
  }

 private:
  std::vector<Index> of_;
};

bool keep(const Positions& to, Pair& pair) {
  return to.renumber(pair.i) && (pair.j == origin || to.renumber(pair.j));
}
bool keep(const Positions& to, Triplet& t) { return to.renumber(t.query, t.near, t.far); }
bool keep(const Positions& to, Ranking& ranking) { return to.renumber(ranking.sample); }
bool keep(const Positions& to, Form& form) {
  return form.of_features || std::ranges::all_of(form.terms, [&](FormTerm& term) {
           return to.renumber(term.i) && (term.j == origin || to.renumber(term.j));
         });
}
bool keep(const Positions& to, NearFarSet& set) {
  to.renumber_present(set.near);
  to.renumber_present(set.far);
  return to.renumber(set.query) && !set.near.empty() && !set.far.empty();
}

void collect_samples(const Pair& pair, LargeList<Index>& all) {
  all.insert(all.end(), {pair.i, pair.j});
}
void collect_samples(const Triplet& t, LargeList<Index>& all) {
  all.insert(all.end(), {t.query, t.near, t.far});
}
void collect_samples(const Ranking& ranking, LargeList<Index>& all) {
  all.push_back(ranking.sample);
}
void collect_samples(const Form& form, LargeList<Index>& all) {
  if (form.of_features) return;
  for (const FormTerm& term : form.terms) all.insert(all.end(), {term.i, term.j});
}
void collect_samples(const NearFarSet& set, LargeList<Index>& all) {
  all.push_back(set.query);
  all.insert(all.end(), set.near.begin(), set.near.end());
  all.insert(all.end(), set.far.begin(), set.far.end());
}

}  // namespace

std::string_view symbol(Relation relation) {
  static constexpr std::string_view symbols[] = {"=", "<=", ">="};
  return symbols[static_cast<std::size_t>(relation)];
}

Supervision kind(const Constraints& constraints) {
  static constexpr Supervision kinds[] = {Supervision::nothing,  Supervision::pairs,
                                          Supervision::triplets, Supervision::sets,
                                          Supervision::rankings, Supervision::forms};
  static_assert(std::size(kinds) == std::variant_size_v<Constraints>);
  return kinds[constraints.index()];
}

Index count(const Constraints& constraints) {
  return std::visit(
      [](const auto& some) -> Index {
        if constexpr (requires { some.size(); }) {
          return std::ssize(some);
        } else {
          return 0;
        }
      },
      constraints);
}

void check(const Constraints& constraints, const Dataset& data) {
  std::visit([&](const auto& some) { check_all(some, data); }, constraints);
}

Constraints restrict_to(const Constraints& constraints, std::span<const Index> samples, Index n) {
  const Positions positions(samples, n);
  return std::visit(
      [&](const auto& some) -> Constraints {
        std::decay_t<decltype(some)> kept;
        if constexpr (requires { some.size(); }) {
          for (auto one : some) {
            if (keep(positions, one)) kept.push_back(std::move(one));
          }
        }
        return kept;
      },
      constraints);
}

Constraints selected(const Constraints& constraints, std::span<const Index> places) {
  return std::visit(
      [&](const auto& some) -> Constraints {
        std::decay_t<decltype(some)> kept;
        if constexpr (requires { some.size(); }) {
          for (const Index place : places) kept.push_back(some[static_cast<std::size_t>(place)]);
        }
        return kept;
      },
      constraints);
}

std::vector<Index> samples_of(const Constraints& constraints) {
  LargeList<Index> samples;
  std::visit(
      [&](const auto& some) {
        if constexpr (requires { some.size(); }) {
          for (const auto& each : some) collect_samples(each, samples);
        }
      },
      constraints);
  std::erase(samples, origin);
  std::sort(samples.begin(), samples.end());
  return {samples.begin(), std::unique(samples.begin(), samples.end())};
}

std::vector<Index> joined_samples(const Pairs& pairs, Index n) {
  std::vector<Index> parent(static_cast<std::size_t>(n));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      Index& up = parent[static_cast<std::size_t>(i)];
      up = parent[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  };
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "pairs must be alike (<=) or not (>=) here, not measured distances (=)");
    if (pair.relation == Relation::at_least) continue;
    const Index a = root(pair.i), b = root(pair.j);
    parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<Index> roots;
  for (Index i = 0; i < n; ++i) roots.push_back(root(i));
  return roots;
}

namespace {

std::uint64_t hash_of(std::initializer_list<Index> numbers) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (const Index number : numbers) hash = scattered(hash + static_cast<std::uint64_t>(number));
  return hash;
}

std::uint64_t hash_of(const Nothing&) { return 0; }

std::uint64_t hash_of(const Pairs& pairs) {
  std::uint64_t sum = 0;
  for (const Pair& pair : pairs) {
    const auto [i, j] = unordered_ends(pair);
    sum += hash_of({i, j, static_cast<Index>(pair.relation)});
  }
  return sum;
}

std::uint64_t hash_of(const Triplets& triplets) {
  std::uint64_t sum = 0;
  for (const Triplet& each : triplets) sum += hash_of({each.query, each.near, each.far});
  return sum;
}

std::uint64_t hash_of(const NearFarSets& sets) {
  std::uint64_t sum = 0;
  for (const NearFarSet& each : sets) {
    std::uint64_t near = 0, far = 1;
    for (const Index i : each.near) near += hash_of({i, 0});
    for (const Index i : each.far) far += hash_of({i, 1});
    sum += scattered(scattered(hash_of({each.query}) + near) + far);
  }
  return sum;
}

std::uint64_t hash_of(const Rankings& rankings) {
  std::uint64_t sum = 0;
  for (const Ranking& each : rankings) {
    std::uint64_t relevant = 0;
    for (const Index label : each.relevant) relevant += hash_of({label});
    sum += scattered(hash_of({each.sample}) + relevant);
  }
  return sum;
}

std::uint64_t hash_of(const Forms& forms) {
  std::uint64_t sum = 0;
  for (const Form& each : forms) {
    std::uint64_t terms = each.of_features ? 1 : 0;
    for (const FormTerm& term : each.terms) {
      const auto factor = static_cast<Index>(std::bit_cast<std::int64_t>(term.factor));
      terms += hash_of({term.i, term.j, factor});
    }
    sum += scattered(terms + static_cast<std::uint64_t>(each.relation));
  }
  return sum;
}

}  // namespace

std::string fingerprint(const Constraints& constraints) {
  const std::uint64_t hash = std::visit([](const auto& all) { return hash_of(all); }, constraints);
  return fmt::format("{:016x}", scattered(hash + static_cast<std::uint64_t>(constraints.index())));
}

}  // namespace mahala
