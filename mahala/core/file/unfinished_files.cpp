#include "mahala/core/file/unfinished_files.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>

namespace mahala {
namespace {

enum class State { free, changing, noted };

/// A signal handler may neither lock nor allocate, hence the fixed place for the name.
struct Place {
  std::atomic<State> state = State::free;
  std::array<char, 4096> name = {};
};
static_assert(std::atomic<State>::is_always_lock_free, "signal handlers need this");

std::array<Place, 64> noted_files;

bool change(Place& place, State from, State to) {
  return place.state.compare_exchange_strong(from, to);
}

}  // namespace

void note_unfinished(std::string_view name) {
  if (name.size() >= noted_files[0].name.size()) return;
  for (Place& place : noted_files) {
    if (!change(place, State::free, State::changing)) continue;
    name.copy(place.name.data(), name.size());
    place.name[name.size()] = '\0';
    place.state = State::noted;
    return;
  }
}

void forget_unfinished(std::string_view name) {
  for (Place& place : noted_files) {
    if (!change(place, State::noted, State::changing)) continue;
    place.state = name == place.name.data() ? State::free : State::noted;
  }
}

void remove_unfinished() noexcept {
  const int before = errno;
  for (Place& place : noted_files) {
    if (place.state == State::noted) ::unlink(place.name.data());
  }
  errno = before;
}

}  // namespace mahala
