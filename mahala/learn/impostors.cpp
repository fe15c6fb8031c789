#include "mahala/learn/impostors.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "mahala/optimize/near_points.hpp"
#include "mahala/optimize/pull.hpp"

namespace mahala {
namespace {

constexpr double skin = 0.15;  ///< longer lists against more searches

}  // namespace

Impostors::Impostors(const Classes& classes, const std::vector<std::vector<Index>>& targets)
    : classes_(classes), group_of_(targets.size(), -1) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].empty()) continue;
    group_of_[i] = std::ssize(groups_);
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
  const auto limit = [&](Index i, double) {
    const Index own = group_of_[static_cast<std::size_t>(i)];
    return own < 0 ? 0 : listed_to_[own] * listed_to_[own];
  };
  for_each_near_block(z, limit, [&](Index, Index begin, const NearLists& lists) {
    for (Index k = 0; k < lists.count(); ++k) {
      const Index own = group_of_[static_cast<std::size_t>(begin + k)];
      if (own < 0) continue;
      std::vector<Index>& far = groups_[static_cast<std::size_t>(own)].far;
      far.clear();
      const auto first = lists.point.begin() + lists.begin[static_cast<std::size_t>(k)];
      const auto last = lists.point.begin() + lists.begin[static_cast<std::size_t>(k) + 1];
      std::copy_if(first, last, std::back_inserter(far),
                   [&](Index l) { return classes_[l] != classes_[begin + k]; });
    }
  });
}

}  // namespace mahala
