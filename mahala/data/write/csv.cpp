#include <fmt/format.h>

#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

std::vector<std::string> quoted_names(const Labels& labels) {
  std::vector<std::string> cells;
  for (const std::string& name : labels.names()) cells.push_back(quoted_cell(name));
  return cells;
}

class CsvSink : public SampleSink {
 public:
  CsvSink(const Survey& survey, const Path& path, char separator)
      : path_(path), file_(path), separator_(separator) {
    write_header(survey);
  }

  void append(const Dataset& block) override;
  void finish() override { file_.commit(); }

 private:
  void write_header(const Survey& survey);

  Path path_;
  TextFile file_;
  char separator_;
  Index written_ = 0;
};

void CsvSink::write_header(const Survey& survey) {
  if (survey.has_ids) file_ << "id" << separator_;
  for (Index k = 0; k < survey.dim; ++k) {
    if (k > 0) file_ << separator_;
    file_ << (survey.features.empty() ? fmt::format("f{}", k)
                                      : quoted_cell(survey.features[static_cast<std::size_t>(k)]));
  }
  if (survey.has_labels) file_ << separator_ << "label";
  file_ << '\n';
}

void CsvSink::append(const Dataset& block) {
  check_single(block.labels, path_, "CSV", written_, 0);
  const std::vector<std::string> label_cells = quoted_names(block.labels);
  block.x.for_each_block([&](Index begin, const MatrixView& x) {
    for (Index i = 0; i < x.cols(); ++i) {
      const Index sample = begin + i;
      if (!block.ids.empty()) {
        file_ << quoted_cell(block.ids[static_cast<std::size_t>(sample)]) << separator_;
      }
      for (Index k = 0; k < x.rows(); ++k) {
        if (k > 0) file_ << separator_;
        file_ << x(k, i);
      }
      if (!block.labels.empty()) {
        file_ << separator_;
        for (const Index label : block.labels[sample]) {  // none is an empty cell
          file_ << label_cells[static_cast<std::size_t>(label)];
        }
      }
      file_ << '\n';
    }
  });
  written_ += block.size();
}

}  // namespace

Sink csv_sink(const Survey& survey, const Path& path) {
  return std::make_unique<CsvSink>(survey, path, ',');
}

Sink tsv_sink(const Survey& survey, const Path& path) {
  return std::make_unique<CsvSink>(survey, path, '\t');
}

}  // namespace mahala::writing
