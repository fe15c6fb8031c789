#include "cli/flags/builtin.hpp"

#include <cstdlib>
#include <map>
#include <string_view>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"

namespace mahala::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view prefix = "builtin:";

/// "wine" -> ".../wine.csv" for everything in the directory that reads as data.
std::map<std::string, fs::path> data_sets(const fs::path& directory) {
  std::map<std::string, fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const std::string file = entry.path().filename().string();
    const auto dot = file.find('.');
    if (dot == 0 || dot == std::string::npos) continue;
    const std::string ending = file.substr(dot);
    if (ending.starts_with(".csv") || ending.starts_with(".svm") || ending == ".npy") {
      found.emplace(file.substr(0, dot), entry.path());
    }
  }
  require(!error, "{}: the directory of built-in data cannot be read: {}", directory.string(),
          error.message());
  return found;
}

}  // namespace

fs::path data_directory() {
  const char* told = std::getenv("MAHALA_DATA");
  if (told != nullptr && *told != '\0') return told;
  std::error_code ignored;
  return fs::is_directory(MAHALA_DATA_SOURCE, ignored) ? MAHALA_DATA_SOURCE : MAHALA_DATA_INSTALLED;
}

fs::path resolve_data(const std::string& name) {
  if (!name.starts_with(prefix)) return name;
  const std::string wanted = name.substr(prefix.size());
  const auto sets = data_sets(data_directory());
  const auto found = sets.find(wanted);
  if (found != sets.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [set, file] : sets) names.push_back(set);
  fail("there is no built-in data set '{}'{} (there are: {})", wanted, did_you_mean(wanted, names),
       fmt::join(names, ", "));
}

}  // namespace mahala::cli
