#include "mahala/data/write/numbers_sink.hpp"

#include "mahala/core/file/output_file.hpp"
#include "mahala/data/write/binary.hpp"

namespace mahala::writing {
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
