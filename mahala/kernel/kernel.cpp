#include "mahala/kernel/kernel.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/kernel/pyramid_match.hpp"

namespace mahala {
namespace {

constexpr Index most_samples = 20'000;  // 3.2 GB

Matrix gram_matrix(const Samples& x) {
  if (const auto* sparse = x.sparse()) {
    return Matrix(SparseMatrix::Base(sparse->transpose() * *sparse));
  }
  Matrix k(x.size(), x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    x.project(block, k.middleRows(begin, block.cols()));
  });
  return k;
}

double default_gamma(const Samples& x) {
  const double variance = standard_deviation(x, mean(x)).squaredNorm();
  return variance > 0 ? 1 / variance : 1;
}

double median_gamma(const Samples& x) {
  constexpr double half = 50;
  Rng rng = make_rng(0);
  return 1 / draw_bounds(x, half, half, rng).low;
}

/// Inner products become a kernel, given the squared lengths of both sides.
Matrix kernel_of(Matrix k, const Vector& rows, const Vector& columns, std::string_view name,
                 const KernelOptions& options) {
  if (name == "linear") return k;
  if (name == "polynomial") {
    return (options.gamma * k.array() + options.offset).pow(static_cast<double>(options.degree));
  }
  for (Index j = 0; j < k.cols(); ++j) {
    k.col(j) = (-options.gamma * (rows.array() + columns[j] - 2 * k.col(j).array()).max(0)).exp();
  }
  return k;
}

bool has(const std::vector<KernelTerm>& terms, std::string_view name) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const auto& term) { return term.name == name; });
}

/// Samples that are rows of a kernel, checked.
Matrix precomputed_kernel(const Samples& x) {
  const Index n = x.size();
  require(x.dim() == n, "a precomputed kernel of {} samples has {} numbers a sample, not {}", n,
          x.dim(), n);
  const Matrix k = x.block(0, n);
  const double size = k.cwiseAbs().maxCoeff();
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < j; ++i) {
      require(std::abs(k(i, j) - k(j, i)) <= 1e-8 * size,
              "the precomputed kernel is not symmetric: entries {},{} and {},{} are {} and {} "
              "(prepared samples are no kernel: option prepare=none)",
              i, j, j, i, k(i, j), k(j, i));
      require(k(i, i) + k(j, j) - 2 * k(i, j) >= -1e-8 * size,
              "the precomputed kernel gives samples {} and {} a negative squared distance", i, j);
    }
  }
  return (k + k.transpose()) / 2;
}

Matrix cross_products(const Samples& x, const Samples& z) {
  Matrix k(x.size(), z.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    z.project(block, k.middleRows(begin, block.cols()));
  });
  return k;
}

Vector squared_lengths(const Samples& x) {
  Vector lengths(x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    lengths.segment(begin, block.cols()) = block.colwise().squaredNorm().transpose();
  });
  return lengths;
}

/// k(x_i, z_j) of all terms; `x` and `z` may be the same object, which gives a symmetric matrix.
Matrix sum_between(const Samples& x, const Samples& z, const KernelOptions& options) {
  Matrix sum = Matrix::Zero(x.size(), z.size());
  Matrix products;
  Vector of_x, of_z;
  for (const KernelTerm& term : kernel_terms(options.kernel)) {
    if (term.name == "pyramid") {
      sum += term.weight * pyramid_match(x, z, {options.vector_size, options.levels});
      continue;
    }
    if (products.size() == 0) {
      products = &x == &z ? gram_matrix(x) : cross_products(x, z);
      of_x = &x == &z ? Vector(products.diagonal()) : squared_lengths(x);
      of_z = &x == &z ? of_x : squared_lengths(z);
    }
    sum += term.weight * kernel_of(products, of_x, of_z, term.name, options);
  }
  return sum;
}

/// sum_between of every sample with itself.
Vector sum_of_itself(const Samples& x, const KernelOptions& options) {
  const Vector squares = squared_lengths(x);
  Vector sum = Vector::Zero(x.size());
  for (const KernelTerm& term : kernel_terms(options.kernel)) {
    if (term.name == "linear") sum += term.weight * squares;
    if (term.name == "gaussian" || term.name == "pyramid") sum.array() += term.weight;
    if (term.name != "polynomial") continue;
    sum.array() +=
        term.weight *
        (options.gamma * squares.array() + options.offset).pow(static_cast<double>(options.degree));
  }
  return sum;
}

/// 1 / sqrt(k(x, x)), 0 where that is 0.
Vector inverse_lengths(const Vector& self) {
  return (self.array() > 0).select(self.array().max(1e-300).rsqrt(), 0);
}

void refuse_precomputed(const KernelOptions& options) {
  require(!is_precomputed(options), "a precomputed kernel knows its own samples alone");
}

