#include "cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace mahala::cli {
namespace {

std::atomic<bool> asked_to_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers need this");

constexpr int signals[] = {SIGINT, SIGTERM};

void handle(int signal, void (*handler)(int)) {
  struct sigaction before = {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

void on_signal(int) {
  asked_to_stop = true;
  for (const int signal : signals) handle(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  asked_to_stop = false;
  for (const int signal : signals) handle(signal, on_signal);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : signals) handle(signal, SIG_DFL);
}

bool interrupted() { return asked_to_stop; }

}  // namespace mahala::cli
