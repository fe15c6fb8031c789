#include "mahala/search/backends.hpp"

namespace mahala {
namespace {

class ExactIndex final : public SearchIndex {
 public:
  explicit ExactIndex(Index dim) : SearchIndex(dim), items_(dim, 0) {}

 private:
  void insert(const MatrixView& items) override {
    items_.conservativeResize(Eigen::NoChange, items_.cols() + items.cols());
    items_.rightCols(items.cols()) = items;
  }

  Neighbours find(const MatrixView& queries, Index count) const override {
    return nearest(items_, queries, count);
  }

  Matrix items_;
};

}  // namespace

std::unique_ptr<SearchIndex> make_exact(Index dim) { return std::make_unique<ExactIndex>(dim); }

}  // namespace mahala
