/// @file
/// Flags made from described options, so that names, ranges and defaults are said once.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

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
void add_described(CLI::App& command, const Options& options, const std::string& group);

/// Says that the values of a flag or argument are among these; what completes command lines
/// reads it.
void set_choices(CLI::Option& option, const std::vector<std::string>& choices);

/// What was set, in that order.
std::vector<std::string> choices_of(const CLI::Option& option);

/// UsageError if `flag` was given together with any flag of `group`.
void refuse_together(const CLI::App& command, const std::string& flag, const std::string& group);

/// The first flag of `group` that was given, or "".
std::string first_given(const CLI::App& command, const std::string& group);

/// UsageError if both flags were given.
void refuse_both(const CLI::App& command, const std::string& flag, const std::string& other);

}  // namespace mahala::cli
