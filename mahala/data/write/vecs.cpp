// The files of the TEXMEX collections: every sample is an i32 d, then d numbers, which are f32
// (fvecs), u8 (bvecs) or i32 (ivecs); little-endian throughout.
#include <cmath>
#include <cstdint>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

template <class Number>
class VecsSink : public SampleSink {
 public:
  VecsSink(const Survey& survey, const Path& path)
      : path_(path), file_(path), dim_(static_cast<std::int32_t>(survey.dim)) {}

  void append(const Dataset& block) override {
    std::vector<Number> record(static_cast<std::size_t>(block.dim()));
    block.x.for_each_block([&](Index, const MatrixView& x) {
      for (Index i = 0; i < x.cols(); ++i, ++written_) {
        for (Index k = 0; k < x.rows(); ++k) {
          record[static_cast<std::size_t>(k)] = converted(x(k, i), k);
        }
        file_.write({reinterpret_cast<const char*>(&dim_), sizeof dim_});
        file_.write({reinterpret_cast<const char*>(record.data()), record.size() * sizeof(Number)});
      }
    });
  }
  void finish() override { file_.commit(); }

  std::vector<std::string> losses() const override {
    if (rounded_ == 0) return {};
    return {fmt::format("{} of the numbers {} rounded to float32", rounded_,
                        rounded_ == 1 ? "was" : "were")};
  }

 private:
  Number converted(double value, Index feature) {
    if constexpr (std::is_integral_v<Number>) {
      constexpr double low = std::numeric_limits<Number>::min();
      constexpr double high = std::numeric_limits<Number>::max();
      require(value >= low && value <= high && value == std::floor(value),
              "{}: sample {}, feature {}: {} is not a whole number from {} to {}", path_.string(),
              written_, feature, value, low, high);
    } else {
      const auto narrow = static_cast<float>(value);
      require(!std::isinf(narrow) || std::isinf(value),
              "{}: sample {}, feature {}: {} is out of the range of a float", path_.string(),
              written_, feature, value);
      if (narrow != value && !std::isnan(value)) ++rounded_;
    }
    return static_cast<Number>(value);
  }

  Path path_;
  OutputFile file_;
  std::int32_t dim_;
  Index written_ = 0, rounded_ = 0;
};

}  // namespace

Sink fvecs_sink(const Survey& survey, const Path& path) {
  return std::make_unique<VecsSink<float>>(survey, path);
}

Sink bvecs_sink(const Survey& survey, const Path& path) {
  return std::make_unique<VecsSink<std::uint8_t>>(survey, path);
}

Sink ivecs_sink(const Survey& survey, const Path& path) {
  return std::make_unique<VecsSink<std::int32_t>>(survey, path);
}

}  // namespace mahala::writing
