/// @file
/// What a writer has to know about all samples before it writes the first.
#pragma once

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "mahala/data/dataset.hpp"

namespace mahala {

/// What numbers are written as where a format has all three.
enum class NumberWidth : std::size_t { half = 2, single = 4, whole = 8 };  ///< bytes

struct Survey {
  Index size = 0, dim = 0;
  Index entries = 0;                       ///< stored ones of sparse samples
  bool sparse = false;                     ///< otherwise dense
  NumberWidth width = NumberWidth::whole;  ///< that samples are held in
  bool has_ids = false;
  bool has_groups = false;
  bool has_labels = false;
  bool last_used = false;                  ///< the last feature is not 0 everywhere
  std::vector<std::string> labels = {};    ///< their names, in the order of Labels
  std::vector<std::string> features = {};  ///< as in Dataset

  bool whole = false;  ///< every number is whole; known, like the next, only if looked at
  double low = 0, high = 0;
};

/// Surveys samples block by block, or all at once.
class Surveyor {
 public:
  /// Looking at every number takes a pass over dense samples.
  explicit Surveyor(bool look_at_numbers) : look_at_numbers_(look_at_numbers) {}

  void add(const Dataset& block);
  Survey take();

 private:
  void look_at(const Samples& x);
  void look_at(double value);

  bool look_at_numbers_;
  Survey survey_ = {.width = NumberWidth::half,
                    .whole = true,
                    .low = std::numeric_limits<double>::infinity(),
                    .high = -std::numeric_limits<double>::infinity()};
  std::set<std::string> labels_;
};

}  // namespace mahala
