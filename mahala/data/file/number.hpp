/// @file
/// Parsing the numbers of text files.
#pragma once

#include <string>
#include <string_view>

namespace mahala::reading {

enum class Parsed { number, missing, infinite, out_of_range, other };

/// Parses a decimal number, with an optional '+' and spaces around it, into `value`, which
/// becomes NaN for what stands for a missing one: nothing, NA, NaN, nan, null or ?.
Parsed parse_number(std::string_view text, double& value);

/// Is it one of the texts that stand for a missing value?
bool is_missing(std::string_view text);

/// True for decimal digits with an optional '-' that fit the integer type.
bool parse_integer(std::string_view text, long& value);

/// The text without spaces and tabs at its ends.
std::string_view trimmed(std::string_view text);

/// The text for a message: printable, and no more than its first 40 bytes.
std::string excerpt(std::string_view text);

/// The end of the message that says why `text` is not a feature's value:
/// "'red' is not a number", "missing value (use ...)".
std::string complaint(Parsed parsed, std::string_view text, std::string_view missing_advice = {});

/// The same for a label that is_missing: "the label is missing ('NA')".
std::string no_label(std::string_view text);

}  // namespace mahala::reading
