/// @file
/// Ctrl-C as a wish: the first asks the work to stop, the second ends the program.
#pragma once

namespace mahala::cli {

/// From now on SIGINT, SIGTERM and SIGHUP end the program without leaving half-written files, with
/// the exit code shells use for them: 130, 143, 129. A signal that was ignored stays ignored.
void leave_nothing_when_interrupted();

/// While it lives, the first SIGINT or SIGTERM sets a flag, and the next ends the program as above.
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
