/// @file
/// A file that samples are written to block by block.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mahala/data/dataset.hpp"

namespace mahala {

class SampleSink {
 public:
  virtual ~SampleSink() = default;

  /// The blocks are in the order of the samples and as the survey said: all have its number of
  /// features, and ids and labels if it has.
  virtual void append(const Dataset& block) = 0;

  /// Makes the file appear, once all samples are there.
  virtual void finish() = 0;

  /// What the file could not hold of what was appended, one sentence each.
  virtual std::vector<std::string> losses() const { return {}; }
};

}  // namespace mahala
