/// @file
/// A sub-command and its flags, as the rest of the program sees them. The parser behind them is
/// CLI11, which takes seconds to compile: only this class and what prints help include it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mahala/core/types.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mahala::cli {

/// A flag or an argument that was added; each function says one more thing about it.
class Flag {
 public:
  explicit Flag(CLI::Option& option) : option_(&option) {}

  Flag& text(const std::string& placeholder);  ///< what help writes for the value: FILE, N ...
  Flag& group(const std::string& heading);     ///< where help lists it
  Flag& help(const std::string& text);
  Flag& required(bool needed = true);
  Flag& show_default();  ///< help says the value it has now

  /// The values there are, for what completes command lines.
  Flag& choices(const std::vector<std::string>& values);

 private:
  CLI::Option* option_;
};

/// The choices of Flag::choices, in that order.
std::vector<std::string> choices_of(const CLI::Option& option);

/// The program or one of its sub-commands: a handle that is cheap to copy. Names are those of
/// CLI11: "DATA" for an argument, "--set" or "-o,--output" for a flag. What values are read into
/// must live until parsing is over.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command add_command(const std::string& name, const std::string& summary);

  using Take = std::function<void(const std::string&)>;
  Flag add_option(const std::string& names, std::string& value, const std::string& help);
  Flag add_option(const std::string& names, Take take, const std::string& help);

  /// May be repeated, one value each time.
  Flag add_list(const std::string& names, std::vector<std::string>& values,
                const std::string& help);

  /// Takes no value.
  Flag add_flag(const std::string& names, bool& value, const std::string& help);
  Flag add_flag(const std::string& names, std::function<void(bool)> take, const std::string& help);

  Flag add_help_flag();

  Flag find(const std::string& name);  ///< one that was added before

  bool given(const std::string& name) const;

  /// The value of a flag that takes a number, `otherwise` if it was not given.
  Index number(const std::string& name, Index otherwise) const;

  /// The names of the flags under a heading of the help, in order.
  std::vector<std::string> flags_of(const std::string& group) const;

  void before_callback(std::function<void()> work);  ///< runs once all flags are read
  void callback(std::function<void()> work);         ///< the work of the sub-command

  CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

}  // namespace mahala::cli
