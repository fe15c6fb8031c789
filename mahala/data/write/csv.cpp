#include <fmt/format.h>

#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

std::string feature_name(const Dataset& data, Index k) {
  return data.features.empty() ? fmt::format("f{}", k)
                               : quoted_cell(data.features[static_cast<std::size_t>(k)]);
}

void write_header(const Dataset& data, char separator, TextFile& file) {
  if (!data.ids.empty()) file << "id" << separator;
  for (Index k = 0; k < data.dim(); ++k) {
    if (k > 0) file << separator;
    file << feature_name(data, k);
  }
  if (!data.labels.empty()) file << separator << "label";
  file << '\n';
}

std::vector<std::string> quoted_names(const Labels& labels) {
  std::vector<std::string> cells;
  for (const std::string& name : labels.names()) cells.push_back(quoted_cell(name));
  return cells;
}

}  // namespace

void write_csv(const Dataset& data, const std::filesystem::path& path, char separator) {
  check_single(data.labels, path, "CSV");
  const std::vector<std::string> label_cells = quoted_names(data.labels);
  TextFile file(path);
  write_header(data, separator, file);
  data.x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      const Index sample = begin + i;
      if (!data.ids.empty()) {
        file << quoted_cell(data.ids[static_cast<std::size_t>(sample)]) << separator;
      }
      for (Index k = 0; k < block.rows(); ++k) {
        if (k > 0) file << separator;
        file << block(k, i);
      }
      if (!data.labels.empty()) {
        file << separator << label_cells[static_cast<std::size_t>(data.labels[sample][0])];
      }
      file << '\n';
    }
  });
  file.commit();
}

}  // namespace mahala::writing
