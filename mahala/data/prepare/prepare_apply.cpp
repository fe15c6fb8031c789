// Fitted steps applied to samples, block by block.

#include <algorithm>
#include <cmath>
#include <optional>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/prepare/feature_places.hpp"
#include "mahala/data/prepare/missing.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/samples/placed.hpp"
#include "mahala/data/samples/widen.hpp"

namespace mahala {
namespace {

/// Numbers in a block: one megabyte of doubles stays in the second-level cache.
constexpr Index block_numbers = 1 << 17;

Index block_width(Index dim) {
  return std::clamp<Index>(block_numbers / std::max<Index>(1, dim), 1, 256);
}

bool is_impute(const PrepareStep& step) { return step.name.starts_with("impute:"); }

void fill_in(Eigen::Ref<Matrix> block, const Vector& fills) {
  for (Index j = 0; j < block.cols(); ++j) {
    for (Index k = 0; k < block.rows(); ++k) {
      if (std::isnan(block(k, j))) block(k, j) = fills[k];
    }
  }
}

void normalise(Eigen::Ref<Vector> x) {
  if (x.size() > 0) x.stableNormalize();
}

/// Everything a step does except its projection.
void change(const PrepareStep& step, Eigen::Ref<Matrix> block) {
  if (is_impute(step)) return fill_in(block, step.shift);
  if (step.shift.size() > 0) block.colwise() -= step.shift;
  if (step.scale.size() > 0) block.array().colwise() /= step.scale.array();
  if (step.weight.size() > 0) block.array().colwise() *= step.weight.array();
  if (step.name != "unit") return;
  for (Index j = 0; j < block.cols(); ++j) normalise(block.col(j));
}

/// What a step makes of `from`, which may be `to`.
template <class Scalar, class From>
void change_into(const PrepareStep& step, const From& from, Eigen::Ref<DenseBlock<Scalar>> to) {
  parallel_parts(from.cols(), block_width(from.rows()), [&](Index begin, Index end) {
    auto block = to.middleCols(begin, end - begin);
    if constexpr (std::is_same_v<Scalar, double>) {
      if (from.data() != to.data()) block = from.middleCols(begin, end - begin);
      change(step, block);
    } else {
      Matrix scratch(from.rows(), end - begin);
      widen(from.middleCols(begin, end - begin), scratch);
      change(step, scratch);
      block = scratch.template cast<Scalar>();
    }
  });
}

void change_sparse(const PrepareStep& step, SparseMatrix& x) {
  for (Index i = 0; i < x.cols(); ++i) {
    const Index begin = x.outerIndexPtr()[i], count = x.col(i).nonZeros();
    Eigen::Map<Vector> values(x.valuePtr() + begin, count);
    if (step.scale.size() > 0) {
      for (Index k = 0; k < count; ++k) values[k] /= step.scale[x.innerIndexPtr()[begin + k]];
    }
    if (step.weight.size() > 0) {
      for (Index k = 0; k < count; ++k) values[k] *= step.weight[x.innerIndexPtr()[begin + k]];
    }
    if (step.name == "unit") normalise(values);
  }
  // What weighs nothing would cost every search its time.
  if (step.weight.size() > 0) x.prune([](Index, Index, double value) { return value != 0; });
}

template <class Scalar>
Samples::Storage project_dense(const PrepareStep& step, const Samples& x) {
  const Index first = x.own_begin();
  return placed<Scalar>(step.axes.cols(), x.own_size(), [&](auto out) {
    parallel_parts(x.own_size(), block_width(x.dim()), [&](Index begin, Index end) {
      x.for_own_blocks(first + begin, first + end, [&](Index at, const MatrixView& own) {
        // Centred before it is projected: a large mean would swallow the digits of the rest.
        Matrix block = own, projected(step.axes.cols(), own.cols());
        change(step, block);
        multiply_at_b(step.axes, block, projected);
        out.middleCols(at - first, own.cols()) = projected.template cast<Scalar>();
      });
    });
  });
}

Matrix project_sparse(const PrepareStep& step, const Samples& x) {
  Matrix axes = step.axes;
  if (step.scale.size() > 0) axes.array().colwise() /= step.scale.array();
  Matrix out = x.project(axes);
  if (step.shift.size() > 0) out.colwise() -= (axes.transpose() * step.shift).eval();
  return out;
}

/// Samples that are what became of those of x.
Samples placed_like(const Samples& x, Samples::Storage own) {
  return x.is_shared() ? Samples::shared(std::move(own), x.size()) : Samples(std::move(own));
}

Samples project(const PrepareStep& step, const Samples& x) {
  if (x.is_sparse()) return Samples(project_sparse(step, x));
  if (x.is_single()) return placed_like(x, project_dense<float>(step, x));
  return placed_like(x, project_dense<double>(step, x));
}

/// What halves become has more digits than they hold, as what floats become.
std::optional<Samples::Storage> changed(const PrepareStep& step, Mapped<Half>& x) {
  return placed<float>(x.x.rows(), x.x.cols(),
                       [&](auto out) { change_into<float>(step, x.x, out); });
}

/// In place where nobody else sees the numbers; the storage of the samples then stays, and nothing
/// is returned.
template <class Scalar>
std::optional<Samples::Storage> changed(const PrepareStep& step, DenseBlock<Scalar>& x) {
  change_into<Scalar>(step, x, x);
  return std::nullopt;
}

template <class Scalar>
std::optional<Samples::Storage> changed(const PrepareStep& step, Mapped<Scalar>& x) {
  if (Scalar* own = changeable(x)) {
    change_into<Scalar>(step, x.x, Eigen::Map<DenseBlock<Scalar>>(own, x.x.rows(), x.x.cols()));
    return std::nullopt;
  }
  return placed<Scalar>(x.x.rows(), x.x.cols(),
                        [&](auto out) { change_into<Scalar>(step, x.x, out); });
}

std::optional<Samples::Storage> changed(const PrepareStep& step, SparseMatrix& x) {
  if (x.is_foreign()) {
    SparseMatrix own = x;
    change_sparse(step, own);
    return own;
  }
  change_sparse(step, x);
  return std::nullopt;
}

/// A model file can hold anything.
void check_dims(const PrepareStep& step, Index dim) {
  for (const Index expected : {step.shift.size(), step.scale.size(), step.axes.rows(),
                               step.weight.size(), step.place.size()}) {
    require(expected == 0 || expected == dim, "step {} takes {} features and is given {}",
            step.name, expected, dim);
  }
  require(!is_impute(step) || step.shift.size() == dim, "step {} has no values to fill in",
          step.name);
}

}  // namespace

void check_keeps_sparse(std::string_view step, const Samples& x) {
  if (!x.is_sparse()) return;
  require(step != "centre" && step != "standardise",
          "{} would fill the sparse samples in; use scale, unit or pca:N", step);
  require(!step.starts_with("impute:"), "{} works on dense samples, and these are sparse", step);
}

void apply_step(const PrepareStep& step, Samples& x) {
  check_dims(step, x.dim());
  if (step.place.size() > 0) {
    x = move_features(std::move(x), step.place);
    return;
  }
  if (step.axes.size() > 0) {
    x = project(step, x);
    return;
  }
  check_keeps_sparse(step.name, x);
  auto other = std::visit([&](auto& own) { return changed(step, own); }, x.own());
  if (other) x = placed_like(x, *std::move(other));
}

Samples apply(const Prepare& prepare, Samples x) {
  const Index dim = prepare.input_dim();
  require(dim == 0 || dim == x.dim(), "the model takes {} features, the data has {}", dim, x.dim());
  constexpr std::string_view remark = ", and the model does not impute";
  bool complete = false;
  for (const PrepareStep& step : prepare.steps) {
    if (!complete && !is_impute(step)) {
      check_complete(x, remark);
      complete = true;
    }
    apply_step(step, x);
  }
  if (!complete) check_complete(x, remark);
  return x;
}

}  // namespace mahala
