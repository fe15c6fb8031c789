/// @file
/// Time that other programs on the machine do not lengthen.
#pragma once

#include <ctime>

namespace mahala::reproduce {

/// Seconds of all processors together since it was made.
class ProcessorTime {
 public:
  double seconds() const {
    return static_cast<double>(std::clock() - begin_) / static_cast<double>(CLOCKS_PER_SEC);
  }

 private:
  std::clock_t begin_ = std::clock();
};

}  // namespace mahala::reproduce
