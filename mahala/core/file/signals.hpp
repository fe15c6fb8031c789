/// @file
/// What a program does with signals: whatever ends it leaves no half-written file, and Ctrl-C is a
/// wish before it is an order. The library itself installs nothing; a program calls this.
#pragma once

#include "mahala/core/watch.hpp"

namespace mahala {

/// From now on
///   - SIGINT, SIGTERM and SIGHUP end the program with the exit code shells use for them: 130, 143,
///     129;
///   - writing beyond the limit of file sizes is an error of that file, not a signal (SIGXFSZ);
///   - a page of a mapped file that is gone (SIGBUS) ends it with code 1 and the file's name;
///   - what else ends a program, be it SIGPIPE, SIGQUIT, SIGXCPU or a crash, does so still;
/// all without leaving unfinished files. A signal that was ignored stays ignored, but for a SIGINT
/// that is sent and not typed, and one that somebody else handles is left to them.
void leave_nothing_behind();

/// While it lives, the first SIGINT or SIGTERM is a wish, and the next ends the program as above.
/// The wish is for whoever asks `interrupted` between steps. Steps that take long are interrupted
/// in the middle (core/watch.hpp), and what does not even ask its watch is ended with the program
/// before a second is over: it has nothing to be kept. Beside other ranks (core/ranks.hpp) there
/// are no wishes, and the first signal is an order.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  Watch watch_;
};

/// Did a signal arrive since the last guard was made?
bool interrupted();

}  // namespace mahala
