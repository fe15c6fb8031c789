#include "mahala/search/backends.hpp"
#include "mahala/search/inner_products.hpp"

namespace mahala {
namespace {

class ExactIndex final : public SearchIndex {
 public:
  ExactIndex(Index dim, bool products) : SearchIndex(dim), items_(dim, 0), products_(products) {}

 private:
  void insert(const MatrixView& items) override {
    items_.conservativeResize(Eigen::NoChange, items_.cols() + items.cols());
    items_.rightCols(items.cols()) = items;
  }

  Neighbours find(const MatrixView& queries, Index count) const override {
    if (products_) return largest_products(Samples(items_), Samples(Matrix(queries)), count);
    return nearest(items_, queries, count);
  }

  Matrix items_;
  bool products_;
};

}  // namespace

std::unique_ptr<SearchIndex> make_exact(Index dim, bool products) {
  return std::make_unique<ExactIndex>(dim, products);
}

}  // namespace mahala
