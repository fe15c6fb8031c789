/// @file
/// Results as JSON, for bench/page.py; see there for the shapes it understands.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace mahala::bench {

using Json = nlohmann::ordered_json;

/// Writes NAME.json into MAHALA_BENCH_RESULTS, which ./dev bench sets; nothing if it is not set.
inline void write_result(const std::string& name, const Json& result) {
  const char* folder = std::getenv("MAHALA_BENCH_RESULTS");
  if (folder == nullptr) return;
  std::filesystem::create_directories(folder);
  std::ofstream(std::filesystem::path(folder) / (name + ".json")) << result.dump(1) << '\n';
}

}  // namespace mahala::bench
