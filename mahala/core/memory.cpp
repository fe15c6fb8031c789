#include "mahala/core/memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr double kilobyte = 1024;
constexpr std::string_view units = "KMGT";

std::size_t limit = 0;

bool has_limit(decltype(RLIMIT_AS) resource) {
  rlimit own = {};
  return ::getrlimit(resource, &own) == 0 && own.rlim_cur != RLIM_INFINITY;
}

/// Asked before every call of BLAS, hence kept.
std::atomic<bool> limited = has_limit(RLIMIT_AS) || has_limit(RLIMIT_DATA);

}  // namespace

std::size_t parse_bytes(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  double scale = 1;
  if (!unit.empty() && unit != "B") {
    const auto power = units.find(static_cast<char>(std::toupper(unit.front())));
    unit.remove_prefix(1);
    const bool known =
        power != std::string_view::npos && (unit.empty() || unit == "B" || unit == "iB");
    scale = known ? std::pow(kilobyte, static_cast<double>(power + 1)) : 0;
  }
  const double bytes = std::floor(number * scale);
  require(error == std::errc() && std::isfinite(number) && bytes >= 1 && bytes < 0x1p62,
          "'{}' is no amount of memory; write 500M or 2G", text);
  return static_cast<std::size_t>(bytes);
}

std::string bytes_text(double bytes) {
  if (bytes < kilobyte) return fmt::format("{:.0f} bytes", bytes);
  std::size_t power = 0;
  for (bytes /= kilobyte; bytes >= 1000 && power + 1 < units.size(); ++power) bytes /= kilobyte;
  return fmt::format("{:.{}f} {}B", bytes, bytes < 10 ? 1 : 0, units[power]);
}

void limit_memory(std::size_t bytes) {
  rlimit own = {};
  require(::getrlimit(RLIMIT_DATA, &own) == 0, "memory cannot be limited: {}",
          std::strerror(errno));
  own.rlim_cur = bytes == 0 ? own.rlim_max : std::min<rlim_t>(bytes, own.rlim_max);
  require(::setrlimit(RLIMIT_DATA, &own) == 0, "memory cannot be limited to {}: {}",
          bytes_text(static_cast<double>(bytes)), std::strerror(errno));
  limit = bytes;
  limited = has_limit(RLIMIT_AS) || has_limit(RLIMIT_DATA);
}

std::size_t memory_limit() { return limit; }

void check_memory(std::string_view what, double bytes) {
  const auto most = static_cast<double>(limit);
  require(limit == 0 || bytes <= most, "{} takes {}, and memory is limited to {}", what,
          bytes_text(bytes), bytes_text(most));
}

bool memory_is_limited() { return limited; }

bool has_room(std::size_t bytes) {
  void* room = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  ::munmap(room, bytes);
  return true;
}

std::size_t largest_block_in_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
  const std::size_t half = static_cast<std::size_t>(pages) * static_cast<std::size_t>(size) / 2;
  return limit > 0 ? std::min(limit / 4, half) : half;
}

}  // namespace mahala
