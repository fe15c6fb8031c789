#include "mahala/learn/bregman/iplr.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/bregman/gamma_choice.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala {
namespace {

constexpr double floor_share = 1e-3;  ///< of a bound that its constant part exceeds

Index iplr_basis_size(const Dataset& data, const IplrOptions& options) {
  if (options.basis_size > 0) return options.basis_size;
  const Index wanted = data.labels.empty() ? 10 : data.labels.label_count();
  return std::min(wanted, std::min(data.dim(), data.size()));
}

/// U; of the samples given.
Matrix iplr_basis(const Dataset& data, const IplrOptions& options, const Run& run) {
  Rng rng = make_rng(run.seed, RandomStream::basis);
  return orthonormal_basis(feature_basis(data, iplr_basis_size(data, options), options.basis, rng));
}

IplrSolved solve_in_basis(const Samples& x, const Pairs& pairs, const Matrix& u,
                          const IplrOptions& options, std::vector<double> gammas, const Run& run) {
  const auto samples = samples_of(pairs);
  const Samples used = in_one_place(x.select(samples));
  const auto distance = [&](const Ends& ends) {
    return ends.j == origin ? used.column(ends.i).squaredNorm()
                            : used.squared_distance(ends.i, ends.j);
  };
  return solve_iplr(used.project(u), pairs, samples, distance, options.mode, options.learning,
                    std::move(gammas), run);
}

/// Whether factors of these squared lengths may be rounded to floats: their entries move by 2^-24
/// of themselves at most, so that W moves by less than the left side in any direction, and a
/// distance, which has at least the least eigenvalue of W, by less than a millionth of itself.
bool floats_suffice(const Vector& change) {
  const auto moved = [](const Vector& squares) {
    return std::sqrt(squares.maxCoeff() * squares.sum()) / (1 << 23);
  };
  const Vector more = change.cwiseMax(0), less = (-change).cwiseMax(0);
  return moved(more) + moved(less) <= 1e-6 * std::min(1.0, 1 + change.minCoeff());
}

/// I + U (F - I) U^T = I + left left^T - minus minus^T: with F = V diag(f) V^T the columns are
/// those of U V scaled by sqrt|f - 1|, to the left where f > 1.
Model iplr_model(const Matrix& u, const Matrix& f) {
  const Spectrum eigen = symmetric_eigen(f);
  const Vector change = eigen.values.array() - 1;
  Matrix scaled = u * (eigen.vectors * change.cwiseAbs().cwiseSqrt().asDiagonal());
  if (scaled.size() >= large_factor && floats_suffice(change)) {
    scaled = scaled.cast<float>().cast<double>().eval();
  }
  const Index more = (change.array() > 0).count(), less = (change.array() < 0).count();
  return {.identity = 1, .left = scaled.leftCols(more), .minus = scaled.rightCols(less)};
}

}  // namespace

Options describe(IplrOptions& o) {
  return joined({{{"basis", &o.basis,
                   "directions that are learned: singular vectors, centres of clusters, or class "
                   "means"},
                  {"basis_size", &o.basis_size,
                   "number of directions; 0 = that of the classes, 10 without labels", at_least(0)},
                  {"mode", &o.mode,
                   "bounds on whole distances, or on their part inside the basis as printed"}},
                 describe(o.learning)});
}

ReducedBounds reduce_bounds(const LogDetBounds& bounds, const Vector& rest, IplrMode mode) {
  ReducedBounds result;
  for (Index k = 0; k < rest.size(); ++k) {
    LogDetBound bound = bounds[static_cast<std::size_t>(k)];
    if (mode == IplrMode::offset) {
      bound.offset = rest[k];
    } else if (bound.bound > rest[k]) {
      bound.bound -= rest[k];
    } else if (bound.relation == Relation::at_least) {
      continue;
    } else {
      bound.bound *= floor_share;
      ++result.unreachable;
    }
    result.bounds.push_back(bound);
    result.kept.push_back(k);
  }
  return result;
}

IplrSolved solve_iplr(const Matrix& z, const Pairs& pairs, const std::vector<Index>& samples,
                      const std::function<double(const Ends&)>& distance, IplrMode mode,
                      const LogDetLearning& options, std::vector<double> gammas, const Run& run) {
  IplrSolved solved{.asked = asked_by(pairs, samples, distance)};
  Vector rest(std::ssize(solved.asked.ends));
  for (Index k = 0; k < rest.size(); ++k) {
    const Ends& ends = solved.asked.ends[static_cast<std::size_t>(k)];
    rest[k] = std::max(0.0, distance(ends) - squared_distance_of(z, ends));
  }
  ReducedBounds reduced = reduce_bounds(solved.asked.bounds, rest, mode);
  solved.unreachable = reduced.unreachable;
  solved.dropped = rest.size() - std::ssize(reduced.kept);
  Differences differences{z, {}};
  for (const Index k : reduced.kept) {
    differences.ends.push_back(solved.asked.ends[static_cast<std::size_t>(k)]);
  }
  if (reduced.bounds.empty()) return solved;
  solved.solutions =
      solve_logdet(differences, {std::move(reduced.bounds), slack_of(options), std::move(gammas)},
                   options.solver, run);
  return solved;
}

std::string remark_of(const IplrSolved& solved) {
  std::string remark;
  if (solved.dropped > 0) {
    remark += fmt::format("; {} lower bounds hold outside the basis", solved.dropped);
  }
  if (solved.unreachable > 0) {
    remark += fmt::format("; {} upper bounds cannot be met inside the basis", solved.unreachable);
  }
  return remark;
}

Fit iplr(const Dataset& data, const Pairs& pairs, const IplrOptions& options, const Run& run) {
  if (pairs.empty()) return kept_start(identity_model(data.dim()));
  const auto models_of_grid = [&](const Pairs& some, const std::vector<Index>& samples) {
    const Matrix u = iplr_basis(data.select(samples), options, run);
    std::vector<Model> models;
    for (const auto& each :
         solve_in_basis(data.x, some, u, options, gamma_grid(), {.seed = run.seed}).solutions) {
      models.push_back(iplr_model(u, each.a));
    }
    models.resize(gamma_grid().size(), identity_model(data.dim()));
    return models;
  };
  const GammaChoice chosen =
      gamma_for(gamma_of(options.learning), data, pairs, models_of_grid, run);
  const Matrix u = iplr_basis(data, options, run);
  IplrSolved solved = solve_in_basis(data.x, pairs, u, options, {chosen.gamma}, run);
  if (solved.solutions.empty()) return nothing_to_learn(identity_model(data.dim()), solved.asked);
  Model model = iplr_model(u, solved.solutions.front().a);
  return fit_of(std::move(model), std::move(solved.solutions.front()), solved.asked,
                chosen.remark + remark_of(solved));
}

}  // namespace mahala
