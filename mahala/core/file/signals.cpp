#include "mahala/core/file/signals.hpp"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <string_view>

#include "mahala/core/file/mapped_files.hpp"
#include "mahala/core/file/unfinished_files.hpp"
#include "mahala/core/ranks.hpp"

namespace mahala {
namespace {

using Handler = void (*)(int, siginfo_t*, void*);

constexpr int wishes[] = {SIGINT, SIGTERM};
constexpr std::int64_t step_patience = 200'000, signal_patience = 500'000;  ///< microseconds
constexpr int bad_input = 1;

std::atomic<bool> asked_to_stop = false, wish_was_seen = false;
std::atomic<bool> typed_is_ignored = false;  ///< Ctrl-C, from before the program began
std::atomic<int> wished_by = 0;
std::atomic<std::int64_t> wished_at = 0;
static_assert(std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "signal handlers need this");

std::int64_t microseconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

/// Has nobody stopped between steps for so long that a step shall be broken off?
bool breaks_steps() {
  if (!asked_to_stop || microseconds() - wished_at < step_patience) return false;
  wish_was_seen = true;
  return true;
}

void tell_descriptor(std::string_view text) {
  [[maybe_unused]] const auto told = ::write(STDERR_FILENO, text.data(), text.size());
}

/// A handler of its own stack still runs where the program's has overflown.
void handle(int signal, Handler handler) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_RESTART | SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction before = {};
  sigaction(signal, nullptr, &before);
  return (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN;
}

/// A shell without job control has what it runs in the background ignore SIGINT, so that Ctrl-C is
/// for the foreground. Somebody who sends it to this process means this process.
bool is_meant(int signal, const siginfo_t* info) {
  return signal != SIGINT || !typed_is_ignored || info->si_code == SI_USER ||
         info->si_code == SI_TKILL || info->si_code == SI_QUEUE;
}

bool has_its_default(int signal) {
  struct sigaction before = {};
  sigaction(signal, nullptr, &before);
  return (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL;
}

void handle_unless_ignored(int signal, Handler handler) {
  if (!is_ignored(signal)) handle(signal, handler);
}

[[noreturn]] void end_interrupted(int signal) {
  remove_unfinished();
  // A launcher ends ranks by SIGTERM when one of them has failed, which has said why.
  if (ranks() == 1 || signal != SIGTERM) tell_descriptor("mahala: interrupted\n");
  ::_exit(128 + signal);
}

void end_program(int signal, siginfo_t* info, void*) {
  if (is_meant(signal, info)) end_interrupted(signal);
}

void on_wish(int signal, siginfo_t* info, void*) {
  if (!is_meant(signal, info)) return;
  wished_by = signal;
  wished_at = microseconds();
  asked_to_stop = true;
  for (const int each : wishes) handle_unless_ignored(each, end_program);
  const itimerval once = {.it_interval = {}, .it_value = {0, signal_patience}};
  ::setitimer(ITIMER_REAL, &once, nullptr);
}

/// Time is up for whoever computes to notice the wish.
void on_timer(int, siginfo_t*, void*) {
  if (asked_to_stop && !wish_was_seen) end_interrupted(wished_by);
}

/// As if nobody had handled it, but for the files.
void clean_and_die(int signal, siginfo_t*, void*) {
  remove_unfinished();
  if (signal == SIGXCPU) tell_descriptor("mahala: the limit of CPU time is reached\n");
  ::signal(signal, SIG_DFL);
  sigset_t mine;
  sigemptyset(&mine);
  sigaddset(&mine, signal);
  sigprocmask(SIG_UNBLOCK, &mine, nullptr);
  ::raise(signal);
}

void on_lost_page(int signal, siginfo_t* info, void* context) {
  const std::string_view file = info == nullptr ? "" : mapped_at(info->si_addr);
  if (file.empty()) return clean_and_die(signal, info, context);
  remove_unfinished();
  tell_descriptor("mahala: ");
  tell_descriptor(file);
  tell_descriptor(": was cut, or its disk failed, while it was read\n");
  ::_exit(bad_input);
}

void use_stack_for_handlers() {
  static std::array<char, 1 << 16> memory;
  stack_t stack = {};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  ::sigaltstack(&stack, nullptr);
}

}  // namespace

void leave_nothing_behind() {
  use_stack_for_handlers();
  typed_is_ignored = is_ignored(SIGINT);
  handle(SIGINT, end_program);
  for (const int signal : {SIGTERM, SIGHUP}) handle_unless_ignored(signal, end_program);
  if (has_its_default(SIGXFSZ)) ::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : {SIGQUIT, SIGPIPE, SIGXCPU, SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGSYS,
                           SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF}) {
    if (has_its_default(signal)) handle(signal, clean_and_die);
  }
  if (has_its_default(SIGBUS)) handle(SIGBUS, on_lost_page);
  if (has_its_default(SIGALRM)) handle(SIGALRM, on_timer);
}

InterruptGuard::InterruptGuard() : watch_(breaks_steps) {
  asked_to_stop = wish_was_seen = false;
  if (ranks() > 1) return;  // they would stop at different steps, and wait for each other for ever
  for (const int signal : wishes) handle_unless_ignored(signal, on_wish);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : wishes) handle_unless_ignored(signal, end_program);
}

bool interrupted() {
  if (asked_to_stop) wish_was_seen = true;
  return asked_to_stop;
}

}  // namespace mahala
