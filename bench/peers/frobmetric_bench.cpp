// FrobMetric beside dlib's vector_normalizer_frobmetric on the same near/far sets of standardised
// wine and digits, both halves of two folds, five times: processor seconds of learning, and the
// error of 3 nearest neighbours. Processor time does not depend on what else the machine does; both
// run in one thread.
#include <dlib/statistics.h>
#include <fmt/format.h>
#include <time.h>

#include "bench/measure.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/prepare.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/data/sample_constraints.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/learn/frobmetric.hpp"

namespace mahala::bench {
namespace {

constexpr Index neighbours = 3, repeats = 5;
using Column = dlib::matrix<double, 0, 1>;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Column column(const Samples& x, Index i) {
  const Vector from = x.column(i);
  Column to(from.size());
  for (Index k = 0; k < from.size(); ++k) to(k) = from[k];
  return to;
}

/// dlib's map, d x d, learned from the same sets.
Matrix learned_by_dlib(const Samples& x, const NearFarSets& sets, bool identity) {
  std::vector<dlib::frobmetric_training_sample<Column>> samples;
  for (const NearFarSet& set : sets) {
    auto& sample = samples.emplace_back();
    sample.anchor_vect = column(x, set.query);
    for (const Index j : set.near) sample.near_vects.push_back(column(x, j));
    for (const Index j : set.far) sample.far_vects.push_back(column(x, j));
  }
  dlib::vector_normalizer_frobmetric<Column> trainer;
  trainer.set_uses_identity_matrix_prior(identity);
  trainer.train(samples);
  const auto& map = trainer.transform();
  Matrix result(map.nc(), map.nr());
  for (Index r = 0; r < result.rows(); ++r) {
    for (Index c = 0; c < result.cols(); ++c) result(r, c) = map(c, r);
  }
  return result;
}

struct Score {
  double seconds = 0, error = 0;
};

/// Learns on one half and adds what came of it.
template <class Learn>
void add(Score& score, const Dataset& train, const Dataset& test, const Learn& learn) {
  const double before = processor_seconds();
  const Model model = learn(train);
  score.seconds += (processor_seconds() - before) / (2 * repeats);
  const auto predicted =
      classify_knn(embed_prepared_samples(model, train.x), train.labels.classes(),
                   embed_prepared_samples(model, test.x), neighbours);
  score.error += error_rate(predicted, test.labels.classes()) / (2 * repeats);
}

void report(const std::string& name, const std::string& path, bool identity) {
  const Dataset data = read_dataset(path, {.label = "label"});
  Rng rng = make_rng(5);
  Score ours, theirs, euclidean;
  std::vector<Fold> folds;
  for (Index k = 0; k < repeats; ++k) {
    const auto halves = stratified_folds(data.labels.classes(), 2, rng);
    folds.insert(folds.end(), halves.begin(), halves.end());
  }
  for (const Fold& fold : folds) {
    Dataset train = data.select(fold.train), test = data.select(fold.test);
    const Prepare prepare = fit_prepare("standardise", train.x);
    test.x = apply(prepare, test.x);
    const auto sets =
        std::get<NearFarSets>(sample_constraints("sets", train.labels, train.x, {}, rng));
    const FrobmetricOptions options{.prior = identity ? "identity" : "none"};
    add(ours, train, test,
        [&](const Dataset& known) { return frobmetric(known, sets, options).model; });
    add(theirs, train, test, [&](const Dataset& known) {
      return Model{.left = learned_by_dlib(known.x, sets, identity)};
    });
    add(euclidean, train, test, [&](const Dataset& known) { return identity_model(known.dim()); });
  }
  fmt::print("{:<8} {:<9} {:>9.2f} {:>9.3f} {:>9.2f} {:>9.3f} {:>9.1f} {:>10.2f}\n", name,
             identity ? "identity" : "none", 100 * ours.error, ours.seconds, 100 * theirs.error,
             theirs.seconds, theirs.seconds / ours.seconds, 100 * euclidean.error);
}

}  // namespace
}  // namespace mahala::bench

int main() {
  mahala::set_threads(1);
  fmt::print("{:<8} {:<9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10}\n", "data", "prior", "error %",
             "ours s", "error %", "dlib s", "ratio", "Euclid. %");
  for (const bool identity : {false, true}) {
    mahala::bench::report("wine", MAHALA_DATA "/wine.csv", identity);
    mahala::bench::report("digits", MAHALA_DATA "/digits.csv", identity);
  }
}
