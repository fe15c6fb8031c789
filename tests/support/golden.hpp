// Reference values made by an independent implementation, as JSON.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/types.hpp"

namespace mahala::test {

/// tests/golden, or $MAHALA_GOLDEN.
inline std::filesystem::path golden_folder() {
  const char* folder = std::getenv("MAHALA_GOLDEN");
  return folder != nullptr ? folder : MAHALA_SOURCE_DIR "/tests/golden";
}

/// A file below golden_folder().
inline nlohmann::json golden(const std::string& relative_path) {
  const std::filesystem::path path = golden_folder() / relative_path;
  std::ifstream file(path);
  require(file.good(), "{} cannot be read", path.string());
  return nlohmann::json::parse(file);
}

/// All files of a sub-folder that have the entry `mark`: those of one form, whatever their names.
inline std::vector<nlohmann::json> golden_files(const std::string& folder, const char* mark) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder() / folder)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<nlohmann::json> found;
  for (const auto& path : paths) {
    std::ifstream file(path);
    auto all = nlohmann::json::parse(file);
    if (all.is_object() && all.contains(mark)) found.push_back(std::move(all));
  }
  return found;
}

/// The "cases" of all files in a sub-folder that have the entry `mark`.
inline std::vector<nlohmann::json> golden_cases(const std::string& folder, const char* mark) {
  std::vector<nlohmann::json> found;
  for (const auto& all : golden_files(folder, "cases")) {
    if (!all.at("cases").is_array()) continue;
    for (const auto& each : all.at("cases")) {
      if (each.is_object() && each.contains(mark)) found.push_back(each);
    }
  }
  return found;
}

/// Row-major nested lists.
inline Matrix matrix(const nlohmann::json& rows) {
  Matrix m(static_cast<Index>(rows.size()),
           rows.empty() ? 0 : static_cast<Index>(rows.front().size()));
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      m(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
    }
  }
  return m;
}

}  // namespace mahala::test
