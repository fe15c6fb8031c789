// The files of MNIST, see read/idx.cpp: two axes, and the smallest type that holds whole numbers.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::writing {
namespace {

template <class Number>
bool holds(const Survey& survey) {
  return survey.whole && survey.low >= std::numeric_limits<Number>::min() &&
         survey.high <= std::numeric_limits<Number>::max();
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

template <class Number>
class IdxSink : public SampleSink {
 public:
  IdxSink(const Survey& survey, const Path& path, char type) : file_(path) {
    const char magic[] = {0, 0, type, 2};
    file_ << std::string_view(magic, sizeof magic)
          << big_endian(static_cast<std::uint32_t>(survey.size))
          << big_endian(static_cast<std::uint32_t>(survey.dim));
  }

  void append(const Dataset& block) override {
    block.x.for_each_block([&](Index, const MatrixView& x) {
      for (Index i = 0; i < x.cols(); ++i) {
        for (Index k = 0; k < x.rows(); ++k) write(static_cast<Number>(x(k, i)));
      }
    });
  }
  void finish() override { file_.commit(); }

 private:
  void write(Number number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    std::reverse(bytes, bytes + sizeof number);
    file_ << std::string_view(bytes, sizeof number);
  }

  TextFile file_;
};

}  // namespace

Sink idx_sink(const Survey& survey, const Path& path) {
  constexpr Index largest = std::numeric_limits<std::uint32_t>::max();
  require(survey.size <= largest && survey.dim <= largest,
          "{}: {} x {} numbers are too many for IDX, which counts to {}", path.string(),
          survey.size, survey.dim, largest);
  if (holds<std::uint8_t>(survey)) return std::make_unique<IdxSink<std::uint8_t>>(survey, path, 8);
  if (holds<std::int8_t>(survey)) return std::make_unique<IdxSink<std::int8_t>>(survey, path, 9);
  if (holds<std::int16_t>(survey)) {
    return std::make_unique<IdxSink<std::int16_t>>(survey, path, 11);
  }
  if (holds<std::int32_t>(survey)) {
    return std::make_unique<IdxSink<std::int32_t>>(survey, path, 12);
  }
  if (survey.width != NumberWidth::whole) return std::make_unique<IdxSink<float>>(survey, path, 13);
  return std::make_unique<IdxSink<double>>(survey, path, 14);
}

}  // namespace mahala::writing
