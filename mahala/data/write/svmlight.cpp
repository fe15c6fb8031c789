#include "mahala/core/error.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

void check_names(const std::vector<std::string>& labels, const Path& path) {
  for (const std::string& name : labels) {
    require(!name.empty() && name.find_first_of(" \t\r\n,:#") == name.npos,
            "{}: the label '{}' cannot be written to an svmlight file: it is empty or holds a "
            "space, comma, colon or #",
            path.string(), name);
  }
}

/// Writes one sample as "label,label index:value index:value".
class Line {
 public:
  explicit Line(TextFile& file) : file_(file) {}

  void labels(const Labels& labels, Index sample) {
    if (labels.empty()) return;
    for (const Index label : labels[sample]) {
      file_ << (empty_ ? "" : ",") << labels.names()[static_cast<std::size_t>(label)];
      empty_ = false;
    }
  }

  void entry(Index feature, double value) {
    if (value != 0) explicit_entry(feature, value);
  }

  void explicit_entry(Index feature, double value) {
    file_ << (empty_ ? "" : " ") << feature + 1 << ':' << value;
    empty_ = false;
  }

  /// A blank line would be no sample at all; an explicit zero is one without features.
  void end() { file_ << (empty_ ? "1:0\n" : "\n"); }

 private:
  TextFile& file_;
  bool empty_ = true;
};

class SvmlightSink : public SampleSink {
 public:
  SvmlightSink(const Survey& survey, const Path& path)
      : file_(path), last_(survey.last_used ? -1 : survey.dim - 1) {}

  void append(const Dataset& block) override;
  void finish() override { file_.commit(); }

 private:
  void write_sparse(const SparseMatrix& x, const Labels& labels);
  void write_dense(const Samples& x, const Labels& labels);
  void end(Line& line);

  TextFile file_;
  Index last_;  ///< a last feature that is 0 everywhere, until it is written; or -1
};

/// An explicit zero of the last feature keeps the number of features.
void SvmlightSink::end(Line& line) {
  if (last_ >= 0) line.explicit_entry(last_, 0);
  last_ = -1;
  line.end();
}

void SvmlightSink::write_sparse(const SparseMatrix& x, const Labels& labels) {
  for (Index i = 0; i < x.cols(); ++i) {
    Line line(file_);
    line.labels(labels, i);
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) line.entry(it.row(), it.value());
    end(line);
  }
}

void SvmlightSink::write_dense(const Samples& x, const Labels& labels) {
  x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      Line line(file_);
      line.labels(labels, begin + i);
      for (Index k = 0; k < block.rows(); ++k) line.entry(k, block(k, i));
      end(line);
    }
  });
}

void SvmlightSink::append(const Dataset& block) {
  if (const auto* sparse = block.x.sparse()) {
    write_sparse(*sparse, block.labels);
  } else {
    write_dense(block.x, block.labels);
  }
}

}  // namespace

Sink svmlight_sink(const Survey& survey, const Path& path) {
  check_names(survey.labels, path);
  return std::make_unique<SvmlightSink>(survey, path);
}

}  // namespace mahala::writing
