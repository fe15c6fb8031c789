/// @file
/// "Did you mean ...": the nearest of the names that exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mahala {

/// The candidate at the least edit distance (a swap of neighbours counts one) from
/// `typed`, or "" if none is within a third of its length plus one.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> candidates);

/// "; did you mean 'psd-flat'?", or "" where nothing is near: to be appended to a message.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates);

}  // namespace mahala
