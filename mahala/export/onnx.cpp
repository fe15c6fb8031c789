// ONNX files are protocol buffers; the few messages a linear map needs are written here by hand.
// Field numbers are those of onnx.proto, which never change.

#include <bit>
#include <cstdint>
#include <string_view>

#include "mahala/core/types.hpp"
#include "mahala/core/version.hpp"
#include "mahala/export/formats.hpp"

namespace mahala {
namespace {

/// A message: fields one after the other, each a number and a value.
class Message {
 public:
  Message& integer(int field, std::uint64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3);
    varint(value);
    return *this;
  }
  Message& text(int field, std::string_view bytes) {
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(bytes.size());
    bytes_ += bytes;
    return *this;
  }
  Message& part(int field, const Message& message) { return text(field, message.bytes_); }
  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes_ += static_cast<char>((value & 127) | 128);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

constexpr std::uint64_t onnx_float = 1;

/// A TensorProto of floats in row-major order, little-endian as the format asks.
Message tensor(std::string_view name, const std::vector<Index>& shape, const MatrixF& row_major) {
  static_assert(std::endian::native == std::endian::little);
  Message message;
  for (const Index side : shape) message.integer(1, static_cast<std::uint64_t>(side));
  message.integer(2, onnx_float).text(8, name);
  const auto size = static_cast<std::size_t>(row_major.size()) * sizeof(float);
  message.text(9, {reinterpret_cast<const char*>(row_major.data()), size});
  return message;
}

/// A NodeProto.
Message node(std::string_view type, const std::vector<std::string>& inputs,
             const std::string& output) {
  Message message;
  for (const std::string& input : inputs) message.text(1, input);
  message.text(2, output).text(3, type == "Identity" ? "identity" : output).text(4, type);
  return message;
}

/// A ValueInfoProto: floats of [n, side].
Message value(std::string_view name, Index side) {
  const Message any = Message().text(2, "n");
  const Message fixed = Message().integer(1, static_cast<std::uint64_t>(side));
  const Message shape = Message().part(1, any).part(1, fixed);
  const Message of_floats = Message().integer(1, onnx_float).part(2, shape);
  return Message().text(1, name).part(2, Message().part(1, of_floats));
}

/// Nodes are added to a graph; each takes what the one before gave.
class GraphWriter {
 public:
  void add(const AffineMap& map) {
    const std::string weights = fresh("weights");
    const MatrixF rows = map.a.cast<float>();  // column-major k x d is row-major d x k
    graph_.part(5, tensor(weights, {map.a.cols(), map.a.rows()}, rows));
    step("MatMul", {at_, weights}, "product");
    if (map.b.isZero(0)) return;
    const std::string shift = fresh("shift");
    graph_.part(5, tensor(shift, {map.b.size()}, map.b.cast<float>()));
    step("Add", {at_, shift}, "shifted");
  }

  /// x / max(|x|, tiny): a zero stays one.
  void add_unit() {
    const std::string length = fresh("length"), tiny = fresh("tiny"), divisor = fresh("divisor");
    Message norm = node("ReduceL2", {at_}, length);
    norm.part(5, Message().text(1, "axes").integer(8, 1).integer(20, 7));
    norm.part(5, Message().text(1, "keepdims").integer(3, 1).integer(20, 2));
    graph_.part(1, norm);
    graph_.part(5, tensor(tiny, {1}, MatrixF::Constant(1, 1, 1e-30F)));
    graph_.part(1, node("Max", {length, tiny}, divisor));
    step("Div", {at_, divisor}, "unit");
  }

  std::string finish(Index inputs, Index outputs) {
    graph_.part(1, node("Identity", {at_}, "embeddings"));
    graph_.text(2, "mahala");
    graph_.part(11, value("vectors", inputs)).part(12, value("embeddings", outputs));
    const Message operators = Message().text(1, "").integer(2, 13);
    return Message()
        .integer(1, 8)
        .text(2, "mahala")
        .text(3, version())
        .part(7, graph_)
        .part(8, operators)
        .bytes();
  }

 private:
  std::string fresh(std::string_view name) { return fmt::format("{}_{}", name, count_++); }
  void step(std::string_view type, const std::vector<std::string>& inputs, std::string_view name) {
    const std::string output = fresh(name);
    graph_.part(1, node(type, inputs, output));
    at_ = output;
  }

  Message graph_;
  std::string at_ = "vectors";
  int count_ = 0;
};

}  // namespace

std::string onnx_bytes(const MapChain& chain, Index inputs, Index outputs) {
  GraphWriter graph;
  for (const MapStage& stage : chain) {
    if (stage.affine) {
      graph.add(*stage.affine);
    } else {
      graph.add_unit();
    }
  }
  return graph.finish(inputs, outputs);
}

}  // namespace mahala
