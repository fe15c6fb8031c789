#include "cli/flags/common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/utf8.hpp"

namespace mahala::cli {
namespace {

Uses needed_for(std::string_view flag) {
  if (flag == "json") return Uses::json;
  return flag == "seed" ? Uses::chance : Uses::work;
}

}  // namespace

Options describe(Common& common) {
  return {
      {"seed", &common.seed, "random seed", at_least(0)},
      {"threads", &common.threads, "0 = one for each core", between(0, 1024)},
      {"quiet", &common.quiet, "no progress and no remarks on standard error"},
      {"json", &common.json, "print one JSON object and nothing else"},
  };
}

void add_common(Command& command, Common& common, Uses uses) {
  constexpr auto group = "Common flags";
  Options honoured = describe(common);
  std::erase_if(honoured, [&](const Option& option) { return needed_for(option.name) > uses; });
  add_described(command, honoured, group);
  command.add_help_flag().group(group);
  command.before_callback([&common] { set_threads(static_cast<int>(common.threads)); });
}

void print_json(const Json& json) {
  // Names from files need not be UTF-8; JSON must be.
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

std::string counted(Index n, const std::string& noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

void print_facts(const Facts& facts) {
  std::size_t width = 0;
  for (const auto& [name, text] : facts) width = std::max(width, name.size());
  for (const auto& [name, text] : facts) {
    if (!text.empty()) fmt::print("  {:<{}}  {}\n", printable(name), width, printable(text));
  }
}

void show_text(const std::string& text) { fmt::print("{}", printable_lines(text)); }

void tell(const std::string& text) noexcept try {
  const std::string line = fmt::format("mahala: {}\n", printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
} catch (...) {  // no memory for the message: there is none
}

void remark(const Common& common, const std::string& text) {
  if (!common.quiet) tell(text);
}

Json json_value(const Option& option) {
  if (const auto* choice = std::get_if<Choice>(&option.field)) return choice->word();
  return std::visit(
      [](const auto& field) {
        if constexpr (requires { Json(*field); }) return Json(*field);
        return Json();
      },
      option.field);
}

std::string joined_notes(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) {
    if (!note.empty()) text += (text.empty() ? "" : "; ") + note;
  }
  return text;
}

void check_output(const std::filesystem::path& path,
                  const std::vector<std::filesystem::path>& inputs) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (exists(status) && !is_regular_file(status) && !is_directory(status)) return;  // a pipe
  for (const auto& input : inputs) {
    if (std::filesystem::equivalent(path, input, ignored)) {
      throw UsageError(fmt::format("{}: is an input and would be overwritten", path.string()));
    }
  }
  const OutputFile probe(path);
}

}  // namespace mahala::cli
