#include <fmt/format.h>

#include <cmath>

#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

/// In quotes, with everything escaped that would end them or the line.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    const std::size_t special = std::string_view("\n\r\t").find(c);
    if (special != std::string_view::npos) {
      out += '\\';
      out += "nrt"[special];
    } else {
      if (c == '\'' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '\'';
}

class Writer {
 public:
  Writer(const Dataset& data, const std::filesystem::path& path) : data_(data), file_(path) {
    for (const std::string& name : data.labels.names()) labels_.push_back(in_quotes(name));
  }

  void write() {
    write_header();
    if (const auto* sparse = std::get_if<SparseMatrix>(&data_.x.storage())) {
      write_sparse(*sparse);
    } else {
      write_dense();
    }
    file_.commit();
  }

 private:
  void write_header();
  void write_sparse(const SparseMatrix& x);
  void write_dense();
  std::string id(Index i) const { return in_quotes(data_.ids[static_cast<std::size_t>(i)]); }
  const std::string& label(Index i) const {
    return labels_[static_cast<std::size_t>(data_.labels[i][0])];
  }
  TextFile& number(double value) { return std::isnan(value) ? file_ << '?' : file_ << value; }

  const Dataset& data_;
  TextFile file_;
  std::vector<std::string> labels_;
};

void Writer::write_header() {
  file_ << "@relation mahala\n";
  if (!data_.ids.empty()) file_ << "@attribute id string\n";
  for (Index k = 0; k < data_.dim(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    file_ << "@attribute "
          << (data_.features.empty() ? fmt::format("f{}", k) : in_quotes(data_.features[at]))
          << " numeric\n";
  }
  if (!labels_.empty()) {
    file_ << "@attribute label " << fmt::format("{{{}}}\n", fmt::join(labels_, ","));
  }
  file_ << "@data\n";
}

void Writer::write_dense() {
  data_.x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      if (!data_.ids.empty()) file_ << id(begin + i) << ',';
      for (Index k = 0; k < block.rows(); ++k) {
        if (k > 0) file_ << ',';
        number(block(k, i));
      }
      if (!labels_.empty()) file_ << ',' << label(begin + i);
      file_ << '\n';
    }
  });
}

void Writer::write_sparse(const SparseMatrix& x) {
  const Index first = data_.ids.empty() ? 0 : 1;
  for (Index i = 0; i < x.cols(); ++i) {
    std::string_view separator = "";
    file_ << '{';
    if (first > 0) {
      file_ << "0 " << id(i);
      separator = ",";
    }
    for (SparseMatrix::InnerIterator it(x, i); it; ++it, separator = ",") {
      file_ << separator << first + it.row() << ' ';
      number(it.value());
    }
    if (!labels_.empty()) file_ << separator << first + x.rows() << ' ' << label(i);
    file_ << "}\n";
  }
}

}  // namespace

void write_arff(const Dataset& data, const std::filesystem::path& path) {
  check_single(data.labels, path, "ARFF");
  Writer(data, path).write();
}

}  // namespace mahala::writing
