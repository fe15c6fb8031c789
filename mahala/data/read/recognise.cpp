#include "mahala/data/read/formats.hpp"

namespace mahala::reading {

std::string_view recognised_format(const Source& source) {
  const std::string_view start = source.peek();
  if (start.starts_with(npy_magic)) return "npy";
  if (start.starts_with("PK\3\4") || start.starts_with("PK\5\6")) return "npz";
  if (looks_like_safetensors(start)) return "safetensors";
  if (looks_like_idx(start)) return "idx";
  if (looks_like_matrix_market(start)) return "mtx";
  if (source.regular() && !source.compressed()) {
    const std::string_view vecs = recognised_vecs(start, source.file_size());
    if (!vecs.empty()) return vecs;
  }
  if (looks_like_arff(start)) return "arff";
  if (looks_like_json_lines(start)) return "jsonl";
  return looks_like_svmlight(start) ? "svmlight" : "csv";
}

std::string_view title_of(std::string_view format) {
  constexpr std::pair<std::string_view, std::string_view> titles[] = {
      {"npy", "NumPy"}, {"npz", "NumPy archive"}, {"csv", "CSV"},          {"tsv", "TSV"},
      {"idx", "IDX"},   {"mtx", "Matrix Market"}, {"jsonl", "JSON lines"}, {"arff", "ARFF"}};
  for (const auto& [name, title] : titles) {
    if (name == format) return title;
  }
  return format;
}

}  // namespace mahala::reading
