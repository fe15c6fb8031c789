#include "mahala/search/faiss_library.hpp"

#include <faiss/AutoTune.h>
#include <faiss/IndexHNSW.h>
#include <faiss/IndexIVFPQ.h>
#include <faiss/IndexIVFPQFastScan.h>
#include <faiss/IndexPQ.h>
#include <faiss/IndexPQFastScan.h>
#include <faiss/IndexPreTransform.h>
#include <faiss/IndexRefine.h>
#include <faiss/VectorTransform.h>
#include <faiss/impl/FaissException.h>
#include <faiss/index_factory.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/search/index_description.hpp"

namespace mahala {
namespace {

/// Queries per call: FAISS uses matrix products from 20 on, and sums in another order below.
constexpr Index block_queries = 128;

/// While it lives FAISS neither cuts queries by the number of threads nor links a graph in the
/// order in which threads come by.
class OneThread {
 public:
  OneThread() { set_threads(1); }
  ~OneThread() { set_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = threads();
};

/// The sentence in "Error in void faiss::f(...) at file.cpp:1: Error: 'd % M == 0' failed: why";
/// the words between may be missing.
std::string reason(std::string_view message) {
  const auto place = message.find(": ", std::min(message.find(".cpp:"), message.size()));
  if (place != message.npos) message.remove_prefix(place + 2);
  for (const std::string_view mark : {"failed: ", "Error: "}) {
    const auto at = message.rfind(mark);
    if (at != message.npos && at + mark.size() < message.size()) {
      message.remove_prefix(at + mark.size());
      break;
    }
  }
  while (message.ends_with('\n') || message.ends_with(' ')) message.remove_suffix(1);
  return std::string(message);
}

template <class Work>
decltype(auto) in_our_words(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const faiss::FaissException& error) {
    fail("index {}: {}", name, reason(error.what()));
  } catch (const std::logic_error& error) {  // of the standard library inside FAISS
    fail("index {}: FAISS cannot make it of these items ({})", name, error.what());
  }
}

/// The product quantiser of an index, wherever it keeps it; null if it has none.
faiss::ProductQuantizer* quantiser_of(faiss::Index* index) {
  if (auto* pq = dynamic_cast<faiss::IndexPQ*>(index)) return &pq->pq;
  if (auto* pq = dynamic_cast<faiss::IndexIVFPQ*>(index)) return &pq->pq;
  if (auto* pq = dynamic_cast<faiss::IndexPQFastScan*>(index)) return &pq->pq;
  if (auto* pq = dynamic_cast<faiss::IndexIVFPQFastScan*>(index)) return &pq->pq;
  if (auto* pq = dynamic_cast<faiss::MultiIndexQuantizer*>(index)) return &pq->pq;
  return nullptr;
}

/// The indexes an index is made of.
std::vector<faiss::Index*> inner_indexes(faiss::Index* index) {
  if (auto* chained = dynamic_cast<faiss::IndexPreTransform*>(index)) return {chained->index};
  if (auto* refined = dynamic_cast<faiss::IndexRefine*>(index)) {
    return {refined->base_index, refined->refine_index};
  }
  if (auto* graph = dynamic_cast<faiss::IndexHNSW*>(index)) return {graph->storage};
  if (auto* lists = dynamic_cast<faiss::IndexIVF*>(index)) return {lists->quantizer};
  return {};
}

/// FAISS would warn on standard error of fewer than 39 items to a cluster; a library is silent.
/// And it would order the codes of a product quantiser for a filter by Hamming distance, which
/// no search of ours uses and which takes minutes of simulated annealing.
void be_silent_and_quick(faiss::Index* index) {
  if (auto* quantiser = quantiser_of(index)) quantiser->cp.min_points_per_centroid = 1;
  if (auto* pq = dynamic_cast<faiss::IndexPQ*>(index)) pq->do_polysemous_training = false;
  if (auto* pq = dynamic_cast<faiss::IndexIVFPQ*>(index)) pq->do_polysemous_training = false;
  if (auto* lists = dynamic_cast<faiss::IndexIVF*>(index)) lists->cp.min_points_per_centroid = 1;
  for (faiss::Index* inner : inner_indexes(index)) be_silent_and_quick(inner);
}

/// While it lives the rotations of an index (OPQ) cluster as silently: their clusters are those
/// of a quantiser they may be lent for training, here with the 8 bits it has by itself.
class SilentRotations {
 public:
  explicit SilentRotations(faiss::Index& index) {
    auto* chained = dynamic_cast<faiss::IndexPreTransform*>(&index);
    if (chained == nullptr) return;
    for (faiss::VectorTransform* transform : chained->chain) {
      if (auto* rotation = dynamic_cast<faiss::OPQMatrix*>(transform)) lend(*rotation);
    }
  }
  ~SilentRotations() {
    for (auto& [rotation, quantiser] : lent_) rotation->pq = nullptr;
  }
  SilentRotations(const SilentRotations&) = delete;
  SilentRotations& operator=(const SilentRotations&) = delete;

 private:
  void lend(faiss::OPQMatrix& rotation) {
    auto quantiser = std::make_unique<faiss::ProductQuantizer>(rotation.d_out, rotation.M, 8);
    quantiser->cp.min_points_per_centroid = 1;
    rotation.pq = quantiser.get();
    lent_.emplace_back(&rotation, std::move(quantiser));
  }

  std::vector<std::pair<faiss::OPQMatrix*, std::unique_ptr<faiss::ProductQuantizer>>> lent_;
};

}  // namespace

std::shared_ptr<faiss::Index> make_faiss_index(const IndexKind& kind, Index dim) {
  require(dim <= std::numeric_limits<int>::max(), "index {}: {} dimensions are too many", kind.name,
          dim);
  check_description(kind, dim);
  return in_our_words(kind.name, [&] {
    std::shared_ptr<faiss::Index> index(
        faiss::index_factory(static_cast<int>(dim), kind.name.c_str(),
                             kind.products ? faiss::METRIC_INNER_PRODUCT : faiss::METRIC_L2));
    if (!kind.tune.empty()) {
      faiss::ParameterSpace().set_index_parameters(index.get(), kind.tune.c_str());
    }
    be_silent_and_quick(index.get());
    return index;
  });
}

void fill(faiss::Index& index, const IndexKind& kind, const MatrixF& items) {
  const BlasCall blas;
  const OneThread one;
  in_our_words(kind.name, [&] {
    const SilentRotations silent(index);
    if (!index.is_trained) index.train(items.cols(), items.data());
    index.add(items.cols(), items.data());
  });
}

Neighbours search(const faiss::Index& index, const MatrixF& queries, Index count) {
  const double nowhere = (index.metric_type == faiss::METRIC_INNER_PRODUCT ? -1 : 1) *
                         std::numeric_limits<double>::infinity();
  Neighbours found;
  found.item.resize(count, queries.cols());
  found.distance.resize(count, queries.cols());
  parallel_parts(queries.cols(), block_queries, [&](Index begin, Index end) {
    const BlasCall blas;
    const OneThread one;
    MatrixF distance(count, end - begin);
    std::vector<faiss::Index::idx_t> item(static_cast<std::size_t>(distance.size()));
    in_our_words("of FAISS", [&] {
      index.search(end - begin, queries.col(begin).data(), count, distance.data(), item.data());
    });
    for (Index k = 0; k < distance.size(); ++k) {
      const Index i = item[static_cast<std::size_t>(k)];
      found.item(k % count, begin + k / count) = i;
      found.distance(k % count, begin + k / count) = i < 0 ? nowhere : distance.data()[k];
    }
  });
  return found;
}

}  // namespace mahala
