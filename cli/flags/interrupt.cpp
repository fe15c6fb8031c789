#include "cli/flags/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "mahala/core/file/unfinished_files.hpp"

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

void end_program(int signal) {
  constexpr std::string_view message = "mahala: interrupted\n";
  remove_unfinished();
  [[maybe_unused]] const auto told = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(128 + signal);
}

void on_signal(int) {
  asked_to_stop = true;
  for (const int signal : signals) handle(signal, end_program);
}

}  // namespace

void leave_nothing_when_interrupted() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, end_program);
}

InterruptGuard::InterruptGuard() {
  asked_to_stop = false;
  for (const int signal : signals) handle(signal, on_signal);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : signals) handle(signal, end_program);
}

bool interrupted() { return asked_to_stop; }

}  // namespace mahala::cli
