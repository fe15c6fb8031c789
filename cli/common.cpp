#include "cli/common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/described.hpp"
#include "cli/exit.hpp"
#include "mahala/core/output_file.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala::cli {

Options describe(Common& common) {
  return {
      {"seed", &common.seed, "of everything random", at_least(0)},
      {"threads", &common.threads, "0 = one for each core", between(0, 1024)},
      {"quiet", &common.quiet, "no progress and no remarks on standard error"},
      {"json", &common.json, "print one JSON object and nothing else"},
  };
}

void add_common(CLI::App& command, Common& common) {
  constexpr auto group = "Common flags";
  add_described(command, describe(common), group);
  command.set_help_flag("-h,--help", "this text")->group(group);
  command.parse_complete_callback([&common] { set_threads(static_cast<int>(common.threads)); });
}

void print_json(const Json& json) {
  // Names from files need not be UTF-8; JSON must be.
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

void print_facts(const Facts& facts) {
  std::size_t width = 0;
  for (const auto& [name, text] : facts) width = std::max(width, name.size());
  for (const auto& [name, text] : facts) {
    if (!text.empty()) fmt::print("  {:<{}}  {}\n", name, width, text);
  }
}

void remark(const Common& common, const std::string& text) {
  if (!common.quiet) fmt::print(stderr, "mahala: {}\n", text);
}

Json json_value(const Option& option) {
  return std::visit([](const auto* field) { return Json(*field); }, option.field);
}

void check_output(const std::filesystem::path& path, const std::filesystem::path& input) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, input, ignored)) {
    throw UsageError(fmt::format("{}: is the input and would be overwritten", path.string()));
  }
  const auto status = std::filesystem::status(path, ignored);
  if (exists(status) && !is_regular_file(status) && !is_directory(status)) return;  // a pipe
  const OutputFile probe(path);
}

}  // namespace mahala::cli
