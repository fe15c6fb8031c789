/// @file
/// Messages of the library in the words of the command line.
///
/// The library names its options by their fields: "option max_bytes", "option impute=median". Those
/// that have a flag become "--max-bytes" and "--impute median"; others, as those of learners, stay.
#pragma once

#include <string>
#include <vector>

namespace mahala::cli {

std::string in_flags(const std::string& message);

/// The same with options of a learner as they were given: "--rank" or "--set rank".
std::string in_flags(const std::string& message, const std::vector<std::string>& typed);

std::vector<std::string> in_flags(std::vector<std::string> messages);

}  // namespace mahala::cli
