/// @file
/// Ctrl-C as a wish: the first asks the work to stop, the second ends the program.
#pragma once

namespace mahala::cli {

/// While it lives, the first SIGINT or SIGTERM sets a flag and restores the usual
/// behaviour of both. A signal that was ignored before stays ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// Did a signal arrive since the last guard was made?
bool interrupted();

}  // namespace mahala::cli
