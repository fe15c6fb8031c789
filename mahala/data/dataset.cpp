#include "mahala/data/dataset.hpp"

#include <fmt/format.h>

#include <bit>

namespace mahala {
namespace {

/// FNV-1a over 64-bit words: quick, and any changed bit changes the result.
class Hash {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3ULL ^ (value_ >> 29); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// Zeros are passed over, so that sparse and dense files of one data set agree.
void add_entry(Index feature, double value, Hash& hash) {
  if (value == 0) return;
  hash.add(static_cast<std::uint64_t>(feature));
  hash.add(value);
}

constexpr std::uint64_t end_of_sample = ~std::uint64_t{0};

void add_samples(const Samples& x, Hash& hash) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&x.storage())) {
    for (Index i = 0; i < x.size(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        add_entry(it.row(), it.value(), hash);
      }
      hash.add(end_of_sample);
    }
    return;
  }
  x.for_each_block([&](Index, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      for (Index k = 0; k < block.rows(); ++k) add_entry(k, block(k, i), hash);
      hash.add(end_of_sample);
    }
  });
}

template <class T>
std::vector<T> pick(const std::vector<T>& all, std::span<const Index> samples) {
  std::vector<T> some;
  if (all.empty()) return some;
  some.reserve(samples.size());
  for (const Index i : samples) some.push_back(all[static_cast<std::size_t>(i)]);
  return some;
}

}  // namespace

Dataset Dataset::select(std::span<const Index> samples) const {
  return {.x = x.select(samples),
          .labels = labels.select(samples),
          .ids = pick(ids, samples),
          .features = features,
          .source = source,
          .text = text};
}

std::string fingerprint(const Dataset& data) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(data.dim()));
  hash.add(static_cast<std::uint64_t>(data.size()));
  add_samples(data.x, hash);
  for (Index i = 0; i < data.labels.size(); ++i) {
    for (const Index label : data.labels[i]) hash.add(static_cast<std::uint64_t>(label));
    hash.add(end_of_sample);
  }
  return fmt::format("{:016x}", hash.value());
}

}  // namespace mahala
