#include "mahala/model/model_factors.hpp"

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "mahala/core/error.hpp"
#include "mahala/model/embedding.hpp"

namespace mahala {
namespace {

/// A metric that subtracts has to stay positive semidefinite.
void check_minus(const Model& model) {
  require(model.identity > 0 && model.domain == Domain::features,
          "minus is for metrics of features with an identity");
  require(model.minus.rows() == model.left.rows(), "left has {} features, minus {}",
          model.left.rows(), model.minus.rows());
  const Vector values = signed_spectrum(model.left, model.minus);
  if (values.size() == 0) return;  // neither factor has columns
  const double least = model.identity + values.minCoeff();
  require(least >= -1e-9 * (model.identity + values.cwiseAbs().maxCoeff()),
          "the metric has a negative eigenvalue, {}", least);
}

void check_metric_factors(const Model& model) {
  require(model.dim() > 0, "the metric has no features");
  require(!model.has_right(), "a metric has a right factor");
  require(model.identity > 0 || model.left.cols() > 0, "the metric has rank 0 and no identity");
  if (model.minus.rows() > 0) check_minus(model);
}

void check_pair(const Model& model) {
  require(model.left.cols() == model.right.cols(), "left has {} columns, right {}",
          model.left.cols(), model.right.cols());
  require(model.left.cols() > 0 || model.identity > 0, "the {} has rank 0", name(model.kind));
}

void check_similarity_factors(const Model& model) {
  require(model.dim() > 0, "the similarity has no features");
  require(model.domain == Domain::features, "a similarity is of features, not of objects");
  if (!model.has_right()) {
    return require(model.identity > 0 || model.left.cols() > 0, "the similarity has rank 0");
  }
  if (model.left.rows() == 0) {
    return require(model.right.rows() == model.right.cols(),
                   "without left, right has to be square; it is {} x {}", model.right.rows(),
                   model.right.cols());
  }
  require(model.left.rows() == model.right.rows(), "left has {} features, right {}",
          model.left.rows(), model.right.rows());
  check_pair(model);
}

void check_ranking_factors(const Model& model) {
  require(model.has_right(), "the ranking has no right factor, which takes the features");
  require(model.domain == Domain::features, "a ranking is of features, not of objects");
  require(model.identity == 0, "the identity is {} for a ranking, which has none", model.identity);
  if (model.left.rows() > 0) check_pair(model);
  const Index rows = model.left.rows() > 0 ? model.left.rows() : model.right.cols();
  require(rows > 0, "the ranking has no labels");
  require(std::ssize(model.labels) == rows, "{} names for {} labels", model.labels.size(), rows);
  const std::unordered_set<std::string_view> different(model.labels.begin(), model.labels.end());
  require(different.size() == model.labels.size(), "the name of a label occurs twice");
}

}  // namespace

void check_factors(const Model& model) {
  require(model.kind == ModelKind::ranking || model.labels.empty(), "a {} has names of labels",
          name(model.kind));
  require(model.kind == ModelKind::metric || model.minus.rows() == 0, "a {} has a minus",
          name(model.kind));
  switch (model.kind) {
    case ModelKind::similarity:
      return check_similarity_factors(model);
    case ModelKind::ranking:
      return check_ranking_factors(model);
    default:
      return check_metric_factors(model);
  }
}

std::string write_names(const std::vector<std::string>& names) {
  return nlohmann::json(names).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> read_names(std::string_view what, std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  require(json.is_array(), "{} is not a JSON array", what);
  std::vector<std::string> names;
  for (const auto& name : json) {
    require(name.is_string(), "{} holds something that is no text", what);
    names.push_back(name.get<std::string>());
  }
  return names;
}

}  // namespace mahala
