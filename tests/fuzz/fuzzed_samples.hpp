// Reading the bytes of one fuzzing run in some formats, with and without wishes.
#pragma once

#include <initializer_list>

#include "mahala/data/read/read.hpp"
#include "tests/fuzz/fuzzed_file.hpp"

namespace mahala::fuzz {

/// What is read has to be finite, and every sparse column sorted.
inline void check(const Samples& x) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&x.storage())) {
    for (Index i = 0; i < sparse->cols(); ++i) {
      Index last = -1;
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        if (it.row() <= last || it.row() >= sparse->rows()) __builtin_trap();
        last = it.row();
      }
    }
  } else if (!x.block(0, x.size()).allFinite()) {
    __builtin_trap();
  }
}

inline int read_samples(const std::uint8_t* bytes, std::size_t size,
                        std::initializer_list<const char*> formats) {
  constexpr Index bound = 1 << 24;
  return with_file(bytes, size, [&](const std::filesystem::path& path) {
    for (const char* format : formats) {
      for (const char* label : {"", "-1", "y"}) {
        try {
          check(read_dataset(path, {.format = format, .label = label, .max_bytes = bound}).x);
        } catch (const Error&) {
        }
      }
    }
  });
}

}  // namespace mahala::fuzz
