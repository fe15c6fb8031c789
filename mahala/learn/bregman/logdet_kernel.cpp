#include "mahala/learn/bregman/logdet_kernel.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/bregman/gamma_choice.hpp"
#include "mahala/learn/bregman/iplr.hpp"
#include "mahala/learn/objects.hpp"
#include "mahala/learn/positive_factor.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

constexpr double coincident = 1e-14;  ///< a distance of this share of the kernel is rounding

/// What learning starts from: a kernel with its map, or coordinates of these samples alone.
struct Start {
  Start(const Dataset& data, const LogDetKernelOptions& options, const Run& run) {
    if (run.start == nullptr) {
      kernel.emplace(data.x, KernelStartOptions{options.kernel, options.manifold, options.centre});
      return;
    }
    check_samples_squared("logdet-kernel", data.size());
    const Matrix g = started(*run.start, data, 0);
    placed = g * g.transpose();
  }

  const Matrix& k0() const { return kernel ? kernel->k0() : placed; }

  Model prior() const { return kernel ? kernel->prior() : objects_model(positive_factor(placed)); }

  /// K0 + K0 S K0.
  Model learned(const Matrix& s) const {
    if (kernel) return kernel->model(1, s);
    return objects_model(positive_factor(symmetric_part(placed + placed * s * placed)));
  }

  std::optional<KernelStart> kernel = {};
  Matrix placed = {};
};

/// S over all samples from S over some.
Matrix spread(const Matrix& middle, const std::vector<Index>& samples, Index n) {
  Matrix all = Matrix::Zero(n, n);
  all(samples, samples) = middle;
  return all;
}

InducedKernels induce_full(const Matrix& k0, const Pairs& pairs, const LogDetLearning& options,
                           const std::vector<double>& gammas, const Run& run) {
  const auto samples = samples_of(pairs);
  const Matrix own = k0(samples, samples);
  InducedKernels kernels;
  kernels.asked =
      asked_by(pairs, samples, [&](const Ends& ends) { return kernel_distance(own, ends); });
  const std::vector<Ends>& ends = kernels.asked.ends;
  if (ends.empty()) return kernels;
  kernels.solutions = solve_logdet_kernel(
      own, ends, {kernels.asked.bounds, slack_of(options), gammas}, options.solver, run);
  for (const LogDetSolution& each : kernels.solutions) {
    kernels.middles.push_back(
        spread(induced_middle(own, ends, each.outcome.weights), samples, k0.rows()));
  }
  return kernels;
}

InducedKernels induce_in_basis(const Matrix& k0, const Matrix& basis, const Pairs& pairs,
                               const LogDetLearning& options, const std::vector<double>& gammas,
                               const Run& run) {
  const Matrix t = kernel_coordinates(k0, basis);
  const auto samples = samples_of(pairs);
  const Matrix z = t * k0(Eigen::all, samples);
  const Matrix own = k0(samples, samples);
  IplrSolved solved = solve_iplr(
      z, pairs, samples, [&](const Ends& ends) { return kernel_distance(own, ends); },
      IplrMode::offset, options, gammas, run);
  InducedKernels kernels;
  for (const LogDetSolution& each : solved.solutions) {
    const Matrix change = each.a - Matrix::Identity(t.rows(), t.rows());
    kernels.middles.push_back(t.transpose() * change * t);
  }
  kernels.remark = remark_of(solved);
  kernels.solutions = std::move(solved.solutions);
  kernels.asked = std::move(solved.asked);
  return kernels;
}

Index kernel_basis_size(const LogDetKernelOptions& options, const Labels& labels, Index n) {
  if (options.basis_size > 0) return options.basis_size;
  return std::min(n, labels.empty() ? 10 : labels.label_count());
}

/// J with rows for all samples, made of `known` ones alone; empty if no basis is asked for.
Matrix chosen_basis(const Matrix& k0, const Labels& labels, const std::vector<Index>& known,
                    const LogDetKernelOptions& options, const Run& run) {
  if (options.basis == KernelBasis::none) return {};
  Rng rng = make_rng(run.seed, RandomStream::basis);
  const Index size = kernel_basis_size(options, labels, std::ssize(known));
  const Matrix own = kernel_basis(k0(known, known), labels.select(known), size, options.basis, rng);
  Matrix j = Matrix::Zero(k0.rows(), own.cols());
  j(known, Eigen::all) = own;
  return j;
}

}  // namespace

double kernel_distance(const Matrix& k, const Ends& ends) {
  if (ends.j == origin) return k(ends.i, ends.i);
  const double size = k(ends.i, ends.i) + k(ends.j, ends.j);
  const double squared = size - 2 * k(ends.i, ends.j);
  return squared > coincident * size ? squared : 0;
}

Options describe(LogDetKernelOptions& o) {
  return joined(
      {describe_beside_slack(o.kernel),
       {{"centre", &o.centre, "start from the kernel of samples moved to their mean"}},
       describe(o.manifold),
       {{"basis", &o.basis,
         "learn in the span of few combinations of samples: some of them, random ones, "
         "centres of clusters, of clusters in classes, or principal components"},
        {"basis_size", &o.basis_size,
         "number of combinations; 0 = that of the classes, 10 without labels", at_least(0)}},
       describe(o.learning)});
}

Model logdet_kernel_prior(const Dataset& data, const LogDetKernelOptions& options, const Run& run) {
  return Start(data, options, run).prior();
}

InducedKernels induce_kernels(const Matrix& k0, const Matrix& basis, const Pairs& pairs,
                              const LogDetLearning& options, const std::vector<double>& gammas,
                              const Run& run) {
  return basis.size() == 0 ? induce_full(k0, pairs, options, gammas, run)
                           : induce_in_basis(k0, basis, pairs, options, gammas, run);
}

Fit logdet_kernel(const Dataset& data, const Pairs& pairs, const LogDetKernelOptions& options,
                  const Run& run) {
  const Start start(data, options, run);
  if (pairs.empty()) return kept_start(start.prior());
  const auto models_of_grid = [&](const Pairs& some, const std::vector<Index>& known) {
    const Matrix basis = chosen_basis(start.k0(), data.labels, known, options, run);
    std::vector<Model> models;
    for (const Matrix& middle :
         induce_kernels(start.k0(), basis, some, options.learning, gamma_grid(), {.seed = run.seed})
             .middles) {
      models.push_back(start.learned(middle));
    }
    if (models.empty()) models.assign(gamma_grid().size(), start.prior());
    return models;
  };
  const GammaChoice chosen =
      gamma_for(gamma_of(options.learning), data, pairs, models_of_grid, run);
  std::vector<Index> all(static_cast<std::size_t>(data.size()));
  std::iota(all.begin(), all.end(), Index{0});
  InducedKernels kernels =
      induce_kernels(start.k0(), chosen_basis(start.k0(), data.labels, all, options, run), pairs,
                     options.learning, {chosen.gamma}, run);
  if (kernels.solutions.empty()) return nothing_to_learn(start.prior(), kernels.asked);
  return fit_of(start.learned(kernels.middles.front()), std::move(kernels.solutions.front()),
                kernels.asked, chosen.remark + kernels.remark);
}

}  // namespace mahala
