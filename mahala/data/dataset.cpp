#include "mahala/data/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"

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
          .text = text,
          .groups = groups.select(samples),
          .table = table};
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

Vector numeric_labels(const Dataset& data) {
  const std::vector<Index> classes = data.labels.classes();
  std::vector<double> value(data.labels.names().size(), std::nan(""));
  for (std::size_t k = 0; k < value.size(); ++k) {
    std::string_view name = data.labels.names()[k];
    if (name.starts_with('+')) name.remove_prefix(1);
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value[k]);
    if (error != std::errc{} || end != name.data() + name.size()) value[k] = std::nan("");
  }
  const std::string source = data.source.empty() ? "" : data.source + ": ";
  Vector all(data.size());
  for (Index i = 0; i < all.size(); ++i) {
    const auto label = static_cast<std::size_t>(classes[static_cast<std::size_t>(i)]);
    all[i] = value[label];
    require(std::isfinite(all[i]),
            "{}sample {}: the label '{}' is not a finite number, as regression targets are", source,
            i, data.labels.names()[label]);
  }
  return all;
}

namespace {

Index total(const std::vector<Dataset>& blocks) {
  Index n = 0;
  for (const Dataset& block : blocks) n += block.size();
  return n;
}

SparseMatrix join_sparse(const std::vector<Dataset>& blocks, Index dim, Index n) {
  std::vector<Eigen::Triplet<double, Index>> entries;
  Index begin = 0;
  for (const Dataset& block : blocks) {
    const auto& x = std::get<SparseMatrix>(block.x.storage());
    for (Index j = 0; j < x.cols(); ++j) {
      for (SparseMatrix::InnerIterator it(x, j); it; ++it) {
        entries.emplace_back(it.row(), begin + j, it.value());
      }
    }
    begin += block.size();
  }
  SparseMatrix all(dim, n);
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

Matrix join_dense(const std::vector<Dataset>& blocks, Index dim, Index n) {
  Matrix all(dim, n);
  Index begin = 0;
  for (const Dataset& block : blocks) {
    all.middleCols(begin, block.size()) = block.x.block(0, block.size());
    begin += block.size();
  }
  return all;
}

/// Labels or groups of all blocks.
Labels join_labels(const std::vector<Dataset>& blocks, Labels Dataset::*member) {
  std::vector<std::vector<std::string>> names;
  for (const Dataset& block : blocks) {
    const Labels& labels = block.*member;
    if (labels.empty()) return {};
    for (Index i = 0; i < block.size(); ++i) {
      names.emplace_back();
      for (const Index label : labels[i]) {
        names.back().push_back(labels.names()[static_cast<std::size_t>(label)]);
      }
    }
  }
  return Labels::from_names(names);
}

}  // namespace

Dataset concatenate(const std::vector<Dataset>& blocks) {
  require(!blocks.empty(), "there are no samples to put together");
  const Index dim = blocks.front().dim(), n = total(blocks);
  for (const Dataset& block : blocks) {
    require(block.dim() == dim, "{} features where {} were expected", block.dim(), dim);
  }
  const bool sparse = std::all_of(blocks.begin(), blocks.end(),
                                  [](const Dataset& block) { return block.x.is_sparse(); });
  Dataset all;
  all.x = sparse ? Samples(join_sparse(blocks, dim, n)) : Samples(join_dense(blocks, dim, n));
  all.labels = join_labels(blocks, &Dataset::labels);
  all.groups = join_labels(blocks, &Dataset::groups);
  for (const Dataset& block : blocks) {
    all.ids.insert(all.ids.end(), block.ids.begin(), block.ids.end());
  }
  all.features = blocks.front().features;
  all.source = blocks.front().source;
  all.table = blocks.front().table;
  return all;
}

}  // namespace mahala
