// Searching embedded samples beside plain FAISS, which gets the same vectors in single precision:
// ten neighbours of USPS' test samples among its training samples (digits in two halves where it is
// absent), after PCA to 30 dimensions. Ours is exact, and as an index of FAISS' kind Flat. One
// thread and processor seconds, which do not depend on what else the machine does.
#include <faiss/IndexFlat.h>

#include <numeric>

#include "bench/measure.hpp"
#include "bench/peers/figures.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/learn/closed_form/pca.hpp"
#include "mahala/model/model.hpp"
#include "mahala/search/search_index.hpp"

namespace mahala::bench {
namespace {

constexpr Index rank = 30, wanted = 10;
constexpr int repeats = 5;

struct Task {
  std::string name;
  Matrix items, queries;  ///< embedded
};

Task embedded(const std::string& name, const Dataset& items, const Dataset& queries) {
  const Model model = pca(items, {.rank = rank}).model;
  return {name, embed_prepared_samples(model, items.x).block(0, items.size()),
          embed_prepared_samples(model, queries.x).block(0, queries.size())};
}

Task task() {
  const std::string train = data_file("usps.train.csv.gz"), test = data_file("usps.test.csv.gz");
  if (!train.empty() && !test.empty()) {
    return embedded("usps", read_dataset(train, {.label = "label"}),
                    read_dataset(test, {.label = "label"}));
  }
  const Dataset all = read_dataset(MAHALA_DATA "/digits.csv", {.label = "label"});
  std::vector<Index> first(static_cast<std::size_t>(all.size() / 2)), second(first.size());
  std::iota(first.begin(), first.end(), 0);
  std::iota(second.begin(), second.end(), std::ssize(first));
  return embedded("digits", all.select(first), all.select(second));
}

using Items = std::vector<faiss::Index::idx_t>;

Items found_by_faiss(const faiss::IndexFlatL2& index, const MatrixF& queries) {
  Items items(static_cast<std::size_t>(wanted * queries.cols()));
  std::vector<float> distances(items.size());
  index.search(queries.cols(), queries.data(), wanted, distances.data(), items.data());
  return items;
}

/// How many of the items listed for queries are farther than the last one that belongs there, in
/// per cent.
template <class Listed>
double missed(const Task& task, const Listed& listed) {
  Index wrong = 0;
  for (Index q = 0; q < task.queries.cols(); ++q) {
    Vector distances = (task.items.colwise() - task.queries.col(q)).colwise().squaredNorm();
    Vector sorted = distances;
    std::nth_element(sorted.begin(), sorted.begin() + wanted - 1, sorted.end());
    for (Index k = 0; k < wanted; ++k) {
      wrong += distances[listed(q, k)] > sorted[wanted - 1] ? 1 : 0;
    }
  }
  return 100 * static_cast<double>(wrong) / static_cast<double>(wanted * task.queries.cols());
}

void compare(const Task& task, Figures& figures) {
  const MatrixF items = task.items.cast<float>(), queries = task.queries.cast<float>();
  faiss::IndexFlatL2 theirs(task.items.rows());
  theirs.add(items.cols(), items.data());
  const auto ours = make_search_index({.name = "Flat"}, task.items.rows());
  ours->add(task.items);
  const double seconds =
      typical_processor_seconds(repeats, [&] { found_by_faiss(theirs, queries); });
  const std::string of = fmt::format("search {}, {} of {} for {}: ", task.name, wanted,
                                     task.items.cols(), task.queries.cols());
  figures.add(
      {of + "exact",
       typical_processor_seconds(repeats, [&] { nearest(task.items, task.queries, wanted); }),
       seconds, "cpu s", "FAISS' IndexFlatL2; ours indexes within"});
  figures.add({of + "Flat",
               typical_processor_seconds(repeats, [&] { ours->search(task.queries, wanted); }),
               seconds, "cpu s", "FAISS' IndexFlatL2"});
  const Neighbours exact = nearest(task.items, task.queries, wanted);
  const Items found = found_by_faiss(theirs, queries);
  const auto ours_at = [&](Index q, Index k) { return exact.item(k, q); };
  const auto theirs_at = [&](Index q, Index k) {
    return static_cast<Index>(found[static_cast<std::size_t>(q * wanted + k)]);
  };
  figures.add({of + "missed", missed(task, ours_at), missed(task, theirs_at), "%", "exact; FAISS"});
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  try {
    mahala::bench::Figures figures(argc, argv);
    mahala::set_threads(1);
    mahala::bench::compare(mahala::bench::task(), figures);
    figures.write();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
