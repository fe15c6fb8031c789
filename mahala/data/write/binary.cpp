#include "mahala/data/write/binary.hpp"

#include <fmt/format.h>

#include <bit>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"

namespace mahala::writing {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

namespace {

template <class Number>
void write_columns(const Samples& x, const std::function<void(std::string_view)>& write) {
  Eigen::Vector<Number, Eigen::Dynamic> numbers;
  x.for_each_block([&](Index, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      numbers = block.col(i).cast<Number>();
      write({reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::size_t>(numbers.size()) * sizeof(Number)});
    }
  });
}

}  // namespace

void for_each_sample(const Samples& x, NumberWidth width,
                     const std::function<void(std::string_view)>& write) {
  switch (width) {
    case NumberWidth::half:
      return write_columns<Half>(x, write);
    case NumberWidth::single:
      return write_columns<float>(x, write);
    case NumberWidth::whole:
      return write_columns<double>(x, write);
  }
}

std::string npy_type(NumberWidth width) {
  return fmt::format("<f{}", static_cast<std::size_t>(width));
}

std::uint64_t byte_size(const Survey& survey) {
  return static_cast<std::uint64_t>(survey.size) * static_cast<std::uint64_t>(survey.dim) *
         static_cast<std::uint64_t>(survey.width);
}

std::string npy_header(std::string_view type, std::string_view shape) {
  constexpr std::size_t prefix = 10, alignment = 64;
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  text.append(alignment - (prefix + text.size() + 1) % alignment, ' ');
  text += '\n';
  const std::size_t size = text.size();
  std::string all("\x93NUMPY\x01\x00", 8);
  all += static_cast<char>(size & 0xff);
  all += static_cast<char>(size >> 8);
  return all + text;
}

void check_single(const Labels& labels, const std::filesystem::path& path, std::string_view title,
                  Index first, std::size_t least) {
  for (Index i = 0; i < labels.size(); ++i) {
    require(least <= labels[i].size() && labels[i].size() <= 1,
            "{}: sample {} has {} labels; {} files hold one per sample (use .svm)", path.string(),
            first + i, labels[i].size(), title);
  }
}

namespace {

class NumbersSink : public SampleSink {
 public:
  NumbersSink(const Path& path, std::string_view header, NumberWidth width)
      : file_(path), width_(width) {
    file_.write(header);
  }

  void append(const Dataset& block) override {
    for_each_sample(block.x, width_, [&](std::string_view bytes) { file_.write(bytes); });
  }
  void finish() override { file_.commit(); }

 private:
  OutputFile file_;
  NumberWidth width_;
};

}  // namespace

Sink numbers_sink(const Path& path, std::string_view header, NumberWidth width) {
  return std::make_unique<NumbersSink>(path, header, width);
}

}  // namespace mahala::writing
