#include "mahala/data/constraints/samples_of_pairs.hpp"

#include <algorithm>

namespace mahala {

std::vector<Index> samples_of(const Pairs& pairs) {
  std::vector<Index> samples;
  for (const Pair& pair : pairs) {
    samples.push_back(pair.i);
    if (pair.j != origin) samples.push_back(pair.j);
  }
  std::sort(samples.begin(), samples.end());
  samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
  return samples;
}

}  // namespace mahala
