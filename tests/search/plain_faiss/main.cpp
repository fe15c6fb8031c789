// What a user of FAISS who has never heard of us does with an index file.
//   plain-faiss INDEX K < vectors    prints, for every raw vector, its K neighbours and distances
#include <faiss/Index.h>
#include <faiss/index_io.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

int main(int, char** argv) {
  const std::unique_ptr<faiss::Index> index(faiss::read_index(argv[1]));
  const auto k = static_cast<std::size_t>(std::stoul(argv[2]));
  std::vector<float> x(static_cast<std::size_t>(index->d)), distance(k);
  std::vector<faiss::Index::idx_t> item(k);
  while (true) {
    for (float& value : x) std::cin >> value;
    if (!std::cin) return 0;
    index->search(1, x.data(), static_cast<faiss::Index::idx_t>(k), distance.data(), item.data());
    for (std::size_t r = 0; r < k; ++r) std::cout << item[r] << ' ' << distance[r] << '\n';
  }
}
