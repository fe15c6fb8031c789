#include "mahala/core/file/temporary_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

constexpr Index most_numbers_held = Index{1} << 20;

class CoordinateSink : public SampleSink {
 public:
  CoordinateSink(const Survey& survey, const Path& path) : file_(path) {
    file_ << "%%MatrixMarket matrix coordinate real general\n"
          << survey.size << ' ' << survey.dim << ' ' << survey.entries << '\n';
  }

  void append(const Dataset& block) override {
    const auto& x = std::get<SparseMatrix>(block.x.storage());
    for (Index i = 0; i < x.cols(); ++i) {
      ++written_;
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        file_ << written_ << ' ' << it.row() + 1 << ' ' << it.value() << '\n';
      }
    }
  }
  void finish() override { file_.commit(); }

 private:
  TextFile file_;
  Index written_ = 0;
};

/// Arrays go feature after feature, so the samples wait in a temporary file until all are there.
class ArraySink : public SampleSink {
 public:
  ArraySink(const Survey& survey, const Path& path)
      : file_(path), size_(survey.size), dim_(survey.dim) {
    file_ << "%%MatrixMarket matrix array real general\n" << size_ << ' ' << dim_ << '\n';
  }

  void append(const Dataset& block) override {
    for_each_sample(block.x, NumberWidth::whole,
                    [&](std::string_view bytes) { waiting_.append(bytes); });
  }

  void finish() override {
    const Index together = std::max<Index>(1, most_numbers_held / std::max<Index>(size_, 1));
    for (Index k = 0; k < dim_; k += together) write_features(k, std::min(together, dim_ - k));
    file_.commit();
  }

 private:
  /// Goes through the temporary file once. A group of features of all samples is held.
  void write_features(Index first, Index count) {
    Matrix group(size_, count);
    Matrix rows(dim_, std::clamp<Index>(most_numbers_held / dim_, 1, size_));
    for (Index begin = 0; begin < size_; begin += rows.cols()) {
      const Index some = std::min(rows.cols(), size_ - begin);
      waiting_.read(static_cast<std::uint64_t>(begin * dim_) * sizeof(double),
                    {reinterpret_cast<char*>(rows.data()),
                     static_cast<std::size_t>(some * dim_) * sizeof(double)});
      group.middleRows(begin, some) = rows.block(first, 0, count, some).transpose();
    }
    for (Index k = 0; k < group.size(); ++k) file_ << group.data()[k] << '\n';
  }

  TextFile file_;
  TemporaryFile waiting_;
  Index size_, dim_;
};

}  // namespace

Sink matrix_market_sink(const Survey& survey, const Path& path) {
  if (survey.sparse) return std::make_unique<CoordinateSink>(survey, path);
  return std::make_unique<ArraySink>(survey, path);
}

}  // namespace mahala::writing
