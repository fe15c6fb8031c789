#include "mahala/learn/similarity/bilinear_learning.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"

namespace mahala {

namespace {

Options bilinear_options(BilinearOptions& o, std::string_view help,
                         const std::vector<std::string_view>& starts) {
  return {
      {"rank", &o.rank, "rank of W; 0 = 10, or the number of features or labels if that is less",
       at_least(0)},
      {"start", &o.start, help, {}, starts},
  };
}

}  // namespace

Options describe(BilinearOptions& o) {
  return bilinear_options(
      o,
      "W at first: ones on the first entries of its diagonal, or random factors; auto: the former, "
      "or leading principal axes of dense samples where the step size is chosen",
      one_of(BilinearStart::automatic, BilinearStart::identity, BilinearStart::gaussian));
}

Options describe_with_zero(BilinearOptions& o) {
  return bilinear_options(o,
                          "W at first: ones on its diagonal (auto, identity), random, or what a "
                          "perceptron finds from 0",
                          one_of(BilinearStart::automatic, BilinearStart::identity,
                                 BilinearStart::gaussian, BilinearStart::zero));
}

Option precision_option(Precision& precision) {
  return {"precision", &precision,
          "of the factors while learning; single takes half their memory and a little less time"};
}

Index settled_rank(Index rows, Index cols, const BilinearOptions& options, const Run& run) {
  const Index most = std::min(rows, cols);
  check_bound("rank", options.rank, most, rows < cols ? "the number of labels" : "the dimension");
  if (run.start == nullptr) return options.rank > 0 ? options.rank : std::min<Index>(10, most);
  require(
      run.start->cols() > 0,
      "the model to continue from is of full rank: there are no factors of low rank to start with");
  require(options.start == BilinearOptions().start,
          "option start: {}, but learning goes on from a model", options.start);
  require(options.rank == 0 || options.rank == run.start->cols(),
          "option rank: {}, but the start has rank {}", options.rank, run.start->cols());
  return run.start->cols();
}

namespace {

/// The factors of the model to continue from.
FixedRankPoint given_start(Index rows, Index cols, const Run& run) {
  const Matrix& right = run.start_right != nullptr ? *run.start_right : *run.start;
  require(run.start->rows() == rows && right.rows() == cols,
          "the start has factors of {} and {} rows, the data needs {} and {}", run.start->rows(),
          right.rows(), rows, cols);
  return {*run.start, right};
}

FixedRankPoint start_of(Index rows, Index cols, const BilinearOptions& options, const Run& run) {
  const Index rank = settled_rank(rows, cols, options, run);
  if (run.start != nullptr) return given_start(rows, cols, run);
  if (options.start != BilinearStart::gaussian) return identity_start(rows, cols, rank);
  Rng rng = make_rng(run.seed);
  return gaussian_start(rows, cols, rank, rng);
}

}  // namespace

FixedRankPoint similarity_start(Index dim, const BilinearOptions& options, const Run& run) {
  return start_of(dim, dim, options, run);
}

Matrix similarity_start_psd(Index dim, const BilinearOptions& options, const Run& run) {
  const Index rank = settled_rank(dim, dim, options, run);
  if (run.start != nullptr) {
    require(run.start_right == nullptr,
            "the start is no positive semidefinite similarity: it has two factors");
    return given_start(dim, dim, run).a;
  }
  if (options.start != BilinearStart::gaussian) return identity_start_psd(dim, rank);
  Rng rng = make_rng(run.seed);
  return gaussian_start_psd(dim, rank, rng);
}

Fit learn_low_rank(
    const Dataset& data, const Constraints& triplets, const BilinearOptions& from,
    const StepOptions& steps, const Run& run,
    const std::function<std::unique_ptr<OnlineState>(double, Index, const Run&)>& make) {
  const Index rank = settled_rank(data.dim(), data.dim(), from, run);
  Run started = run;
  Matrix axes;
  if (run.start == nullptr && from.start == BilinearStart::automatic &&
      rank < std::min(data.dim(), data.size()) && chosen_by_votes(data, triplets, steps)) {
    axes = steps.held_out == 0
               ? principal_axes(data.x, rank)
               : principal_axes(
                     data.x.select(held_out_split(data.size(), steps.held_out, run.seed).learned),
                     rank);
    started.start = &axes;
  }
  return learn_steps(
      ExampleKind::triplets, data, triplets,
      [&](double step, Index dim) { return make(step, dim, dim == data.dim() ? started : run); },
      steps, run);
}

FixedRankPoint ranking_start(Index labels, Index dim, const BilinearOptions& options,
                             const Run& run) {
  return start_of(labels, dim, options, run);
}

Model similarity_model(FixedRankPoint factors) {
  Model model;
  model.kind = ModelKind::similarity;
  model.left = std::move(factors.a);
  model.right = std::move(factors.b);
  return model;
}

Model similarity_model(Matrix factor) {
  Model model;
  model.kind = ModelKind::similarity;
  model.left = std::move(factor);
  return model;
}

Model ranking_model(FixedRankPoint factors, const std::vector<std::string>& labels) {
  Model model = similarity_model(std::move(factors));
  model.kind = ModelKind::ranking;
  model.labels = labels;
  return model;
}

Model ranking_model(const Matrix& w, const std::vector<std::string>& labels) {
  return ranking_model(FixedRankPoint{Matrix(), w.transpose()}, labels);
}

double given_step(const StepOptions& options, const StreamShape& shape) {
  StepOptions given = options, untouched;
  const Options names = describe_triplets(given), defaults = describe_triplets(untouched);
  for (std::size_t k = 0; k < names.size(); ++k) {
    require(
        names[k].name == "step" || value(names[k]) == value(defaults[k]),
        "option {}: counts where samples are at hand, not in a stream, which has flags of its own",
        names[k].name);
  }
  const double step = options.step > 0 ? options.step : shape.step;
  require(step > 0, "option step: 0 is to be chosen, and was not");
  return step;
}

StreamShape shape_of(const Dataset& data) { return {data.dim(), data.labels.names()}; }

StreamShape with_dim(StreamShape shape, Index dim) {
  shape.dim = dim;
  return shape;
}

}  // namespace mahala
