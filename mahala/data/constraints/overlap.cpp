#include "mahala/data/constraints/overlap.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "mahala/core/error.hpp"
#include "mahala/data/sample_hash.hpp"

namespace mahala {
namespace {

constexpr std::size_t most_kept = 512;

using Hashes = LargeList<std::uint64_t>;

/// Of samples, and of what is said of them.
class ConstraintHash {
 public:
  explicit ConstraintHash(const Samples& x) : of_(sample_hashes(x)) {}

  void add(const Nothing&, Hashes&) const {}
  void add(const Rankings&, Hashes&) const {}
  void add(const Forms&, Hashes&) const {}
  void add(const Pairs& pairs, Hashes& all) const {
    for (const Pair& pair : pairs) {
      const auto [a, b] = std::minmax({of(pair.i), of(pair.j)});
      all.push_back(joined(a, b));
    }
  }
  void add(const Triplets& triplets, Hashes& all) const {
    for (const Triplet& t : triplets)
      all.push_back(joined(of(t.query), joined(of(t.near), of(t.far))));
  }
  void add(const NearFarSets& sets, Hashes& all) const {
    for (const NearFarSet& set : sets) {
      for (const Index near : set.near) {
        for (const Index far : set.far) {
          all.push_back(joined(of(set.query), joined(of(near), of(far))));
        }
      }
    }
  }

 private:
  static std::uint64_t joined(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    return scattered(scattered(a + odd) ^ (b * odd));
  }
  std::uint64_t of(Index sample) const {
    return sample == origin ? 0 : of_[static_cast<std::size_t>(sample)];
  }

  std::vector<std::uint64_t> of_;
};

/// Ascending, each once.
Hashes hashes_of(const Constraints& constraints, const Samples& x) {
  Hashes all;
  if (count(constraints) == 0 || kind(constraints) == Supervision::rankings ||
      kind(constraints) == Supervision::forms) {
    return all;
  }
  const ConstraintHash hash(x);
  std::visit([&](const auto& some) { hash.add(some, all); }, constraints);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// What is in a sketch.
struct KeptSketch {
  std::size_t count = 0;
  Hashes smallest = {};

  /// Would a hash be kept if it were one of them?
  bool covers(std::uint64_t hash) const {
    return smallest.size() == count || hash <= smallest.back();
  }
};

KeptSketch read_sketch(const std::string& text) {
  std::istringstream words(text);
  KeptSketch kept;
  words >> kept.count >> std::hex;
  for (std::uint64_t hash = 0; words >> hash;) kept.smallest.push_back(hash);
  require(words.eof() && kept.smallest.size() == std::min(kept.count, most_kept) &&
              std::ranges::is_sorted(kept.smallest) && kept.count > 0,
          "'{}' is no sketch of constraints", text.substr(0, 40));
  return kept;
}

}  // namespace

std::string sketch(const Constraints& constraints, const Samples& x) {
  const Hashes all = hashes_of(constraints, x);
  if (all.empty()) return "";
  const std::span<const std::uint64_t> kept(all.data(), std::min(all.size(), most_kept));
  return fmt::format("{} {:016x}", all.size(), fmt::join(kept, " "));
}

double share_in(const std::string& sketch, const Constraints& constraints, const Samples& x) {
  if (sketch.empty()) return 0;
  const KeptSketch kept = read_sketch(sketch);
  double met = 0, known = 0;
  for (const std::uint64_t hash : hashes_of(constraints, x)) {
    if (!kept.covers(hash)) continue;
    ++met;
    known += std::ranges::binary_search(kept.smallest, hash) ? 1 : 0;
  }
  return met > 0 ? known / met : 0;
}

std::string share_in_words(double share, Supervision kind) {
  if (share == 0) return "";
  if (share == 1) return fmt::format("these {}", kind);
  return fmt::format("some {} % of these {}", std::clamp(std::round(100 * share), 1.0, 99.0), kind);
}

}  // namespace mahala
