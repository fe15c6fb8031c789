#include <fmt/format.h>

#include <iterator>
#include <string>

#include "mahala/core/version.hpp"
#include "mahala/export/formats.hpp"

namespace mahala {
namespace {

void append_numbers(std::string& text, const MatrixView& row, std::string_view between,
                    std::string_view suffix) {
  for (Index k = 0; k < row.size(); ++k) {
    fmt::format_to(std::back_inserter(text), "{}{}{}", k > 0 ? between : "", row.data()[k], suffix);
  }
}

/// Floats that are whole numbers need a point in C before their suffix.
void append_floats(std::string& text, const Vector& row) {
  for (Index k = 0; k < row.size(); ++k) {
    fmt::format_to(std::back_inserter(text), "{}{:.9e}f",
                   k > 0 ? (k % 8 == 0 ? ",\n  " : ", ") : "", row[k]);
  }
}

constexpr std::string_view c_unit = R"(  length = 0;
  for (k = 0; k < {0}; ++k) length += (double)from[k] * from[k];
  length = length > 0 ? sqrt(length) : 1;
  for (k = 0; k < {0}; ++k) to[k] = (float)(from[k] / length);
)";

constexpr std::string_view c_affine = R"(  for (j = 0; j < {0}; ++j) {{
    double sum = mahala_b{2}[j];
    for (k = 0; k < {1}; ++k) sum += (double)mahala_a{2}[j * {1} + k] * from[k];
    to[j] = (float)sum;
  }}
)";

}  // namespace

std::string json_text(const MapChain& chain, Index inputs, Index outputs) {
  std::string text = fmt::format(
      "{{\"format\": \"mahala map\", \"version\": \"{}\", \"inputs\": {}, \"outputs\": "
      "{}, \"stages\": [",
      version(), inputs, outputs);
  for (std::size_t s = 0; s < chain.size(); ++s) {
    text += s > 0 ? ",\n" : "\n";
    if (!chain[s].affine) {
      text += "{\"unit\": true}";
      continue;
    }
    const Matrix rows = chain[s].affine->a.transpose();  // a row of a is a column here
    text += "{\"a\": [";
    for (Index k = 0; k < rows.cols(); ++k) {
      text += k > 0 ? ",\n[" : "[";
      append_numbers(text, rows.col(k), ", ", "");
      text += "]";
    }
    text += "], \"b\": [";
    append_numbers(text, chain[s].affine->b, ", ", "");
    text += "]}";
  }
  return text + "]}\n";
}

std::string c_header(const MapChain& chain, Index inputs, Index outputs) {
  std::string tables, body;
  Index width = inputs, widest = std::max(inputs, outputs);
  for (std::size_t s = 0; s < chain.size(); ++s) {
    if (chain[s].affine) {
      const auto& [a, b] = *chain[s].affine;
      const Matrix rows = a.transpose();
      tables += fmt::format("static const float mahala_a{}[{}] = {{\n  ", s, a.size());
      append_floats(tables, rows.reshaped());
      tables += fmt::format("}};\nstatic const float mahala_b{}[{}] = {{\n  ", s, b.size());
      append_floats(tables, b);
      tables += "};\n";
      body += fmt::format(c_affine, a.rows(), a.cols(), s);
      width = a.rows();
      widest = std::max(widest, width);
    } else {
      body += fmt::format(c_unit, width);
    }
    body += "  swap = from; from = to; to = swap;\n";
  }
  return fmt::format(R"(/* Written by mahala {}. mahala_map maps {} raw numbers to {}. */
#ifndef MAHALA_MAP_H
#define MAHALA_MAP_H
#include <math.h>
#define MAHALA_INPUTS {}
#define MAHALA_OUTPUTS {}
{}
static void mahala_map(const float *x, float *y) {{
  float first[{}], second[{}], *from = first, *to = second, *swap;
  double length;
  int j, k;
  (void)length;
  (void)j;
  for (k = 0; k < {}; ++k) first[k] = x[k];
{}  for (k = 0; k < {}; ++k) y[k] = from[k];
}}
#endif
)",
                     version(), inputs, outputs, inputs, outputs, tables, widest, widest, inputs,
                     body, outputs);
}

}  // namespace mahala
