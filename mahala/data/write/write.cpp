#include "mahala/data/write/write.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala {
namespace {

struct Format {
  std::string_view ending;
  void (*write)(const Dataset& data, const std::filesystem::path& path);
};

constexpr Format formats[] = {
    {".csv", [](const auto& data, const auto& path) { writing::write_csv(data, path, ','); }},
    {".tsv", [](const auto& data, const auto& path) { writing::write_csv(data, path, '\t'); }},
    {".svm", writing::write_svmlight},
    {".svmlight", writing::write_svmlight},
    {".libsvm", writing::write_svmlight},
    {".npy", writing::write_npy},
};

const Format& format_of(const std::filesystem::path& path) {
  const bool compressed = writing::ending_of(path) == ".gz";
  const std::string ending = writing::ending_of(compressed ? path.stem() : path);
  const auto* found = std::find_if(std::begin(formats), std::end(formats),
                                   [&](const Format& format) { return format.ending == ending; });
  require(found != std::end(formats),
          "{}: the ending says no format: use .csv, .tsv, .svm, .svmlight, .libsvm or .npy",
          path.string());
  require(!compressed || found->ending != ".npy", "{}: NumPy files are not compressed; use .npy",
          path.string());
  return *found;
}

}  // namespace

void check_writable_name(const std::filesystem::path& path) { format_of(path); }

void write_dataset(const Dataset& data, const std::filesystem::path& path) {
  format_of(path).write(data, path);
}

}  // namespace mahala
