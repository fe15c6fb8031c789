// hnswlib 0.6.2 prefetches one link past a full list when vectorised by hand, which
// AddressSanitizer takes for the bug it is.
#if defined(__SANITIZE_ADDRESS__)
#define NO_MANUAL_VECTORIZATION
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NO_MANUAL_VECTORIZATION
#endif
#endif
#include <hnswlib/hnswlib.h>

#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/search/backends.hpp"
#include "mahala/search/single_precision.hpp"

namespace mahala {
namespace {

constexpr std::size_t links = 16;  // of an item, on every level but the lowest
constexpr std::size_t building_breadth = 200;
constexpr std::size_t search_breadth = 64;  // at least; as many as are asked for otherwise
constexpr Index hnsw_block = 64;

class HnswIndex final : public SearchIndex {
 public:
  explicit HnswIndex(Index dim) : SearchIndex(dim), space_(static_cast<std::size_t>(dim)) {}

 private:
  using Graph = hnswlib::HierarchicalNSW<float>;

  /// One by one: the graph depends on the order.
  void insert(const MatrixView& items) override {
    reserve(static_cast<std::size_t>(size() + items.cols()), items);
    for (Index i = 0; i < items.cols(); ++i) {
      const MatrixF x = single_(items.col(i));
      graph_->addPoint(x.data(), static_cast<std::size_t>(size() + i));
    }
  }

  void reserve(std::size_t total, const MatrixView& items) try {
    if (graph_ != nullptr) return graph_->resizeIndex(total);
    single_ = SinglePrecision(items);
    graph_ = std::make_unique<Graph>(&space_, total, links, building_breadth);
    graph_->setEf(search_breadth);
  } catch (const std::runtime_error& error) {
    fail("index hnsw: {} items: {}", total, error.what());
  }

  Neighbours find(const MatrixView& queries, Index count) const override {
    Neighbours found;
    found.item.setConstant(count, queries.cols(), -1);
    found.distance.setConstant(count, queries.cols(), std::numeric_limits<double>::infinity());
    parallel_parts(queries.cols(), hnsw_block, [&](Index begin, Index end) {
      for (Index q = begin; q < end; ++q) find_one(queries.col(q), q, found);
    });
    return found;
  }

  void find_one(const MatrixView& query, Index q, Neighbours& found) const {
    const MatrixF x = single_(query);
    auto heap = graph_->searchKnn(x.data(), static_cast<std::size_t>(found.item.rows()));
    for (Index r = static_cast<Index>(heap.size()); r-- > 0; heap.pop()) {
      found.distance(r, q) = single_.unscaled(heap.top().first);
      found.item(r, q) = static_cast<Index>(heap.top().second);
    }
  }

  hnswlib::L2Space space_;
  std::unique_ptr<Graph> graph_;
  SinglePrecision single_;
};

}  // namespace

std::unique_ptr<SearchIndex> make_hnsw(Index dim) { return std::make_unique<HnswIndex>(dim); }

}  // namespace mahala
