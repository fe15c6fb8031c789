/// @file
/// Words too common to tell documents apart.
#pragma once

#include <string>
#include <vector>

#include "mahala/data/text/tokenizer.hpp"

namespace mahala {

/// The list an option stands for: of "none" nothing, of "english" the 318 words of the Glasgow
/// Information Retrieval Group, else all words of the (plain or gzipped) file of that name. Error
/// if there is no such file. In alphabetical order, none twice.
std::vector<std::string> stop_words(const std::string& name);

}  // namespace mahala
