#include "mahala/learn/bregman/spectral_learning.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/bregman/logdet_kernel.hpp"
#include "mahala/learn/positive_factor.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

constexpr double spectral_tolerance = 1e-12;  ///< relative to the largest eigenvalue

/// The leading eigenvectors divided by the roots of their eigenvalues, n x r.
Matrix whitened_axes(const Matrix& gram) {
  const auto [values, vectors] = symmetric_eigen(gram);
  const Index r = std::max<Index>(1, std::count_if(values.begin(), values.end(), [&](double v) {
                                    return v > spectral_tolerance * values[0];
                                  }));
  return vectors.leftCols(r) *
         values.head(r).cwiseMax(1e-300).cwiseSqrt().cwiseInverse().asDiagonal();
}

Index spectral_basis_size(const SpectralLearning& options, const Labels& labels, Index n) {
  if (options.basis_size > 0) return options.basis_size;
  return std::min(n, labels.empty() ? 10 : labels.label_count());
}

bool among_features(const Dataset& data, const SpectralLearning& options) {
  return options.basis == KernelBasis::none && stays_in_features(options.start, data.x);
}

}  // namespace

Options describe(SpectralLearning& o) {
  return joined(
      {{{"slack", &o.slack, "how a broken bound is counted; none = bounds are hard"},
        {"gamma", &o.gamma, "what a broken bound costs", positive()},
        {"basis", &o.basis,
         "learn in the span of few combinations of samples: some of them, random ones, centres "
         "of clusters, of clusters in classes, or principal components"},
        {"basis_size", &o.basis_size,
         "number of combinations; 0 = that of the classes, 10 without labels", at_least(0)}},
       describe(o.start),
       describe(o.solver)});
}

Slack slack_of(const SpectralLearning& options) {
  switch (options.slack) {
    case SpectralSlack::quadratic:
      return Slack::quadratic;
    case SpectralSlack::logdet:
      return Slack::logdet;
    case SpectralSlack::von_neumann:
      return Slack::von_neumann;
    case SpectralSlack::none:
    case SpectralSlack::hinge:
      break;
  }
  return Slack::hinge;
}

double gamma_of(const SpectralLearning& options) {
  return options.slack == SpectralSlack::none ? std::numeric_limits<double>::infinity()
                                              : options.gamma;
}

double share_among_features(double share, const SpectralLearning& options, const Dataset& data) {
  const bool among = options.basis == KernelBasis::none && stays_in_features(options.start, data.x);
  require(among || share <= 0,
          "option identity: there is none to add to but for the linear kernel of no more features "
          "than samples");
  return among ? share : 0;
}

Model spectral_prior(const Dataset& data, const SpectralLearning& options) {
  if (among_features(data, options)) return identity_model(data.dim());
  return KernelStart(data.x, options.start).prior();
}

SpectralPlace::SpectralPlace(const Dataset& data, std::vector<Index> samples,
                             const SpectralLearning& options, double alpha, const Run& run)
    : samples_(std::move(samples)), alpha_(alpha), dim_(data.dim()) {
  if (among_features(data, options)) {
    place_features(data);
  } else {
    place_kernel(data, options, run);
  }
}

void SpectralPlace::place_features(const Dataset& data) {
  check_square("this learner", data.dim());
  const Samples used = data.x.select(samples_);
  points_ = used.block(0, used.size());
  if (points_.cols() >= points_.rows()) return;
  map_ = points_ * whitened_axes(points_.transpose() * points_);
  points_ = map_.transpose() * points_;
}

void SpectralPlace::place_kernel(const Dataset& data, const SpectralLearning& options,
                                 const Run& run) {
  start_.emplace(data.x, options.start);
  const Matrix& k0 = start_->k0();
  own_ = k0(samples_, samples_);
  if (options.basis == KernelBasis::none) {
    map_ = Matrix::Zero(0, 0);
    const Matrix t = whitened_axes(own_).transpose();
    points_ = t * own_;
    map_ = Matrix::Zero(t.rows(), k0.rows());
    map_(Eigen::all, samples_) = t;
    return;
  }
  Rng rng = make_rng(run.seed, RandomStream::basis);
  const Index size = spectral_basis_size(options, data.labels, k0.rows());
  map_ = kernel_coordinates(k0, kernel_basis(k0, data.labels, size, options.basis, rng));
  points_ = map_ * k0(Eigen::all, samples_);
  in_span_ = true;
}

double SpectralPlace::distance(const Ends& ends) const {
  return start_ ? kernel_distance(own_, ends) : squared_distance_of(points_, ends);
}

double SpectralPlace::constant(const Ends& ends) const {
  if (!in_span_ || alpha_ == 0) return 0;
  return alpha_ * std::max(0.0, distance(ends) - squared_distance_of(points_, ends));
}

Model SpectralPlace::model(const Matrix& w, Index rank) const {
  const Matrix change = w - alpha_ * Matrix::Identity(w.rows(), w.rows());
  if (start_) return start_->model(alpha_, symmetric_part(map_.transpose() * change * map_), rank);
  if (alpha_ == 0) {
    const Matrix factor = positive_factor(w, rank);
    return {.left = map_.size() > 0 ? Matrix(map_ * factor) : factor};
  }
  if (map_.size() == 0) return {.left = root_of(w)};
  Matrix full = map_ * change * map_.transpose();
  full.diagonal().array() += alpha_;
  return {.left = root_of(symmetric_part(full))};
}

SpectralTask spectral_task(const Dataset& data, const Pairs& pairs, const SpectralLearning& options,
                           double alpha, const Run& run) {
  const auto samples = samples_of(pairs);
  SpectralTask task{SpectralPlace(data, samples, options, alpha, run)};
  const SpectralPlace& place = task.place;
  task.asked = asked_by(pairs, samples, [&](const Ends& ends) { return place.distance(ends); });
  const double gamma = gamma_of(options);
  SpectralProblem& problem = task.problem;
  problem.points = place.points();
  problem.slack = slack_of(options);
  problem.bounds = task.asked.bounds;
  for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
    problem.bounds[k].gamma *= gamma;
    problem.bounds[k].offset = place.constant(task.asked.ends[k]);
  }
  problem.terms = pair_terms(task.asked.ends);
  return task;
}

Fit spectral_fit(Model model, const SpectralTask& task, SpectralSolution solution,
                 const std::string& remark) {
  LogDetSolution told;
  told.how = fmt::format("Newton steps on {} x {} matrices", solution.w.rows(), solution.w.rows());
  told.outcome = {.weights = std::move(solution.weights),
                  .standing = solution.standing,
                  .status = solution.status,
                  .message = std::move(solution.message),
                  .iterations = solution.iterations,
                  .trace = std::move(solution.trace)};
  return fit_of(std::move(model), std::move(told), task.asked, remark);
}

Fit learn_spectral(const Dataset& data, const Pairs& pairs, const SpectralLearning& options,
                   const SpectralFunction& f, const Run& run) {
  if (pairs.empty()) return kept_start(spectral_prior(data, options));
  const SpectralTask task = spectral_task(data, pairs, options, f.alpha(), run);
  if (task.asked.ends.empty()) {
    return nothing_to_learn(spectral_prior(data, options), task.asked);
  }
  SpectralSolution solution = solve_spectral(task.problem, f, options.solver, run);
  Model model = task.place.model(solution.w);
  return spectral_fit(std::move(model), task, std::move(solution));
}

}  // namespace mahala
