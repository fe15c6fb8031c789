#include "mahala/search/backends.hpp"
#include "mahala/search/faiss_library.hpp"
#include "mahala/search/single_precision.hpp"

namespace mahala {
namespace {

class FaissIndex final : public SearchIndex {
 public:
  FaissIndex(const IndexKind& kind, Index dim)
      : SearchIndex(dim), kind_(kind), index_(make_faiss_index(kind, dim)) {}

 private:
  void insert(const MatrixView& items) override {
    if (size() == 0) single_ = SinglePrecision(items, !kind_.products);
    fill(*index_, kind_, single_(items));
  }

  Neighbours find(const MatrixView& queries, Index count) const override {
    Neighbours found = mahala::search(*index_, single_(queries), count);
    for (double& distance : found.distance.reshaped()) distance = single_.unscaled(distance);
    return found;
  }

  IndexKind kind_;
  std::shared_ptr<faiss::Index> index_;
  SinglePrecision single_;
};

}  // namespace

std::unique_ptr<SearchIndex> make_faiss(const IndexKind& kind, Index dim) {
  return std::make_unique<FaissIndex>(kind, dim);
}

}  // namespace mahala
