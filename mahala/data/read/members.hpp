/// @file
/// Files that hold several named arrays: which of them are the samples, and which the labels.
///
/// Samples are the array option tensor names, else x, X, data or arr_0, else the only one with two
/// axes. Labels are the one option label names, else a 1-D y, labels or label.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mahala/data/read/array.hpp"

namespace mahala::reading {

struct Member {
  std::string name = {};
  std::vector<Index> shape = {};
};

/// Calls load(k) for the members it needs; Error if it is not clear which they are.
ArrayFile member_arrays(const std::vector<Member>& members,
                        const std::function<NumberArray(std::size_t)>& load,
                        const ReadOptions& options, const std::string& file);

}  // namespace mahala::reading
