#include "cli/output/announce.hpp"

#include <fmt/format.h>

#include "cli/flags/exit.hpp"
#include "mahala/core/file/output_file.hpp"

namespace mahala::cli {

void check_apart(const std::filesystem::path& output, bool prints) {
  if (!prints || !is_standard_output(output)) return;
  throw UsageError(
      fmt::format("{}: what the command prints goes there too; name a file", output.string()));
}

void announce(const Common& common, const std::filesystem::path& output, const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(output, ignored) && !is_standard_output(output)) {
    show("{}\n", text);
  } else {
    remark(common, text);
  }
}

}  // namespace mahala::cli
