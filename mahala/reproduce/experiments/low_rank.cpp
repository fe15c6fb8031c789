#include "mahala/reproduce/experiments/low_rank.hpp"

#include <algorithm>
#include <limits>

#include "mahala/core/error.hpp"

namespace mahala::reproduce {
namespace {

/// The method with the least mean error.
std::pair<std::string, double> least_error(const Results& r, const Sweep& sweep, Index rank,
                                           const std::vector<std::string>& methods) {
  std::pair<std::string, double> best = {"", std::numeric_limits<double>::infinity()};
  for (const std::string& method : methods) {
    const double error = r.mean(sweep.called(method, rank), "error").mean;
    if (error < best.second) best = {method, error};
  }
  return best;
}

}  // namespace

Method low_rank_method(const std::string& name, Index rank) {
  const std::string r = std::to_string(rank), projected = "standardise,pca:" + r;
  const Settings descent = {{"rank", r}, {"solver", "armijo"}, {"max_iterations", "200"}};
  if (name == "flat") return {name, "psd-flat", descent};
  if (name == to_the_optimum) return {name, "psd-flat", {{"rank", r}}};
  if (name == "polar") return {name, "psd-polar", descent};
  if (name == "pca") return {name, "euclidean", {}, projected};
  if (name == "pca + itml") return {name, "itml", {}, projected};
  if (name == "pca + lmnn") return {name, "lmnn", {{"rank", r}}, projected};
  require(name == "pca + lego", "there is no method '{}'", name);
  return {name, "lego", {{"steps", "20000"}}, projected};
}

TrainOptions paper_pairs(Index count) {
  return {.prepare = "standardise",
          .sampling = {
              .protocol = PairProtocol::uniform, .count = count, .bounds = BoundRule::percentile}};
}

TrainOptions class_pairs(Index per_class) {
  return {.prepare = "standardise",
          .sampling = {.protocol = PairProtocol::per_class,
                       .per_class = per_class,
                       .bounds = BoundRule::percentile}};
}

Check better_at(const Results& results, const Sweep& sweep, Index rank, double margin,
                std::string claim) {
  const auto ours = least_error(results, sweep, rank, low_rank_methods);
  const auto theirs = least_error(results, sweep, rank, projecting_methods);
  return {std::move(claim),
          fmt::format("{} {:.1f} %, {} {:.1f} %", ours.first, 100 * ours.second, theirs.first,
                      100 * theirs.second),
          ours.second <= theirs.second - margin};
}

}  // namespace mahala::reproduce
