#include "cli/ranks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "cli/flags/exit.hpp"
#include "mahala/core/ranks.hpp"

namespace mahala::cli {
namespace {

constexpr std::string_view commands_on_ranks[] = {"fit", "evaluate"};

constexpr int nowhere = -1;

int told_to = nowhere;  ///< standard error as it was, of a rank that fell silent

/// What a silent rank says is kept, since it may be the only one that fails.
void fall_silent() {
  std::fflush(stdout);
  told_to = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  const int kept = ::memfd_create("mahala-rank", MFD_CLOEXEC),
            away = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(away, STDOUT_FILENO);
  ::dup2(kept >= 0 ? kept : away, STDERR_FILENO);
  for (const int descriptor : {kept, away}) {
    if (descriptor >= 0) ::close(descriptor);
  }
}

/// The last lines of it, where others' messages go.
void speak() {
  std::fflush(stderr);
  std::array<char, 4096> text = {};
  const off_t end = ::lseek(STDERR_FILENO, 0, SEEK_END);
  const ssize_t count =
      ::pread(STDERR_FILENO, text.data(), text.size(), std::max<off_t>(0, end - std::ssize(text)));
  if (count <= 0) return;
  const std::string said =
      fmt::format("mahala: rank {} of {}: {}", rank(), ranks(),
                  std::string_view(text.data(), static_cast<std::size_t>(count)));
  [[maybe_unused]] const auto told = ::write(told_to, said.data(), said.size());
}

}  // namespace

void begin_on_ranks() {
  join_ranks();
  if (rank() > 0) fall_silent();
}

void check_command_on_ranks(const std::vector<std::string>& arguments) {
  if (ranks() == 1 || arguments.empty() || arguments[0].starts_with("-")) return;
  if (std::ranges::find(commands_on_ranks, arguments[0]) != std::end(commands_on_ranks)) return;
  throw UsageError(
      fmt::format("'{}' works in one process, and mpirun started {}; {} share the work",
                  arguments[0], ranks(), fmt::join(commands_on_ranks, " and ")));
}

int end_on_ranks(int code) {
  leave_ranks(code, [] {
    if (told_to != nowhere) speak();
  });
  return code;
}

}  // namespace mahala::cli
