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

std::vector<std::string> in_quotes(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(in_quotes(text));
  return all;
}

class ArffSink : public SampleSink {
 public:
  ArffSink(const Survey& survey, const Path& path) : path_(path), file_(path) {
    write_header(survey);
  }

  void append(const Dataset& block) override;
  void finish() override { file_.commit(); }

 private:
  void write_header(const Survey& survey);
  void write_sparse(const SparseMatrix& x, const Dataset& block);
  void write_dense(const Dataset& block);
  const std::string& label(const Dataset& block, Index i) const {
    return labels_[static_cast<std::size_t>(block.labels[i][0])];
  }
  static std::string id(const Dataset& block, Index i) {
    return in_quotes(block.ids[static_cast<std::size_t>(i)]);
  }
  TextFile& number(double value) { return std::isnan(value) ? file_ << '?' : file_ << value; }

  Path path_;
  TextFile file_;
  std::vector<std::string> labels_;  ///< of the block
  Index written_ = 0;
};

void ArffSink::write_header(const Survey& survey) {
  file_ << "@relation mahala\n";
  if (survey.has_ids) file_ << "@attribute id string\n";
  for (Index k = 0; k < survey.dim; ++k) {
    const auto at = static_cast<std::size_t>(k);
    file_ << "@attribute "
          << (survey.features.empty() ? fmt::format("f{}", k) : in_quotes(survey.features[at]))
          << " numeric\n";
  }
  if (survey.has_labels) {
    file_ << "@attribute label "
          << fmt::format("{{{}}}\n", fmt::join(in_quotes(survey.labels), ","));
  }
  file_ << "@data\n";
}

void ArffSink::append(const Dataset& block) {
  check_single(block.labels, path_, "ARFF", written_);
  labels_ = in_quotes(block.labels.names());
  if (const auto* sparse = block.x.sparse()) {
    write_sparse(*sparse, block);
  } else {
    write_dense(block);
  }
  written_ += block.size();
}

void ArffSink::write_dense(const Dataset& block) {
  block.x.for_each_block([&](Index begin, const MatrixView& x) {
    for (Index i = 0; i < x.cols(); ++i) {
      if (!block.ids.empty()) file_ << id(block, begin + i) << ',';
      for (Index k = 0; k < x.rows(); ++k) {
        if (k > 0) file_ << ',';
        number(x(k, i));
      }
      if (!block.labels.empty()) file_ << ',' << label(block, begin + i);
      file_ << '\n';
    }
  });
}

void ArffSink::write_sparse(const SparseMatrix& x, const Dataset& block) {
  const Index first = block.ids.empty() ? 0 : 1;
  for (Index i = 0; i < x.cols(); ++i) {
    std::string_view separator = "";
    file_ << '{';
    if (first > 0) {
      file_ << "0 " << id(block, i);
      separator = ",";
    }
    for (SparseMatrix::InnerIterator it(x, i); it; ++it, separator = ",") {
      file_ << separator << first + it.row() << ' ';
      number(it.value());
    }
    if (!block.labels.empty()) file_ << separator << first + x.rows() << ' ' << label(block, i);
    file_ << "}\n";
  }
}

}  // namespace

Sink arff_sink(const Survey& survey, const Path& path) {
  return std::make_unique<ArffSink>(survey, path);
}

}  // namespace mahala::writing
