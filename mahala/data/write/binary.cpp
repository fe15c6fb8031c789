#include "mahala/data/write/binary.hpp"

#include <fmt/format.h>

#include <bit>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"

namespace mahala::writing {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

void for_each_sample(const Samples& x, bool floats,
                     const std::function<void(std::string_view)>& write) {
  Eigen::VectorXf narrow;
  x.for_each_block([&](Index, const MatrixView& block) {
    const auto numbers = static_cast<std::size_t>(block.rows());
    for (Index i = 0; i < block.cols(); ++i) {
      if (floats) {
        narrow = block.col(i).cast<float>();
        write({reinterpret_cast<const char*>(narrow.data()), numbers * sizeof(float)});
      } else {
        write({reinterpret_cast<const char*>(block.col(i).data()), numbers * sizeof(double)});
      }
    }
  });
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
  NumbersSink(const Path& path, std::string_view header, bool floats)
      : file_(path), floats_(floats) {
    file_.write(header);
  }

  void append(const Dataset& block) override {
    for_each_sample(block.x, floats_, [&](std::string_view bytes) { file_.write(bytes); });
  }
  void finish() override { file_.commit(); }

 private:
  OutputFile file_;
  bool floats_;
};

}  // namespace

Sink numbers_sink(const Path& path, std::string_view header, bool floats) {
  return std::make_unique<NumbersSink>(path, header, floats);
}

}  // namespace mahala::writing
