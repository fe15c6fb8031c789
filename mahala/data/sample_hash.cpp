#include "mahala/data/sample_hash.hpp"

#include "mahala/core/ranks.hpp"
#include "mahala/data/samples/parts.hpp"

namespace mahala {
namespace {

void add_entry(Index feature, double value, WordHash& hash) {
  if (value == 0) return;
  hash.add(static_cast<std::uint64_t>(feature));
  hash.add(value);
}

/// Adds sample after sample and calls done(i) after the last number of sample i.
template <class Done>
void hash_samples(const Samples& x, WordHash& hash, const Done& done) {
  if (const auto* sparse = x.sparse()) {
    for (Index i = 0; i < x.size(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        add_entry(it.row(), it.value(), hash);
      }
      done(i);
    }
    return;
  }
  const Index begin = x.own_begin();
  x.for_own_blocks(begin, begin + x.own_size(), [&](Index first, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      for (Index k = 0; k < block.rows(); ++k) add_entry(k, block(k, i), hash);
      done(first + i);
    }
  });
}

}  // namespace

/// Ranks add theirs one after the other, as one process would.
void add_samples(const Samples& x, WordHash& hash) {
  const auto add_own = [&] { hash_samples(x, hash, [&](Index) { hash.add(end_of_sample); }); };
  if (!x.is_shared()) return add_own();
  for (Index p = 0; p < ranks(); ++p) {
    if (rank() == p) add_own();
    broadcast(&hash, sizeof hash, p);
  }
}

std::vector<std::uint64_t> sample_hashes(const Samples& x) {
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(x.size()));
  WordHash hash;
  hash_samples(x, hash, [&](Index i) {
    hashes[static_cast<std::size_t>(i)] = scattered(hash.value());
    hash = WordHash();
  });
  constexpr Index word = sizeof(std::uint64_t);
  if (x.is_shared()) all_gather(hashes.data(), word, word, SampleParts(x.size()).shares());
  return hashes;
}

std::uint64_t scattered(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
  return word ^ (word >> 31);
}

}  // namespace mahala
