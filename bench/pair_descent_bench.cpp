// psd-flat on isolet with 100,000 pairs: the memory of a fit against that of the data, and
// an iteration against the two bare matrix products it cannot do without.

#include <cblas.h>
#include <fmt/format.h>

#include "bench/measure.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

extern "C" void openblas_set_num_threads(int count);

namespace mahala::bench {
namespace {

constexpr Index pair_count = 100'000;
constexpr Index iterations = 40;

Dataset isolet() {
  const std::string file = data_file("isolet.train.csv.gz");
  if (!file.empty()) return read_dataset(file);
  fmt::print("isolet is not here; random samples of its shape stand in\n");
  Rng rng = make_rng(1);
  Dataset data{.x = Samples(random_normal(617, 6238, rng))};
  std::vector<std::string> labels;
  for (Index i = 0; i < data.size(); ++i) labels.push_back(std::to_string(i % 26));
  data.labels = Labels::from_names(labels);
  return data;
}

/// Before anything else has touched memory: read, prepare, sample, learn.
void report_memory() {
  const LearnerEntry& entry = find_learner("psd-flat");
  const auto learner = entry.make();
  set(learner->options(), "max_iterations=20");
  Dataset data = isolet();
  const double bytes = 8.0 * static_cast<double>(data.dim() * data.size());
  TrainOptions options;
  options.sampling.count = pair_count;
  train(*learner, std::move(data), std::nullopt, options);
  fmt::print("memory: peak {:.1f} MB, data {:.1f} MB, ratio {:.2f}\n", peak_memory() / 1e6,
             bytes / 1e6, peak_memory() / bytes);
}

double bare_products(const Matrix& x, const Matrix& g) {
  Matrix z(g.cols(), x.cols()), d(g.rows(), g.cols());
  const int n = static_cast<int>(x.cols()), dim = static_cast<int>(x.rows()),
            r = static_cast<int>(g.cols());
  openblas_set_num_threads(threads());
  const double seconds = typical_seconds(iterations, [&] {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, r, n, dim, 1, g.data(), dim, x.data(), dim,
                0, z.data(), r);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, dim, r, n, 1, x.data(), dim, z.data(), r,
                0, d.data(), dim);
  });
  openblas_set_num_threads(1);
  return seconds;
}

/// The median over a descent that is not allowed to stop.
double iteration(const Dataset& data, const Pairs& pairs, Index rank) {
  PairRegression f(data.x, pairs, start_factor(data, {.rank = rank}, {}));
  const Descent descent = descend(f, {.tolerance = 0, .max_iterations = iterations});
  std::vector<double> seconds;
  for (std::size_t t = 1; t < descent.trace.size(); ++t) {
    seconds.push_back(descent.trace[t].seconds - descent.trace[t - 1].seconds);
  }
  return median(std::move(seconds));
}

void report_iterations() {
  Dataset data = isolet();
  fit_prepare("standardise", data.x);
  const Matrix& x = std::get<Matrix>(data.x.storage());
  fmt::print("{:>5} {:>14} {:>14} {:>7}   (threads: {})\n", "rank", "products [ms]",
             "iteration [ms]", "ratio", threads());
  for (const Index rank : {5, 10, 20, 50}) {
    Rng rng = make_rng(1);
    const Model prior = psd_flat_prior(data, {.from = {.rank = rank}}, {});
    const Constraints pairs =
        sample_constraints(Supervision::pairs, data.labels, Samples(data.x.project(prior.left)),
                           {.count = pair_count}, rng);
    const double bare = bare_products(x, prior.left);
    const double ours = iteration(data, std::get<Pairs>(pairs), rank);
    fmt::print("{:>5} {:>14.3f} {:>14.3f} {:>7.2f}\n", rank, 1e3 * bare, 1e3 * ours, ours / bare);
  }
}

}  // namespace
}  // namespace mahala::bench

int main() {
  mahala::set_threads(0);
  mahala::bench::report_memory();
  mahala::bench::report_iterations();
}
