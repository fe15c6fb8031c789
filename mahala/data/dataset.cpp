#include "mahala/data/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/data/sample_hash.hpp"

namespace mahala {
namespace {

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
          .outputs =
              outputs.size() > 0
                  ? Matrix(outputs(Eigen::all, std::vector<Index>(samples.begin(), samples.end())))
                  : Matrix(),
          .table = table};
}

Dataset in_one_place(Dataset data) {
  data.x = in_one_place(std::move(data.x));
  return data;
}

std::string fingerprint(const Dataset& data) {
  WordHash hash;
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
