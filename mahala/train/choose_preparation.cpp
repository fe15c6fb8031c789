#include "mahala/train/choose_preparation.hpp"

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

constexpr Index most_voting = 2000;

std::string with_impute(const std::string& impute, const std::string& plan) {
  if (impute.empty()) return plan;
  return plan == "none" ? impute : impute + "," + plan;
}

/// Vectors of a model that compares them by their angle: many features in one unit, about zero.
bool looks_embedded(const Samples& x) {
  constexpr Index least_features = 32;
  if (x.is_sparse() || x.dim() < least_features) return false;
  const Vector centre = mean(x), spread = standard_deviation(x, centre);
  const double typical = spread.mean();
  const bool one_unit = spread.minCoeff() > typical / 4 && spread.maxCoeff() < typical * 4;
  return one_unit && centre.cwiseAbs().mean() < 2 * typical && centre.minCoeff() < 0;
}

double vote_error(const Dataset& data, const std::string& plan) {
  Dataset prepared = data;
  fit_prepare(plan, prepared.x, prepared.labels);
  const auto classes = prepared.labels.classes();
  return error_rate(classify_others(prepared.x, classes, choosing_votes), classes);
}

/// Tries all plans; the first of the least error is chosen.
template <class ErrorOf>
PreparationChoice least_error(const std::vector<std::string>& plans, const ErrorOf& error_of) {
  PreparationChoice choice;
  double least = 2;
  for (const std::string& plan : plans) {
    const double error = error_of(plan);
    choice.tried.push_back({plan, error});
    if (error >= least) continue;
    least = error;
    choice.plan = plan;
  }
  return choice;
}

}  // namespace

std::vector<std::string> preparations_for(const Samples& x, const std::string& impute) {
  if (x.is_sparse()) return {with_impute(impute, "none")};
  std::vector<std::string> plans = {with_impute(impute, "standardise"),
                                    with_impute(impute, "none")};
  if (looks_embedded(x)) plans.push_back(with_impute(impute, "unit"));
  return plans;
}

std::vector<std::string> preparations_for_products(const Samples& x, const std::string& impute) {
  if (x.is_sparse()) return {with_impute(impute, "none")};
  return {with_impute(impute, "standardise,unit"), with_impute(impute, "unit"),
          with_impute(impute, "centre,unit")};
}

std::string usual_preparation(const Samples& x, const std::string& impute) {
  return with_impute(impute, x.is_sparse() ? "none" : "standardise");
}

PreparationChoice choose_preparation(const Dataset& data, const std::string& impute,
                                     std::uint64_t seed, const Constraints& given,
                                     std::vector<std::string> plans) {
  if (plans.empty()) plans = preparations_for(data.x, impute);
  if (plans.size() == 1) return {plans.front()};
  if (can_vote(data)) {
    const Dataset few = stratified_sample(data, most_voting, seed);
    return least_error(plans, [&](const std::string& plan) { return vote_error(few, plan); });
  }
  if (!can_judge(given)) return {usual_preparation(data.x, impute)};
  return least_error(plans, [&](const std::string& plan) {
    Samples x = data.x;
    fit_prepare(plan, x);
    return constraint_error(x, given).value_or(1);
  });
}

}  // namespace mahala
