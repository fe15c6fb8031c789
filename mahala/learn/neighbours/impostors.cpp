#include "mahala/learn/neighbours/impostors.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/optimize/neighbours/near_lists.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr double skin = 0.15;  ///< longer lists against more searches

}  // namespace

Impostors::Impostors(const Classes& classes, const std::vector<std::vector<Index>>& targets)
    : classes_(classes) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].empty()) continue;
    groups_.push_back({.query = static_cast<Index>(i), .near = targets[i]});
  }
}

const std::vector<MarginGroup>& Impostors::at(const Matrix& z) {
  // A trial step beyond the range of double is refused by its value, whatever the lists.
  if (z.allFinite() && !complete(z)) search(z);
  return groups_;
}

Vector Impostors::reach(const Matrix& z) const {
  Vector result(std::ssize(groups_));
  std::vector<double> distances;
  for (Index g = 0; g < result.size(); ++g) {
    const MarginGroup& group = groups_[static_cast<std::size_t>(g)];
    distances.resize(group.near.size());
    distances_to(z, group.query, group.near, distances);
    result[g] = std::sqrt(1 + *std::max_element(distances.begin(), distances.end()));
  }
  return result;
}

bool Impostors::complete(const Matrix& z) const {
  if (searches_ == 0 || listed_at_.rows() != z.rows()) return false;
  const Vector moved = (z - listed_at_).colwise().norm();
  const double farthest = moved.maxCoeff();
  const Vector needed = reach(z);
  for (Index g = 0; g < needed.size(); ++g) {
    const Index query = groups_[static_cast<std::size_t>(g)].query;
    if (!(needed[g] + moved[query] + farthest <= listed_to_[g])) return false;
  }
  return true;
}

void Impostors::search(const Matrix& z) {
  ++searches_;
  listed_at_ = z;
  listed_to_ = (1 + skin) * reach(z);
  // Who has no target has no impostors either.
  Vector reach = Vector::Constant(z.cols(), -1);
  for (Index g = 0; g < listed_to_.size(); ++g) {
    reach[groups_[static_cast<std::size_t>(g)].query] = listed_to_[g] * listed_to_[g];
  }
  const auto strangers = [&](Index i, Index j) { return classes_[i] != classes_[j]; };
  const PointLists lists = near_lists(z, reach, strangers);
  for (MarginGroup& group : groups_) {
    const auto listed = lists[group.query];
    group.far.assign(listed.begin(), listed.end());
  }
}

void Impostors::keep(Archive& archive) {
  Index searches = searches_;
  archive("searches", searches);
  archive("listed_at", listed_at_);
  if (!archive.reads()) return;
  if (searches > 0) search(Matrix(listed_at_));
  searches_ = searches;
}

}  // namespace mahala
