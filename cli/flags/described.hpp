/// @file
/// Flags made from described options, so that names, ranges and defaults are said once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/command.hpp"
#include "mahala/core/option.hpp"

namespace mahala::cli {

/// "per_class" -> "--per-class".
std::string flag_name(std::string_view option);

/// mahala::set, its errors as UsageError with the name of the flag.
void set_flag(const Option& option, const std::string& text);

/// The help of an option followed by what it accepts and its present value.
std::string help_text(const Option& option);

/// One flag for each option, under the heading `group` of the help. Values go through
/// mahala::set; the fields must live until parsing is over.
void add_described(Command& command, const Options& options, const std::string& group);

/// UsageError if `flag` was given together with any flag of `group`.
void refuse_together(const Command& command, const std::string& flag, const std::string& group);

/// The first flag of `group` that was given, or "".
std::string first_given(const Command& command, const std::string& group);

/// UsageError if both flags were given.
void refuse_both(const Command& command, const std::string& flag, const std::string& other);

}  // namespace mahala::cli
