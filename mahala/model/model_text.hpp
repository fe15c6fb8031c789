/// @file
/// Internal: how a model file keeps the way raw text is read, as metadata.
///
///   text.words        the words of the features, one to a line
///   text.stop_words   the words left out, one to a line
///   text.field        the key of the text in JSON lines, or empty
///   text.option.NAME  every option of TextOptions
#pragma once

#include <optional>

#include "mahala/data/file/safetensors.hpp"
#include "mahala/data/text/text_form.hpp"

namespace mahala {

void add_text(const TextSpace& text, Metadata& metadata);

/// None if no name begins with "text."; Error if one is missing, unknown or out of range.
std::optional<TextSpace> read_text(const Metadata& metadata);

/// Error unless there are `dim` different words that a file can list.
void check_text(const TextSpace& text, Index dim);

}  // namespace mahala
