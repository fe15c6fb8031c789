#include "mahala/learn/riemannian/lms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/learn/riemannian/task_filter.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/learn/start.hpp"
#include "mahala/optimize/online/lazy_filter.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"

namespace mahala {
namespace {

constexpr int filter_halvings = 40;

using Trace = std::vector<Progress>;

/// What lms and nlms share.
struct Stream {
  const Dataset& data;
  Matrix y;  ///< a column a sample
  FilterSpace space;
  Index passes;
  FilterSettings settings;
  const Run& run;
};

template <class Filter>
constexpr bool takes_sparse = requires(const Filter& filter, SparseView x) {
  filter.predict(x);
};

/// Calls visit(x, y) for every sample in order, as the filter takes them.
template <class Filter, class Visit>
void for_each_sample(const Stream& stream, const Visit& visit) {
  if constexpr (takes_sparse<Filter>) {
    const auto& x = std::get<SparseMatrix>(stream.data.x.storage());
    for (Index k = 0; k < x.cols(); ++k) visit(sparse_column(x, k), stream.y.col(k));
  } else {
    stream.data.x.for_each_block([&](Index begin, const MatrixView& block) {
      for (Index k = 0; k < block.cols(); ++k) visit(block.col(k), stream.y.col(begin + k));
    });
  }
}

double half_square(double e) { return e * e / 2; }
double half_square(const Vector& e) { return e.squaredNorm() / 2; }

/// An output as the filter takes it: its number, or all of its numbers.
template <class Filter, class X>
auto output_for(const X&, const Eigen::Ref<const Vector>& y) {
  using Prediction =
      std::decay_t<decltype(std::declval<const Filter&>().predict(std::declval<const X&>()))>;
  if constexpr (std::is_same_v<Prediction, double>) {
    return y[0];
  } else {
    return Vector(y);
  }
}

/// What it loses on an example before it learns from it.
template <class Filter, class X, class Y>
double lost_on(Filter& filter, const X& x, const Y& y) {
  if constexpr (std::is_same_v<Y, double>) {
    return half_square(filter.update(x, y) - y);
  } else {
    const double lost = half_square(Vector(filter.predict(x) - y));
    filter.update(x, y);
    return lost;
  }
}

/// |e|^2 / 2 of every sample.
template <class Filter>
Vector losses(const Filter& filter, const Stream& stream) {
  Vector all(stream.y.cols());
  Index k = 0;
  for_each_sample<Filter>(stream, [&](const auto& x, const auto& outputs) {
    const auto y = output_for<Filter>(x, outputs);
    all[k++] = half_square(filter.predict(x) - y);
  });
  return all;
}

/// How far a run over the stream is.
struct StreamPlace {
  Index pass = 0, at = 0;     ///< samples of the pass that were seen
  double lost = 0, most = 0;  ///< in the pass so far, and how much it may be

