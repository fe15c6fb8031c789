#include "mahala/data/write/write.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala {
namespace {

struct Format {
  std::string_view ending;
  bool text;  ///< and may be compressed
  void (*write)(const Dataset& data, const std::filesystem::path& path);
};

constexpr Format formats[] = {
    {".csv", true, [](const auto& data, const auto& path) { writing::write_csv(data, path, ','); }},
    {".tsv", true,
     [](const auto& data, const auto& path) { writing::write_csv(data, path, '\t'); }},
    {".svm", true, writing::write_svmlight},
    {".svmlight", true, writing::write_svmlight},
    {".libsvm", true, writing::write_svmlight},
    {".arff", true, writing::write_arff},
    {".mtx", true, writing::write_matrix_market},
    {".jsonl", true, writing::write_json_lines},
    {".npy", false, writing::write_npy},
    {".npz", false, writing::write_npz},
    {".safetensors", false, writing::write_safetensors_data},
    {".fvecs", false, writing::write_fvecs},
};

/// ".csv, .tsv ... or .fvecs"
std::string endings() {
  std::string text;
  for (const Format& format : formats) {
    const bool last = &format == std::end(formats) - 1;
    text += fmt::format("{}{}", text.empty() ? "" : last ? " or " : ", ", format.ending);
  }
  return text;
}

const Format& format_of(const std::filesystem::path& path) {
  const bool compressed = writing::ending_of(path) == ".gz";
  const std::string ending = writing::ending_of(compressed ? path.stem() : path);
  const auto* found = std::find_if(std::begin(formats), std::end(formats),
                                   [&](const Format& format) { return format.ending == ending; });
  require(found != std::end(formats), "{}: the ending says no format: use {}", path.string(),
          endings());
  require(!compressed || found->text, "{}: {} files are not compressed; leave the .gz out",
          path.string(), found->ending);
  return *found;
}

}  // namespace

void check_writable_name(const std::filesystem::path& path) { format_of(path); }

void write_dataset(const Dataset& data, const std::filesystem::path& path) {
  format_of(path).write(data, path);
}

}  // namespace mahala
