// 02. From pairs that are the same or not to probabilities. The same in Python:
// 02_pairs_and_probabilities.py.
#include <fmt/format.h>

#include <cmath>
#include <mahala/data/read/read.hpp>
#include <mahala/evaluate/trial.hpp>
#include <mahala/train/calibrate.hpp>
#include <mahala/train/registry.hpp>
#include <mahala/train/train.hpp>

using namespace mahala;

int main(int, char** arguments) {
  const Dataset data = read_dataset(arguments[1], {.label = "label"});

  // Pair i with i + 7 k, in the order of the samples: half to learn from, half to be judged by.
  Pairs halves[2];
  for (Index i = 0, count = 0; i < data.size(); ++i) {
    for (Index k = 1; k <= 4; ++k, ++count) {
      const Index j = (i + 7 * k) % data.size();
      const auto relation = data.labels.share(i, j) ? Relation::at_most : Relation::at_least;
      halves[count % 2].push_back({i, j, relation, open_bound});
    }
  }
  const auto& [learn, judge] = halves;

  const auto learner = find_learner("itml").make();
  Fit fit = train(*learner, data, Constraints(learn), {.prepare = "none"}).fit;
  fmt::print("{} pairs, {}\n", learn.size(), name(fit.status));
  const Trial trial{
      .queries = data, .measures = {Measure::verification}, .pairs = same_or_different(judge)};
  fmt::print("AUC of {} others: {:.4f}\n", judge.size(), values(measure(fit.model, trial)[0])[0]);

  fit.model.calibration = calibrate(fit.model, data, learn).calibration;
  const Calibration& calibration = *fit.model.calibration;
  const auto known = known_pairs(fit.model, data, judge);
  double right = 0;
  for (const KnownPair& each : known) right += calibration.is_same(each.u) == each.same;
  fmt::print("{:.1f} % predicted right at distance {:.3f}\n",
             100 * right / static_cast<double>(known.size()), std::sqrt(calibration.threshold));
  fmt::print("the first is the same with probability {:.3f}\n",
             calibration.probability_same(known[0].u));
}
