/// @file
/// One reader per format; read.cpp chooses among them.
#pragma once

#include <functional>

#include "mahala/data/read/read.hpp"
#include "mahala/data/read/source.hpp"

namespace mahala::reading {

/// Reads delimited text whose separator is one of `separators`, found in the first line.
Dataset read_csv(Source& source, const ReadOptions& options, std::string_view separators);

Dataset read_svmlight(Source& source, const ReadOptions& options);

/// Does the first line that decides read "label index:value ..."?
bool looks_like_svmlight(std::string_view text);

Dataset read_npy(const std::filesystem::path& path, const ReadOptions& options);

/// The entries of a 1-D array as label names; whole numbers without a decimal point.
std::vector<std::string> read_npy_names(const std::filesystem::path& path);

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// Error naming the two places of the first id that occurs twice; `place` says where sample i is.
void check_unique(const std::vector<std::string>& ids, const std::string& file,
                  const std::function<std::string(std::size_t)>& place);

}  // namespace mahala::reading
