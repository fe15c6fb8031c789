// Neighbours of either sort among labelled samples: every pair estimated once in single precision
// (data/labels/estimated_neighbours.hpp) beside all products in double and a selection from them.
// Processor time of one thread; the neighbours have to be the same.

#include <fmt/format.h>

#include <algorithm>

#include "bench/measure.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/near.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/labels/label_neighbours.hpp"

namespace {

using namespace mahala;

constexpr Index same = 3, other = 10, block = 64, classes = 10;

std::vector<Index> first_of(std::vector<Near> all, Index count) {
  std::partial_sort(all.begin(), all.begin() + count, all.end());
  std::vector<Index> items;
  for (Index k = 0; k < count; ++k) items.push_back(all[static_cast<std::size_t>(k)].item);
  return items;
}

std::vector<LabelNeighbours> by_doubles(const Matrix& x) {
  const Index n = x.cols();
  const Vector squares = x.colwise().squaredNorm();
  std::vector<LabelNeighbours> found(static_cast<std::size_t>(n));
  parallel_parts(n, block, [&](Index begin, Index end) {
    Matrix d(n, end - begin);
    multiply_at_b(x, x.middleCols(begin, end - begin), d);
    for (Index i = begin; i < end; ++i) {
      std::vector<Near> friends, strangers;
      for (Index j = 0; j < n; ++j) {
        if (j == i) continue;
        const double distance = squares[i] + squares[j] - 2 * d(j, i - begin);
        (i % classes == j % classes ? friends : strangers).push_back({distance, j});
      }
      found[static_cast<std::size_t>(i)] = {first_of(std::move(friends), same),
                                            first_of(std::move(strangers), other)};
    }
  });
  return found;
}

void compare(Index n, Index r) {
  Rng rng = make_rng(1);
  const Matrix x = random_normal(r, n, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) names.push_back(fmt::format("{}", i % classes));
  const Labels labels = Labels::from_names(names);
  std::vector<LabelNeighbours> ours, theirs;
  const double fast = bench::processor_seconds(
      [&] { ours = label_neighbours(labels, Samples(Matrix(x)), same, other); });
  const double plain = bench::processor_seconds([&] { theirs = by_doubles(x); });
  const bool equal = std::equal(ours.begin(), ours.end(), theirs.begin(), [](auto& a, auto& b) {
    return a.same == b.same && a.other == b.other;
  });
  fmt::print("{:>7} {:>5} {:>10.2f} {:>10.2f} {:>7.1f}   {}\n", n, r, fast, plain, plain / fast,
             equal ? "the same" : "NOT THE SAME");
}

}  // namespace

int main() {
  mahala::set_threads(1);
  fmt::print("{:>7} {:>5} {:>10} {:>10} {:>7}\n", "n", "r", "ours [s]", "double [s]", "ratio");
  for (const Index n : {5'000, 20'000}) {
    for (const Index r : {32, 128, 784}) compare(n, r);
  }
}
