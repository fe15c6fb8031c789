/// @file
/// Internal: a list that a signal handler may read.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace mahala {

/// A signal handler may neither lock nor allocate, hence the fixed places. What finds none free is
/// left out.
template <class Entry, std::size_t places>
class SignalSafeList {
 public:
  /// Calls fill(entry) on a free place.
  template <class Fill>
  void add(const Fill& fill) {
    for (Place& place : places_) {
      if (!change(place, State::free, State::changing)) continue;
      fill(place.entry);
      place.state = State::noted;
      return;
    }
  }

  template <class Matches>
  void remove(const Matches& matches) {
    for (Place& place : places_) {
      if (!change(place, State::noted, State::changing)) continue;
      place.state = matches(place.entry) ? State::free : State::noted;
    }
  }

  template <class Visit>
  void for_each(const Visit& visit) const noexcept {
    for (const Place& place : places_) {
      if (place.state == State::noted) visit(place.entry);
    }
  }

 private:
  enum class State { free, changing, noted };
  static_assert(std::atomic<State>::is_always_lock_free, "signal handlers need this");

  struct Place {
    std::atomic<State> state = State::free;
    Entry entry = {};
  };

  static bool change(Place& place, State from, State to) {
    return place.state.compare_exchange_strong(from, to);
  }

  std::array<Place, places> places_;
};

}  // namespace mahala
