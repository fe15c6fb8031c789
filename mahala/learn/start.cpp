#include "mahala/learn/start.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/random.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/regression/spectral_start.hpp"

namespace mahala {
namespace {

Options rank_and_start(StartOptions& o, std::string_view help,
                       const std::vector<std::string_view>& starts) {
  return {{"rank", &o.rank,
           o.usual_rank == 64
               ? "rank of the metric; 0 = 64, or the number of features or samples if that is less"
               : "rank of the metric; 0 = 10, or the number of features or samples if that is less",
           at_least(0)},
          {"start", &o.start, help, {}, starts}};
}

void check_start_features(const Matrix& start, Index dim) {
  require(start.rows() == dim, "the start has {} features, the data {}", start.rows(), dim);
}

}  // namespace

Options describe(StartOptions& o) {
  return rank_and_start(o, "where learning starts: leading principal axes, or at random",
                        one_of(FactorStart::pca, FactorStart::random));
}

Options describe_observed(StartOptions& o, const std::vector<std::string_view>& starts) {
  return rank_and_start(
      o,
      "where learning starts: leading principal axes (pca), at random, by moments of observed "
      "distances (spectral), or at the inverse covariance inside classes (rca)",
      starts);
}

Index rank_of_start(const Dataset& data, const StartOptions& options, const Run& run) {
  const Index dim = data.dim(), samples = data.size();
  check_bound("rank", options.rank, dim, "the dimension");
  if (run.start == nullptr) {
    const Index usual = std::min({options.usual_rank, dim, std::max<Index>(1, samples - 1)});
    return options.rank > 0 ? options.rank : usual;
  }
  check_start_features(*run.start, dim);
  require(options.rank == 0 || options.rank == run.start->cols(),
          "option rank: {}, but the start has rank {}", options.rank, run.start->cols());
  return run.start->cols();
}

Index wide_rank(const Dataset& data) {
  constexpr Index all_up_to = 256, else_axes = 128;
  const Index most = data.dim() <= all_up_to ? data.dim() : else_axes;
  return std::min(most, std::max<Index>(1, data.size() - 1));
}

Matrix start_factor(const Dataset& data, const StartOptions& options, const Run& run) {
  const Index dim = data.dim(), rank = rank_of_start(data, options, run);
  if (run.start != nullptr) return *run.start;
  if (run.own_start != nullptr && run.own_start->rows() == dim && run.own_start->cols() == rank) {
    return *run.own_start;
  }
  if (options.start == FactorStart::random) {
    Rng rng = make_rng(run.seed);
    return PsdFlat(dim, rank).random_point(rng);
  }
  return rank == dim ? Matrix(Matrix::Identity(dim, dim)) : principal_axes(data.x, rank);
}

Matrix start_factor(const Dataset& data, const Pairs& pairs, const StartOptions& options,
                    const Run& run) {
  if (options.start != FactorStart::spectral) return start_factor(data, options, run);
  check_square("start=spectral", data.dim());
  return spectral_start(data.x, pairs, rank_of_start(data, options, run));
}

Matrix start_metric(const Dataset& data, const Run& run) {
  const Index dim = data.dim();
  if (run.start == nullptr) return Matrix::Identity(dim, dim);
  check_start_features(*run.start, dim);
  require(run.start->cols() >= dim,
          "the start has rank {}; a full-rank metric of {} features is "
          "needed",
          run.start->cols(), dim);
  Matrix w = *run.start * run.start->transpose();
  require(cholesky_factor(w).allFinite(),
          "the start is singular: a metric of full rank can only continue from one of full rank");
  return w;
}

void check_start(FactorStart start, const Run& run) {
  require(run.start == nullptr || start == StartOptions().start,
          "option start: is ignored when continuing from a model");
}

void refuse_beside_start(const Options& options, const Options& defaults) {
  for (std::size_t k = 0; k < options.size(); ++k) {
    require(value(options[k]) == value(defaults[k]),
            "option {}: is ignored when continuing from a model", options[k].name);
  }
}

}  // namespace mahala