  void keep(Archive& archive) {
    archive("pass", pass);
    archive("at", at);
    archive("lost", lost);
    archive("most", most);
  }
};

/// The rest of a pass; false if it explodes: what it lost so far is a hundred times what the start
/// loses on the same samples, or no number. The rest of such a pass is not worth its steps.
template <class Filter>
bool follow_once(Filter& filter, const Stream& stream, const Vector& at_start, StreamPlace& place,
                 KeptLoop& loop) {
  const Index between_marks = std::max<Index>(stream.y.cols() / 10, 1);
  if (place.at == 0) {
    place.lost = 0;
    place.most = 100 * at_start.mean();
  }
  Index k = 0;
  for_each_sample<Filter>(stream, [&](const auto& x, const auto& outputs) {
    if (k++ < place.at || !(place.lost <= place.most)) return;
    if (place.at % between_marks == 0) loop.mark(between_marks);
    place.lost += lost_on(filter, x, output_for<Filter>(x, outputs));
    place.most += 100 * at_start[place.at++];
  });
  return place.lost <= place.most;
}

/// One run over the stream, given up where it explodes; false if the monitor asked to stop.
template <class Filter>
bool follow(Filter& filter, const Stream& stream, const Vector& at_start, const Stopwatch& watch,
            Trace& trace) {
  StreamPlace place;
  KeptLoop loop(stream.run, [&](Archive& archive) {
    archive("filter", filter);
    archive("place", place);
    keep_trace(archive, "trace", trace);
  });
  if (loop.ended()) return true;
  for (; place.pass < stream.passes; ++place.pass, place.at = 0) {
    const Index seen = (place.pass + 1) * stream.data.size();
    if (!follow_once(filter, stream, at_start, place, loop)) {
      const bool on = !stream.run.monitor || stream.run.monitor(trace.front());
      trace.push_back({.step = seen - stream.data.size(),
                       .objective = std::numeric_limits<double>::infinity()});
      if (on) loop.end();
      return on;
    }
    trace.push_back({.step = seen,
                     .last_step = stream.passes * stream.data.size(),
                     .objective = losses(filter, stream).mean(),
                     .seconds = watch.seconds()});
    if (stream.run.monitor && !stream.run.monitor(trace.back())) return false;
  }
  loop.end();
  return true;
}

/// A model with the error it leaves, before or after learning.
template <class Filter>
Fit fit_of(const Filter& filter, const Progress& progress, Status status, std::string message) {
  Fit fit;
  fit.model.left = filter.factor();
  fit.status = status;
  fit.message = std::move(message);
  fit.objective = progress.objective;
  fit.certificate = {"root mean square error", std::sqrt(2 * progress.objective)};
  fit.iterations = progress.step;
  return fit;
}

/// What a run says that ended with its passes made.
std::string passes_in_words(const Stream& stream, int halvings) {
  return fmt::format(
      "{} pass{} over {} samples with gain {:g}{}", stream.passes, stream.passes == 1 ? "" : "es",
      stream.data.size(), stream.settings.gain,
      halvings > 0 ? fmt::format(", halved {} time{}", halvings, halvings == 1 ? "" : "s") : "");
}

/// Runs with the gain halved until the error is no larger than at the start.
template <class Filter, class State>
Fit follow_with_halvings(const State& start, const Filter& before, const Vector& at_start,
                         Stream stream, const Stopwatch& watch, Trace& trace) {
  for (int halvings = 0; halvings <= filter_halvings; ++halvings, stream.settings.gain /= 2) {
    trace.resize(1);
    Filter filter(start, stream.settings);
    if (!follow(filter, stream, at_start, watch, trace)) {
      const bool exploded = !std::isfinite(trace.back().objective);
      if (exploded) trace.resize(1);
      return fit_of(exploded ? before : filter, trace.back(), Status::stopped,
                    "stopped on request");
    }
    if (!(trace.back().objective <= trace.front().objective)) continue;
    return fit_of(filter, trace.back(), Status::budget_spent, passes_in_words(stream, halvings));
  }
  trace.resize(1);
  return fit_of(before, trace.back(), Status::budget_spent,
                "no gain lowers the error of the start, which is kept");
}

/// Learns from the stream, if the start has a finite error.
template <class Filter, class State>
Fit identify(const State& start, const Stream& stream) {
  const Stopwatch watch;
  const Filter before(start, stream.settings);
  const Vector at_start = losses(before, stream);
  Trace trace = {{.step = 0,
                  .last_step = stream.passes * stream.data.size(),
                  .objective = at_start.mean(),
                  .seconds = watch.seconds()}};
  if (!std::isfinite(trace.front().objective)) {
    return fit_of(before, trace.front(), Status::diverged,
                  "the error of the regression targets is not finite at the start");
  }
  const bool stopped = stream.run.monitor && !stream.run.monitor(trace.front());
  Fit fit = stopped ? fit_of(before, trace.back(), Status::stopped, "stopped on request")
                    : follow_with_halvings<Filter>(start, before, at_start, stream, watch, trace);
  fit.trace = std::move(trace);
  return fit;
}

/// G0 for spaces of quadratic outputs: as many columns as asked, sized to the mean output.
Matrix quadratic_start(const Stream& stream, Index rank) {
  Matrix g = start_factor(stream.data, {.rank = rank, .start = FactorStart::random}, stream.run);
  if (stream.run.start != nullptr) return g;
  const double predicted = stream.data.x.project(g).squaredNorm(), wanted = stream.y.sum();
  require(std::isfinite(predicted),
          "the squared lengths of the samples are beyond the range of "
          "double; scale them (option prepare=standardise)");
  return predicted > 0 && wanted > 0 ? Matrix(std::sqrt(wanted / predicted) * g) : g;
}

/// V0: random, or that of a model.
Matrix subspace_start(const Stream& stream, Index rank) {
  require(stream.y.rows() == stream.data.dim(),
          "space subspace: outputs y = V V^T x have as many numbers as samples, {}, not {}",
          stream.data.dim(), stream.y.rows());
  return qf(start_factor(stream.data, {.rank = rank, .start = FactorStart::random}, stream.run));
}

/// Random, with predictions of a third of the outputs' size.
FixedRankPoint tasks_start(const Stream& stream, Index rank) {
  const Index most = std::min(stream.data.dim(), stream.y.rows());
  check_bound("rank", rank, most, "the number of features and of outputs");
  require(stream.run.start == nullptr, "option space: tasks cannot continue from a model");
  Rng rng = make_rng(stream.run.seed);
  FixedRankPoint start = gaussian_start(stream.y.rows(), stream.data.dim(),
                                        rank > 0 ? rank : std::min<Index>(10, most), rng);
  const double predicted = (start.a * stream.data.x.project(start.b)).norm();
  const double wanted = stream.y.norm() / 3;
  if (predicted > 0 && wanted > 0) start.b *= wanted / predicted;
  return start;
}

/// The filters of the stream's space, for dense and for sparse samples, with their start given to
/// `use`.
template <class Use>
auto with_scalar_filter(const Stream& stream, Index rank, const Use& use) {
  if (stream.space == FilterSpace::vector) {
    Vector w = Vector::Zero(stream.data.dim());
    if (stream.run.start != nullptr) {
      require(stream.run.start->rows() == w.size() && stream.run.start->cols() == 1,
              "the start is no vector of {} features", w.size());
      w = stream.run.start->col(0);
    }
    return use.template operator()<VectorFilter, LazyVectorFilter>(w);
  }
  if (stream.space == FilterSpace::affine) {
    check_square("space affine", stream.data.dim());
    return use.template operator()<AffineFilter, AffineFilter>(
        start_metric(stream.data, stream.run));
  }
  const Matrix g = quadratic_start(stream, rank);
  if (stream.space == FilterSpace::flat)
    return use.template operator()<FlatFilter, LazyFlatFilter>(g);
  FrameAndCore start = polar_from_factor(g);
  start.r = (start.r * start.r.transpose()).eval();
  return use.template operator()<PolarFilter, LazyPolarFilter>(start);
}

Fit identify_in(const Stream& stream, Index rank) {
  const auto use = [&]<class Dense, class Lazy>(const auto& start) {
    return stream.data.x.is_sparse() ? identify<Lazy>(start, stream)
                                     : identify<Dense>(start, stream);
  };
  if (stream.space == FilterSpace::subspace) {
    return use.template operator()<SubspaceFilter, SubspaceFilter>(subspace_start(stream, rank));
  }
  if (stream.space == FilterSpace::tasks) {
    return use.template operator()<TaskFilter, LazyTaskFilter>(tasks_start(stream, rank));
  }
  require(stream.y.rows() == 1, "space {} has one number a sample to learn, not {}", stream.space,
          stream.y.rows());
  return with_scalar_filter(stream, rank, use);
}

/// Outputs of a file of their own, else labels that are numbers.
Matrix outputs_of(const Dataset& data) {
  if (data.outputs.size() == 0) return numeric_labels(data).transpose();
  require(data.outputs.cols() == data.size(), "{} outputs for {} samples", data.outputs.cols(),
          data.size());
  require(data.outputs.allFinite(), "an output is not finite");
  return data.outputs;
}

/// A filter that says what it got wrong.
template <class Filter>
class FedFilter {
 public:
  FedFilter(Filter filter, Index dim) : filter_(std::move(filter)), dim_(dim) {}

