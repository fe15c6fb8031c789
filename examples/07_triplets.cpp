// 07. From triplets, the first nearer to the second than to the third, to a metric. The same in
// Python: 07_triplets.py.
#include <fmt/format.h>

#include <mahala/data/read/read.hpp>
#include <mahala/evaluate/trial.hpp>
#include <mahala/train/registry.hpp>
#include <mahala/train/train.hpp>

using namespace mahala;

namespace {

/// The first sample from `begin` on, around the end, that shares a label with i or does not.
Index next_of(const Dataset& data, Index begin, Index i, bool same) {
  for (Index s = 0;; ++s) {
    const Index j = (begin + s) % data.size();
    if (data.labels.share(i, j) == same && j != i) return j;
  }
}

Fit learned(const char* name, const Dataset& data, const std::optional<Constraints>& given) {
  return train(*find_learner(name).make(), data, given, {.prepare = "none"}).fit;
}

}  // namespace

int main(int, char** arguments) {
  const Dataset data = read_dataset(arguments[1], {.label = "label"});

  // Each sample with the next ones of its own kind and of another kind, in the order of the
  // samples.
  Triplets halves[2];
  for (Index i = 0, count = 0; i < data.size(); ++i) {
    for (const Index k : {3, 11}) {
      halves[count++ % 2].push_back(
          {i, next_of(data, i + k, i, true), next_of(data, i + 5 * k, i, false)});
    }
  }
  const auto& [learn, judge] = halves;

  const Fit fit = learned("lsml", data, Constraints(learn));
  fmt::print("{} triplets, {}\n", learn.size(), name(fit.status));
  const Fit raw = learned("euclidean", data, std::nullopt);
  for (const auto& [title, model] : {std::pair{"raw", raw.model}, {"learned", fit.model}}) {
    const auto found = measure(model, {.queries = data, .triplets = judge});
    fmt::print("{}: {:.2f} % of {} others right\n", title, 100 * values(found[0])[0], judge.size());
  }
}