/// Error naming the first option that was changed and no term of the kernel has. What terms there
/// are is text, so that conditions between options cannot say it.
void check_terms(const KernelOptions& options) {
  const auto terms = kernel_terms(options.kernel);
  const KernelOptions usual;
  const bool polynomial = has(terms, "polynomial"), pyramid = has(terms, "pyramid");
  const bool scaled = polynomial || has(terms, "gaussian");
  const auto require_term = [](bool there, bool changed, const char* name, const char* whose) {
    require(there || !changed, "option {}: counts only with {} in the kernel", name, whose);
  };
  require_term(scaled, options.gamma != usual.gamma, "gamma", "gaussian or polynomial");
  require_term(scaled, options.gamma_rule != usual.gamma_rule, "gamma_rule",
               "gaussian or polynomial");
  require_term(polynomial, options.degree != usual.degree, "degree", "polynomial");
  require_term(polynomial, options.offset != usual.offset, "offset", "polynomial");
  require_term(pyramid, options.vector_size != usual.vector_size, "vector_size", "pyramid");
  require_term(pyramid, options.levels != usual.levels, "levels", "pyramid");
}

}  // namespace

Options describe(KernelOptions& o, std::string_view gamma) {
  return {
      {"kernel", &o.kernel,
       "similarity of samples before learning: linear, gaussian, polynomial, pyramid (of sets of "
       "vectors), precomputed, or a sum as linear+gaussian"},
      {gamma, &o.gamma, "gaussian and polynomial: scale of the kernel; 0 = by gamma_rule",
       at_least(0)},
      {"gamma_rule", &o.gamma_rule,
       "scale from the samples: 1 / the sum of the variances, or 1 / the median squared distance"},
      {"degree", &o.degree, "polynomial: its degree", at_least(1)},
      {"offset", &o.offset, "polynomial: added before the power is taken", at_least(0)},
      {"normalise", &o.normalise, "divide the kernel by the lengths of both samples"},
      {"vector_size", &o.vector_size,
       "pyramid: numbers of one vector, a sample being a row of vectors; 0 = all", at_least(0)},
      {"levels", &o.levels, "pyramid: levels of doubling cells; 0 = up to one cell for all",
       at_least(0)},
  };
}

Matrix kernel_matrix(const Samples& x, const KernelOptions& options) {
  require(x.size() <= most_samples,
          "a kernel over {} samples would be a {} x {} matrix; at most "
          "{} are possible",
          x.size(), x.size(), x.size(), most_samples);
  const auto n = static_cast<double>(x.size());
  check_memory(fmt::format("a kernel over {} samples", x.size()), sizeof(double) * n * n);
  check_terms(options);
  const bool given = is_precomputed(options);
  Matrix k = given ? precomputed_kernel(x) : sum_between(x, x, fitted(options, x));
  if (!options.normalise) return k;
  const Vector scale = inverse_lengths(k.diagonal());
  return scale.asDiagonal() * k * scale.asDiagonal();
}

KernelOptions fitted(KernelOptions options, const Samples& x) {
  const auto terms = kernel_terms(options.kernel);
  const bool scaled = has(terms, "gaussian") || has(terms, "polynomial");
  if (scaled && options.gamma == 0) {
    options.gamma = options.gamma_rule == GammaRule::median ? median_gamma(x) : default_gamma(x);
  }
  if (has(terms, "pyramid") && options.levels == 0) options.levels = pyramid_levels(x);
  return options;
}

Matrix cross_kernel(const Samples& x, const Samples& z, const KernelOptions& options) {
  refuse_precomputed(options);
  require(x.dim() == z.dim(), "samples of {} and of {} features have no kernel", x.dim(), z.dim());
  Matrix k = sum_between(x, z, options);
  if (!options.normalise) return k;
  return inverse_lengths(sum_of_itself(x, options)).asDiagonal() * k *
         inverse_lengths(sum_of_itself(z, options)).asDiagonal();
}

Vector self_kernel(const Samples& x, const KernelOptions& options) {
  refuse_precomputed(options);
  const Vector self = sum_of_itself(x, options);
  return options.normalise ? Vector((self.array() > 0).cast<double>()) : self;
}

Matrix centred_kernel(const Matrix& k) {
  const Eigen::RowVectorXd columns = k.colwise().mean();
  return ((k.rowwise() - columns).colwise() - columns.transpose()).array() + columns.mean();
}

Matrix kernel_components(const Matrix& k, Index rank) {
  const auto [values, vectors] = symmetric_eigen(k);
  return vectors.leftCols(rank) * values.head(rank).cwiseMax(0).cwiseSqrt().asDiagonal();
}

}  // namespace mahala
