/// @file
/// What binary files share: samples as bytes, and NumPy's headers.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "mahala/data/dataset.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {

/// Calls write with the numbers of one sample after the other, which is n x d in C order.
void for_each_sample(const Samples& x, NumberWidth width,
                     const std::function<void(std::string_view)>& write);

/// Version 1.0, padded so that the numbers start at a multiple of 64 bytes, as NumPy does.
/// `type` is such as "<f8", `shape` such as "150, 4".
std::string npy_header(std::string_view type, std::string_view shape);

/// Error naming the first sample that has more than one label or fewer than `least`; `first` is the
/// number of the first of them.
void check_single(const Labels& labels, const std::filesystem::path& path, std::string_view title,
                  Index first, std::size_t least = 1);

/// How NumPy calls such numbers, "<f8" and so on.
std::string npy_type(NumberWidth width);

/// Bytes of all samples.
std::uint64_t byte_size(const Survey& survey);

/// Writes `header`, then the numbers of one sample after the other.
Sink numbers_sink(const Path& path, std::string_view header, NumberWidth width);

}  // namespace mahala::writing
