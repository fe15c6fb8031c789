// Reference values made by an independent implementation, as JSON.
#pragma once

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "mahala/core/error.hpp"
#include "mahala/core/types.hpp"

namespace mahala::test {

/// A file below tests/golden, or below $MAHALA_GOLDEN.
inline nlohmann::json golden(const std::string& relative_path) {
  const char* folder = std::getenv("MAHALA_GOLDEN");
  const std::string path =
      (folder != nullptr ? std::string(folder) : MAHALA_SOURCE_DIR "/tests/golden") + "/" +
      relative_path;
  std::ifstream file(path);
  require(file.good(), "{} cannot be read", path);
  return nlohmann::json::parse(file);
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