  double update(const SparseView& x, double y) {
    if constexpr (takes_sparse<Filter>) {
      return update_with(x, y);
    } else {
      Vector all = Vector::Zero(dim_);
      for (std::size_t k = 0; k < x.at.size(); ++k) all[x.at[k]] = x.value[k];
      return update_with(all, y);
    }
  }

  Matrix factor() const { return filter_.factor(); }
  void keep(Archive& archive) { archive("filter", filter_); }

 private:
  template <class X>
  double update_with(const X& x, double y) {
    const double e = filter_.update(x, y) - y;
    return e * e / 2;
  }

  Filter filter_;
  Index dim_;
};

template <class O>
std::unique_ptr<OnlineState> fed(const StreamShape& shape, const O& o,
                                 const FilterSettings& settings, const Run& run) {
  const Dataset nothing{.x = Samples(Matrix(shape.dim, 0))};
  require(o.passes == 1, "option passes: a stream passes once");
  require(o.space != FilterSpace::subspace && o.space != FilterSpace::tasks,
          "option space: {} learns from outputs of several numbers, which no stream carries",
          o.space);
  const Stream stream{nothing, Matrix(), o.space, 1, settings, run};
  return with_scalar_filter(stream, o.rank, [&]<class, class Lazy>(const auto& start) {
    return online_state(FedFilter<Lazy>(Lazy(start, settings), shape.dim),
                        [](const FedFilter<Lazy>& state) { return Model{.left = state.factor()}; });
  });
}

FilterSettings filter_settings(const LmsOptions& o) {
  return {.normalised = false, .gain = o.gain, .lambda = o.lambda};
}

FilterSettings filter_settings(const NlmsOptions& o) {
  return {.gain = o.gain, .lambda = o.lambda, .log_limit = o.log_limit};
}

template <class O>
Options describe_common(O& o) {
  return {
      {"space", &o.space,
       "the model of the regression targets: x^T W x of low rank (flat, polar) or full (affine), "
       "w^T x (vector); of outputs of several numbers: V V^T x (subspace), or A B^T x (tasks)"},
      {"rank",
       &o.rank,
       "of low-rank spaces; 0 = 10, or the number of features (of tasks: or outputs) if that is "
       "less",
       at_least(0),
       {},
       {if_is("space", FilterSpace::flat, FilterSpace::polar, FilterSpace::subspace,
              FilterSpace::tasks)}},
      {"gain", &o.gain, "size of the steps; halved while the error grows", positive()},
      {"lambda",
       &o.lambda,
       "polar: how much of a step turns the subspace",
       between(0, 1),
       {},
       {if_is("space", FilterSpace::polar)}},
      {"passes", &o.passes, "how often the stream is repeated", at_least(1)},
  };
}

}  // namespace

Options describe(LmsOptions& o) { return describe_common(o); }

Options describe(NlmsOptions& o) {
  return joined({describe_common(o),
                 {{"log_limit",
                   &o.log_limit,
                   "quadratic targets: the largest |log(yhat / y)| that counts",
                   positive(),
                   {},
                   {if_is("space", FilterSpace::flat, FilterSpace::polar, FilterSpace::affine)}}}});
}

std::unique_ptr<OnlineState> lms_stream(const StreamShape& shape, const LmsOptions& o,
                                        const Run& run) {
  return fed(shape, o, filter_settings(o), run);
}

std::unique_ptr<OnlineState> nlms_stream(const StreamShape& shape, const NlmsOptions& o,
                                         const Run& run) {
  return fed(shape, o, filter_settings(o), run);
}

Fit lms(const Dataset& data, const LmsOptions& o, const Run& run) {
  return identify_in({data, outputs_of(data), o.space, o.passes, filter_settings(o), run}, o.rank);
}

Fit nlms(const Dataset& data, const NlmsOptions& o, const Run& run) {
  const Matrix y = outputs_of(data);
  Fit fit = identify_in({data, y, o.space, o.passes, filter_settings(o), run}, o.rank);
  const bool quadratic = o.space == FilterSpace::flat || o.space == FilterSpace::polar ||
                         o.space == FilterSpace::affine;
  const Index without = (y.array() <= 0).count();
  if (without > 0 && quadratic) {
    fit.message +=
        fmt::format("; {} regression targets are not positive and have no logarithm", without);
  }
  return fit;
}

}  // namespace mahala
