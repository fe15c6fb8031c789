/// @file
/// What the program says about itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mahala::cli {

/// What it is, the sub-commands, two lines to try.
std::string overview(const CLI::App& app);

/// What a sub-command takes.
std::string help_on(const CLI::App& command);

/// The sub-command of this name, or nullptr.
const CLI::App* find_command(const CLI::App& app, const std::string& name);

/// "there is no sub-command 'fti'; did you mean 'fit'? ..."
std::string unknown_command(const CLI::App& app, const std::string& typed);

/// The looks of a sub-command's help: plain names, and descriptions wrapped to the width of
/// a terminal.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace mahala::cli
