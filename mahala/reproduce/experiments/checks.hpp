/// @file
/// Checks that most experiments make: one number of two settings, seed by seed.
#pragma once

#include <string>

#include "mahala/reproduce/experiment.hpp"

namespace mahala::reproduce {

/// Which number, and how it is written.
struct Compared {
  std::string number = "error";
  int digits = 3;
  double scale = 1;  ///< what is written is scale times the number
  std::string unit = {};
};

/// The mean of `a` exceeds that of `b` by at least `margin`, which may be negative: then it is "not
/// below by more".
Check exceeds(std::string claim, const Results& results, const std::string& a, const std::string& b,
              const Compared& what, double margin = 0);

/// The means differ by at most `margin`.
Check alike(std::string claim, const Results& results, const std::string& a, const std::string& b,
            const Compared& what, double margin);

/// "a 0.93 ± 0.02, b 0.86 ± 0.03".
std::string side_by_side(const Results& results, const std::vector<std::string>& settings,
                         const Compared& what);

/// A cell of a table.
std::string cell(const Results& results, const std::string& setting, const Compared& what);

}  // namespace mahala::reproduce
