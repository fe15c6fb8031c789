#include <cmath>
#include <nlohmann/json.hpp>

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

class JsonSink : public SampleSink {
 public:
  JsonSink(const Survey& survey, const Path& path)
      : path_(path), file_(path), keys_(as_json(survey.features, path)) {}

  void append(const Dataset& block) override {
    labels_ = as_json(block.labels.names(), path_);
    block.x.for_each_block([&](Index begin, const MatrixView& x) {
      for (Index i = 0; i < x.cols(); ++i) write_sample(block, begin + i, x.col(i));
    });
  }
  void finish() override { file_.commit(); }

 private:
  void write_sample(const Dataset& block, Index sample, const Eigen::Ref<const Vector>& x);
  void write_labels(std::span<const Index> labels);
  TextFile& number(double value) { return std::isnan(value) ? file_ << "null" : file_ << value; }

  Path path_;
  TextFile file_;
  std::vector<std::string> keys_, labels_;  ///< labels of the block
};

void JsonSink::write_labels(std::span<const Index> labels) {
  if (labels.size() != 1) file_ << '[';
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (k > 0) file_ << ',';
    file_ << labels_[static_cast<std::size_t>(labels[k])];
  }
  if (labels.size() != 1) file_ << ']';
}

void JsonSink::write_sample(const Dataset& block, Index sample, const Eigen::Ref<const Vector>& x) {
  file_ << '{';
  if (!block.ids.empty()) {
    file_ << "\"id\":" << as_json(block.ids[static_cast<std::size_t>(sample)], path_) << ',';
  }
  if (!block.labels.empty()) {
    file_ << "\"label\":";
    write_labels(block.labels[sample]);
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

Sink json_lines_sink(const Survey& survey, const Path& path) {
  return std::make_unique<JsonSink>(survey, path);
}

}  // namespace mahala::writing
