/// @file
/// Tables and pictures of kernel experiments: a number against something that is swept, a curve a
/// method, from settings that `called` names.
#pragma once

#include <functional>

#include "mahala/reproduce/experiments/checks.hpp"

namespace mahala::reproduce {

struct Sweep {
  std::string title, along;        ///< "pairs"
  std::vector<Index> values = {};  ///< of what is swept
  std::vector<std::string> methods = {};
  Compared what = {"nmi", 2};
  std::function<std::string(const std::string& method, Index value)> called = {};
};

CaptionedTable swept_table(const Results& results, const Sweep& sweep);
Lines swept_lines(const Results& results, const Sweep& sweep);

}  // namespace mahala::reproduce
