// FrobMetric beside dlib's vector_normalizer_frobmetric on the same near/far sets of standardised
// wine and digits, both halves of two folds, five times or MAHALA_BENCH_REPEATS: processor seconds
// of learning, the objective of both (the same function, strictly convex), and the error of 3
// nearest neighbours. Processor time does not depend on what else the machine does; both run in one
// thread.
#include <dlib/statistics.h>
#include <fmt/format.h>
#include <time.h>

#include <cstdlib>

#include "bench/peers/figures.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/learn/convex/frobmetric.hpp"

namespace mahala::bench {
namespace {

constexpr Index neighbours = 3;
/// Duality gap at which the objective is nowhere above that of dlib, which stops by its gradient.
constexpr double as_near_as_theirs = 1e-5;
using Column = dlib::matrix<double, 0, 1>;

Index repeats() {
  const char* wanted = std::getenv("MAHALA_BENCH_REPEATS");
  const Index count = wanted != nullptr ? std::atol(wanted) : 5;
  require(count > 0, "MAHALA_BENCH_REPEATS: {} is no number of repeats", wanted);
  return count;
}

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

/// f of learn/convex/frobmetric.hpp at M = A A^T.
double objective(const Samples& x, const NearFarSets& sets, const Matrix& a, bool identity) {
  const Matrix z = x.project(a), all = x.block(0, x.size());
  const auto distance = [&](Index i, Index j) {
    const double prior = identity ? (all.col(i) - all.col(j)).squaredNorm() : 0;
    return prior + (z.col(i) - z.col(j)).squaredNorm();
  };
  double missed = 0, triplets = 0;
  for (const NearFarSet& set : sets) {
    for (const Index near : set.near) {
      for (const Index far : set.far) {
        missed += std::max(0.0, 1 - distance(set.query, far) + distance(set.query, near));
        ++triplets;
      }
    }
  }
  return (a.transpose() * a).squaredNorm() / 2 + missed / triplets;
}

/// Means over the folds.
struct Score {
  double seconds = 0, objective = 0, error = 0;
};

class Trial {
 public:
  /// `share` is that of the trial in the means.
  Trial(Dataset train, Dataset test, NearFarSets sets, bool identity, double share)
      : train_(std::move(train)),
        test_(std::move(test)),
        sets_(std::move(sets)),
        identity_(identity),
        share_(share) {}

  void add_ours(Score& score) const {
    const FrobmetricOptions options{
        .unit = 0,
        .prior = identity_ ? FrobmetricPrior::identity : FrobmetricPrior::none,
        .tolerance = as_near_as_theirs};
    const double before = processor_seconds();
    const Model model = frobmetric(train_, sets_, options).model;
    add(score, processor_seconds() - before, model, model.left);
  }

  void add_theirs(Score& score) const {
    const double before = processor_seconds();
    const Matrix map = learned_by_dlib(train_.x, sets_, identity_);
    const double seconds = processor_seconds() - before;
    Matrix factor = map;
    if (identity_) factor.diagonal().array() -= 1;  // its map is I + M^(1/2)
    add(score, seconds, {.left = map}, factor);
  }

 private:
  void add(Score& score, double seconds, const Model& model, const Matrix& factor) const {
    const auto predicted =
        classify_knn(embed_prepared_samples(model, train_.x), train_.labels.classes(),
                     embed_prepared_samples(model, test_.x), neighbours);
    score.seconds += seconds * share_;
    score.error += 100 * error_rate(predicted, test_.labels.classes()) * share_;
    score.objective += objective(train_.x, sets_, factor, identity_) * share_;
  }

  Dataset train_, test_;
  NearFarSets sets_;
  bool identity_;
  double share_;
};

void compare(const std::string& name, const std::string& path, bool identity, Figures& figures) {
  const Dataset data = read_dataset(path, {.label = "label"});
  Rng rng = make_rng(5);
  Score ours, theirs;
  std::vector<Fold> folds;
  for (Index k = 0; k < repeats(); ++k) {
    const auto halves = stratified_folds(data.labels.classes(), 2, rng);
    folds.insert(folds.end(), halves.begin(), halves.end());
  }
  for (const Fold& fold : folds) {
    Dataset train = data.select(fold.train), test = data.select(fold.test);
    const Prepare prepare = fit_prepare("standardise", train.x);
    test.x = apply(prepare, test.x);
    auto sets = std::get<NearFarSets>(
        sample_constraints(Supervision::sets, train.labels, train.x, {}, rng));
    const Trial trial(std::move(train), std::move(test), std::move(sets), identity,
                      1 / static_cast<double>(folds.size()));
    trial.add_ours(ours);
    trial.add_theirs(theirs);
  }
  const std::string of =
      fmt::format("frobmetric {}, prior {}", name, identity ? "identity" : "none");
  figures.add({of + ": learning", ours.seconds, theirs.seconds, "cpu s", "dlib"});
  figures.add({of + ": objective", ours.objective, theirs.objective, "", "dlib"});
  figures.add({of + ": 3-NN error", ours.error, theirs.error, "%", "dlib"});
}

void all(int argc, char** argv) {
  Figures figures(argc, argv);
  set_threads(1);
  for (const bool identity : {false, true}) {
    compare("wine", MAHALA_DATA "/wine.csv", identity, figures);
    compare("digits", MAHALA_DATA "/digits.csv", identity, figures);
  }
  figures.write();
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  try {
    mahala::bench::all(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
