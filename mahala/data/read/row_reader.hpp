/// @file
/// The samples of a text file, taken as they come: all at once, or a few at a time.
#pragma once

#include "mahala/data/dataset.hpp"

namespace mahala::reading {

class RowReader {
 public:
  virtual ~RowReader() = default;

  /// Reads one more sample; false at the end of a file that is sound as a whole.
  virtual bool read() = 0;

  /// About what the samples take that were read and not yet taken.
  virtual std::size_t bytes() const = 0;

  /// Those samples, at least one; their ids are found to be distinct.
  virtual Dataset take() = 0;
};

}  // namespace mahala::reading
