#include "mahala/learn/bregman/kernel_start.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/kernel_model.hpp"
#include "mahala/learn/positive_factor.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

constexpr double kernel_rank_tolerance = 1e-10;  ///< of K0, relative to its largest eigenvalue

bool is_plain(const KernelStartOptions& options) {
  return options.manifold.ratio == 0 && !options.centre && !options.kernel.normalise;
}

bool is_linear(const KernelStartOptions& options) {
  const auto terms = kernel_terms(options.kernel.kernel);
  return terms.size() == 1 && terms[0].name == "linear" && terms[0].weight == 1;
}

}  // namespace

Options describe_beside_slack(KernelOptions& options) { return describe(options, "kernel_gamma"); }

Options describe(KernelStartOptions& o) {
  Options all = describe_beside_slack(o.kernel);
  all.push_back({"centre", &o.centre, "start from the kernel of samples moved to their mean"});
  for (const Option& option : describe(o.manifold)) all.push_back(option);
  return all;
}

bool stays_in_features(const KernelStartOptions& options, const Samples& x) {
  return is_linear(options) && is_plain(options) && x.dim() <= x.size();
}

KernelStart::KernelStart(const Samples& x, KernelStartOptions options)
    : x_(x), options_(std::move(options)) {
  check_samples_squared("learning a kernel", x.size());
  require(options_.manifold.ratio == 0 || !is_precomputed(options_.kernel),
          "option manifold: a precomputed kernel has no features whose shape it could follow");
  options_.kernel = fitted(options_.kernel, x);
  k0_ = kernel_matrix(x, options_.kernel);
  const Index n = x.size();
  if (options_.manifold.ratio > 0) {
    bent_ = manifold_middle(x, k0_, options_.manifold);
    map_ = Matrix::Identity(n, n) - k0_ * bent_;
    k0_ = manifold_kernel(k0_, bent_);
  }
  if (options_.centre) {
    if (map_.size() == 0) map_ = Matrix::Identity(n, n);
    map_.rowwise() -= map_.colwise().mean().eval();
    k0_ = centred_kernel(k0_);
  }
}

/// E, n x r, with k~_x^T E E^T k~_z = the learned kernel wherever K0 reaches.
Matrix KernelStart::factor(double weight, const Matrix& s, Index rank) const {
  if (weight == 0) return positive_factor(s, rank);
  const auto [values, vectors] = symmetric_eigen(k0_);
  const double floor = std::max(kernel_rank_tolerance * values[0], 1e-300);
  const Index r = std::max<Index>(
      1, std::count_if(values.begin(), values.end(), [&](double v) { return v > floor; }));
  const Vector roots = values.head(r).cwiseMax(1e-300).cwiseSqrt();
  const Matrix y = vectors.leftCols(r) * roots.asDiagonal();  // n x r
  Matrix w = y.transpose() * s * y;
  w.diagonal().array() += weight;
  // Turned so that the coordinates of the samples, y times the root, are by decreasing size.
  const Matrix root = root_of(symmetric_part(w)), placed = y * root;
  const Matrix turned = root * symmetric_eigen(placed.transpose() * placed).vectors;
  return vectors.leftCols(r) * roots.cwiseInverse().asDiagonal() * turned;
}

Model KernelStart::feature_model(double weight, const Matrix& s, const Matrix& left) const {
  if (weight == 0) return {.left = x_.back_project(left.transpose())};
  if (s.isZero(0)) {
    Model euclidean = identity_model(x_.dim());
    euclidean.identity = weight;
    return euclidean;
  }
  const Matrix spread = x_.back_project(s);
  Matrix w = x_.back_project(spread);
  w.diagonal().array() += weight;
  return {.left = root_of(symmetric_part(w))};
}

Model KernelStart::model(double weight, const Matrix& s, Index rank) const {
  if (is_linear(options_) && is_plain(options_) && (weight == 0 || x_.dim() <= x_.size())) {
    return feature_model(weight, s, weight == 0 ? positive_factor(s, rank) : Matrix());
  }
  Matrix left = factor(weight, s, rank), middle = s;
  if (map_.size() > 0) {
    left = map_.transpose() * left;
    middle = symmetric_part(map_.transpose() * s * map_);
  }
  if (bent_.size() > 0) middle -= weight * bent_;
  return kernel_model(x_, options_.kernel, std::move(left), std::move(middle), weight);
}

Model KernelStart::prior() const { return model(1, Matrix::Zero(x_.size(), x_.size())); }

}  // namespace mahala
