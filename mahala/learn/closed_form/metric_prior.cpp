#include "mahala/learn/closed_form/metric_prior.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/learn/closed_form/covariance.hpp"

namespace mahala {
namespace {

/// L with W0 = L L^T from a file of numbers.
Matrix root_in_file(const std::string& path, Index dim) {
  const ReadOptions usual;
  const Samples x = read_dataset(path, usual).x;
  require(x.size() == dim && x.dim() == dim, "{}: a prior for {} features is {} x {}, not {} x {}",
          path, dim, dim, dim, x.size(), x.dim());
  const Matrix w = x.block(0, dim);
  require((w - w.transpose()).cwiseAbs().maxCoeff() <= 1e-8 * w.cwiseAbs().maxCoeff(),
          "{}: the prior is not symmetric", path);
  Matrix root = cholesky_factor(symmetric_part(w));
  require(root.allFinite(), "{}: the prior is not positive definite", path);
  return root;
}

}  // namespace

Options describe_prior(MetricPrior& prior, std::string& file) {
  return {
      {"prior", &prior, "the metric to stay near: Euclidean, or inverse covariance of the samples"},
      {"prior_file", &file,
       "a file with the matrix to stay near instead, features by features; empty = "
       "none"}};
}

Matrix prior_root(const Dataset& data, MetricPrior prior, const std::string& file, const Run& run) {
  if (run.start != nullptr) {
    require(run.start->rows() == data.dim(), "the start has {} features, the data {}",
            run.start->rows(), data.dim());
    return *run.start;
  }
  if (!file.empty()) return root_in_file(file, data.dim());
  if (prior == MetricPrior::covariance) return covariance(data).model.left;
  return {};
}

Model model_of_root(const Matrix& root, Index dim) {
  return root.cols() > 0 ? Model{.left = root} : identity_model(dim);
}

}  // namespace mahala
