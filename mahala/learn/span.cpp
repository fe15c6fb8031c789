#include "mahala/learn/span.hpp"

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {

std::optional<Span> span_of(const Dataset& data) {
  const Index n = data.size();
  if (n == 0 || n >= data.dim()) return std::nullopt;
  const Qr qr(data.x.block(0, n));
  return Span{.q = qr.q(n), .data = {.x = Samples(qr.r()), .labels = data.labels, .ids = data.ids}};
}

}  // namespace mahala
