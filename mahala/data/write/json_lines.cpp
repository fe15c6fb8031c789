#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

std::string as_json(const std::string& text, const std::filesystem::path& path) try {
  return nlohmann::json(text).dump();
} catch (const nlohmann::json::exception&) {
  fail("{}: cannot be written: a name is not valid UTF-8", path.string());
}

std::vector<std::string> as_json(const std::vector<std::string>& names,
                                 const std::filesystem::path& path) {
  std::vector<std::string> all;
  for (const std::string& name : names) all.push_back(as_json(name, path));
  return all;
}

/// Names that are keys of a sample anyway, or occur twice, cannot be the keys of its features.
bool can_be_keys(const std::vector<std::string>& names) {
  const std::set<std::string_view> distinct(names.begin(), names.end());
  return !names.empty() && distinct.size() == names.size() && !distinct.contains("id") &&
         !distinct.contains("label");
}

class Writer {
 public:
  Writer(const Dataset& data, const std::filesystem::path& path)
      : data_(data), path_(path), file_(path), labels_(as_json(data.labels.names(), path)) {
    if (can_be_keys(data.features)) keys_ = as_json(data.features, path);
  }

  void write() {
    data_.x.for_each_block([&](Index begin, const MatrixView& block) {
      for (Index i = 0; i < block.cols(); ++i) write_sample(begin + i, block.col(i));
    });
    file_.commit();
  }

 private:
  void write_sample(Index sample, const Eigen::Ref<const Vector>& x);
  void write_labels(std::span<const Index> labels);
  TextFile& number(double value) { return std::isnan(value) ? file_ << "null" : file_ << value; }

  const Dataset& data_;
  const std::filesystem::path& path_;
  TextFile file_;
  std::vector<std::string> labels_, keys_;
};

void Writer::write_labels(std::span<const Index> labels) {
  if (labels.size() != 1) file_ << '[';
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (k > 0) file_ << ',';
    file_ << labels_[static_cast<std::size_t>(labels[k])];
  }
  if (labels.size() != 1) file_ << ']';
}

void Writer::write_sample(Index sample, const Eigen::Ref<const Vector>& x) {
  file_ << '{';
  if (!data_.ids.empty()) {
    file_ << "\"id\":" << as_json(data_.ids[static_cast<std::size_t>(sample)], path_) << ',';
  }
  if (!data_.labels.empty()) {
    file_ << "\"label\":";
    write_labels(data_.labels[sample]);
    file_ << ',';
  }
  if (keys_.empty()) file_ << "\"x\":[";
  for (Index k = 0; k < x.size(); ++k) {
    if (k > 0) file_ << ',';
    if (!keys_.empty()) file_ << keys_[static_cast<std::size_t>(k)] << ':';
    number(x[k]);
  }
  file_ << (keys_.empty() ? "]}\n" : "}\n");
}

}  // namespace

void write_json_lines(const Dataset& data, const std::filesystem::path& path) {
  Writer(data, path).write();
}

}  // namespace mahala::writing
