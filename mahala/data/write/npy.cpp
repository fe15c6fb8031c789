#include <fmt/format.h>

#include "mahala/core/output_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

class NpySink : public SampleSink {
 public:
  NpySink(const Survey& survey, const Path& path) : file_(path), floats_(survey.floats) {
    file_.write(
        npy_header(floats_ ? "<f4" : "<f8", fmt::format("{}, {}", survey.size, survey.dim)));
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

Sink npy_sink(const Survey& survey, const Path& path) {
  return std::make_unique<NpySink>(survey, path);
}

}  // namespace mahala::writing
