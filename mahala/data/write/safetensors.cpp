#include <fmt/format.h>

#include <cstdint>

#include "mahala/core/output_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

std::string header_of(const Survey& survey) {
  constexpr std::size_t alignment = 8;  // the length in front is as long
  const auto item = survey.floats ? sizeof(float) : sizeof(double);
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(survey.size) * static_cast<std::uint64_t>(survey.dim) * item;
  std::string header =
      fmt::format(R"({{"x":{{"dtype":"{}","shape":[{},{}],"data_offsets":[0,{}]}}}})",
                  survey.floats ? "F32" : "F64", survey.size, survey.dim, bytes);
  header.resize((header.size() + alignment - 1) / alignment * alignment, ' ');
  return header;
}

class SafetensorsSink : public SampleSink {
 public:
  SafetensorsSink(const Survey& survey, const Path& path) : file_(path), floats_(survey.floats) {
    const std::string header = header_of(survey);
    const std::uint64_t length = header.size();
    file_.write({reinterpret_cast<const char*>(&length), sizeof length});
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

Sink safetensors_sink(const Survey& survey, const Path& path) {
  return std::make_unique<SafetensorsSink>(survey, path);
}

}  // namespace mahala::writing
