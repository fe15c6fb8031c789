#include "mahala/data/concatenate.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {
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

Labels join_labels(const std::vector<Dataset>& blocks) {
  std::vector<std::vector<std::string>> names;
  for (const Dataset& block : blocks) {
    if (block.labels.empty()) return {};
    for (Index i = 0; i < block.size(); ++i) {
      names.emplace_back();
      for (const Index label : block.labels[i]) {
        names.back().push_back(block.labels.names()[static_cast<std::size_t>(label)]);
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
  all.labels = join_labels(blocks);
  for (const Dataset& block : blocks) {
    all.ids.insert(all.ids.end(), block.ids.begin(), block.ids.end());
  }
  all.features = blocks.front().features;
  all.source = blocks.front().source;
  return all;
}

}  // namespace mahala
