#include "mahala/core/error.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

void check_names(const Labels& labels, const std::filesystem::path& path) {
  for (const std::string& name : labels.names()) {
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
    if (value == 0) return;
    file_ << (empty_ ? "" : " ") << feature + 1 << ':' << value;
    empty_ = false;
  }

  /// A blank line would be no sample at all; an explicit zero is one without features.
  void end() { file_ << (empty_ ? "1:0\n" : "\n"); }

 private:
  TextFile& file_;
  bool empty_ = true;
};

void write_sparse(const SparseMatrix& x, const Labels& labels, TextFile& file) {
  for (Index i = 0; i < x.cols(); ++i) {
    Line line(file);
    line.labels(labels, i);
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) line.entry(it.row(), it.value());
    line.end();
  }
}

void write_dense(const Samples& x, const Labels& labels, TextFile& file) {
  x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      Line line(file);
      line.labels(labels, begin + i);
      for (Index k = 0; k < block.rows(); ++k) line.entry(k, block(k, i));
      line.end();
    }
  });
}

}  // namespace

void write_svmlight(const Dataset& data, const std::filesystem::path& path) {
  check_names(data.labels, path);
  TextFile file(path);
  if (const auto* sparse = std::get_if<SparseMatrix>(&data.x.storage())) {
    write_sparse(*sparse, data.labels, file);
  } else {
    write_dense(data.x, data.labels, file);
  }
  file.commit();
}

}  // namespace mahala::writing
