#include "mahala/reproduce/experiments/kernel_race.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/run.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/learn/bregman/logdet_lowrank.hpp"
#include "mahala/learn/closed_form/ksr.hpp"
#include "mahala/learn/riemannian/kernel_psd.hpp"
#include "mahala/reproduce/experiments/learning.hpp"

namespace mahala::reproduce {
namespace {

Fit place_by(const std::string& method, const KernelProblem& problem, const Matrix& start,
             const Pairs& pairs, const Run& run) {
  const Index rank = start.cols();
  KernelPsdOptions options{.rank = rank};  // the start tells all that is known of the kernel
  if (method == "flat") return kernel_psd(problem.data(), pairs, options, run);
  if (method == "logdet") {
    return logdet_lowrank(problem.data(), pairs, {.rank = rank}, run);
  }
  if (method == "ksr") {
    // It has a start of its own, and no more directions that tell of classes than these.
    const Index most = std::min(rank, class_count(problem.data().labels) - 1);
    return ksr(problem.data(), pairs, {.rank = most, .kernel = problem.kernel()},
               {.seed = run.seed});
  }
  options.geometry = KernelGeometry::polar;
  if (method == "polar, lambda 0") options.polar.lambda = 0;
  require(method == "polar" || method == "polar, lambda 0", "there is no method '{}'", method);
  return kernel_psd(problem.data(), pairs, options, run);
}

}  // namespace

KernelProblem::KernelProblem(Dataset data, const KernelOptions& kernel, bool centre)
    : data_(std::move(data)), kernel_(fitted(kernel, data_.x)) {
  const ProcessorClock watch;
  const Matrix k = kernel_matrix(data_.x, kernel_);
  components_ = kernel_components(centre ? centred_kernel(k) : k, data_.size());
  seconds_ = watch.seconds();
}

Pairs KernelProblem::draw(Index count, double alpha, std::uint64_t seed) const {
  Rng rng = make_rng(seed, RandomStream::sampling);
  const SampleOptions options{.protocol = PairProtocol::uniform,
                              .count = count,
                              .bounds = BoundRule::relative,
                              .margin = alpha};
  return std::get<Pairs>(sample_constraints(
      Supervision::pairs, data_.labels, Samples(Matrix(components_.transpose())), options, rng));
}

const KernelProblem& LazyProblem::get() const {
  std::call_once(once_, [&] { made_ = std::make_unique<KernelProblem>(make_()); });
  return *made_;
}

Placed place(const std::string& method, const KernelProblem& problem, const Matrix& start,
             const Pairs& pairs, std::uint64_t seed) {
  if (method == "kpca") return {start.transpose(), 0};
  const ProcessorClock watch;
  const Fit fit = place_by(method, problem, start, pairs, {.seed = seed, .start = &start});
  return {fit.model.left.transpose(), watch.seconds()};
}

std::string with_pairs(const std::string& method, Index count) {
  return fmt::format("{}, {} pairs", method, count);
}

std::vector<Setting> settings_by_pairs(const std::vector<std::string>& methods,
                                       const std::vector<Index>& counts, const DataFolder& folder,
                                       MeasuredByPairs& measured) {
  std::vector<Setting> all;
  for (const std::string& method : methods) {
    for (const Index count : counts) {
      all.push_back({with_pairs(method, count), [=, &folder, &measured](std::uint64_t seed) {
                       return measured(method, count, folder, seed);
                     }});
    }
  }
  return all;
}

}  // namespace mahala::reproduce
