#include "cli/flags/command.hpp"

#include <CLI/CLI.hpp>
#include <sstream>
#include <utility>

namespace mahala::cli {
namespace {

constexpr char choice_mark = '|';  ///< before each

}  // namespace

Flag& Flag::text(const std::string& placeholder) {
  option_->option_text(placeholder);
  return *this;
}

Flag& Flag::group(const std::string& heading) {
  option_->group(heading);
  return *this;
}

Flag& Flag::help(const std::string& text) {
  option_->description(text);
  return *this;
}

Flag& Flag::required(bool needed) {
  option_->required(needed);
  return *this;
}

Flag& Flag::show_default() {
  option_->capture_default_str();
  return *this;
}

Flag& Flag::choices(const std::vector<std::string>& values) {
  // The type has no other use: help shows the text, and no name of a type has a bar.
  std::string list;
  for (const std::string& value : values) list += choice_mark + value;
  if (!list.empty()) option_->type_name(list);
  return *this;
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  std::istringstream text(option.get_type_name());
  if (text.get() != choice_mark) return {};
  std::vector<std::string> choices;
  for (std::string choice; std::getline(text, choice, choice_mark);) choices.push_back(choice);
  return choices;
}

Command Command::add_command(const std::string& name, const std::string& summary) {
  return Command(*app_->add_subcommand(name, summary));
}

Flag Command::add_option(const std::string& names, std::string& value, const std::string& help) {
  return Flag(*app_->add_option(names, value, help));
}

Flag Command::add_option(const std::string& names, Take take, const std::string& help) {
  return Flag(*app_->add_option_function<std::string>(names, std::move(take), help));
}

Flag Command::add_list(const std::string& names, std::vector<std::string>& values,
                       const std::string& help) {
  CLI::Option* added = app_->add_option(names, values, help);
  added->expected(1)->allow_extra_args(false)->take_all();
  return Flag(*added);
}

Flag Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  return Flag(*app_->add_flag(names, value, help)->disable_flag_override());
}

Flag Command::add_flag(const std::string& names, std::function<void(bool)> take,
                       const std::string& help) {
  const auto counted_times = [take = std::move(take)](std::int64_t times) { take(times > 0); };
  return Flag(*app_->add_flag_function(names, counted_times, help)->disable_flag_override());
}

Flag Command::add_help_flag() { return Flag(*app_->set_help_flag("-h,--help", "this text")); }

Flag Command::find(const std::string& name) { return Flag(*app_->get_option(name)); }

bool Command::given(const std::string& name) const { return app_->count(name) > 0; }

Index Command::number(const std::string& name, Index otherwise) const {
  return given(name) ? app_->get_option(name)->as<Index>() : otherwise;
}

std::vector<std::string> Command::flags_of(const std::string& group) const {
  const auto of_group = [&](const CLI::Option* option) { return option->get_group() == group; };
  std::vector<std::string> flags;
  for (const CLI::Option* option : std::as_const(*app_).get_options(of_group)) {
    flags.push_back(option->get_name());
  }
  return flags;
}

void Command::before_callback(std::function<void()> work) {
  app_->parse_complete_callback(std::move(work));
}

void Command::callback(std::function<void()> work) { app_->callback(std::move(work)); }

}  // namespace mahala::cli
