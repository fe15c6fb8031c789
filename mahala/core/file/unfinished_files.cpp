#include "mahala/core/file/unfinished_files.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "mahala/core/file/signal_safe_list.hpp"

namespace mahala {
namespace {

using Name = std::array<char, 4096>;

SignalSafeList<Name, 64> unfinished;

}  // namespace

void note_unfinished(std::string_view name) {
  if (name.size() >= Name{}.size()) return;
  unfinished.add([&](Name& place) {
    name.copy(place.data(), name.size());
    place[name.size()] = '\0';
  });
}

void forget_unfinished(std::string_view name) {
  unfinished.remove([&](const Name& noted) { return name == noted.data(); });
}

void remove_unfinished() noexcept {
  const int before = errno;
  unfinished.for_each([](const Name& name) { ::unlink(name.data()); });
  errno = before;
}

}  // namespace mahala
