/// @file
/// From a file to a file in another format, whatever their size.
///
/// The input is read twice: once to learn what its samples are like, which most formats say before
/// the first of them, and once to write them; raw text is read once more before, to find its words.
/// A few megabytes of samples are in memory at any time, but for what open_samples has to hold
/// whole; npz files with labels take four bytes more for each sample. A pipe, which cannot be read
/// twice, waits in a temporary file, and so do dense samples on their way to Matrix Market, which
/// has them feature after feature.
///
/// Numbers, labels, ids and names of features come through unchanged where the output has a place
/// for them, unless rounding is asked for; cells may be missing.
#pragma once

#include "mahala/data/read/read.hpp"
#include "mahala/data/write/write.hpp"

namespace mahala {

struct Conversion {
  Survey survey = {};
  std::vector<std::string> losses = {};  ///< what the output could not hold, one sentence each
};

struct ConvertOptions {
  bool single = false;  ///< round dense samples to floats: half the size, where `out` has floats
  bool half = false;    ///< to float16: a quarter, where `out` has float16
};

/// Error as of read_dataset; and for labels and numbers the format of `out` cannot express, or what
/// they are rounded to cannot.
Conversion convert(const std::filesystem::path& in, const ReadOptions& reading, const Writer& out,
                   const ConvertOptions& options = {});

}  // namespace mahala
