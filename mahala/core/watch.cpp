#include "mahala/core/watch.hpp"

#include <chrono>

namespace mahala {
namespace {

constexpr std::chrono::nanoseconds between_questions = std::chrono::milliseconds(50);

thread_local Watch* this_threads_watch = nullptr;

std::int64_t clock_now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace

Watch::Watch(std::function<bool()> stop) : stop_(std::move(stop)), outer_(this_threads_watch) {
  this_threads_watch = this;
}

Watch::~Watch() { this_threads_watch = outer_; }

void Watch::check() {
  if (fired_) return;
  const std::int64_t now = clock_now();
  if (now < next_ || !asking_.try_lock()) return;
  const std::lock_guard lock(asking_, std::adopt_lock);
  next_ = now + between_questions.count();
  if (!fired_ && stop_()) {
    fired_ = true;
    throw Interrupted();
  }
}

Watch* current_watch() { return this_threads_watch; }

WatchedBy::WatchedBy(Watch* watch) : before_(this_threads_watch) { this_threads_watch = watch; }

WatchedBy::~WatchedBy() { this_threads_watch = before_; }

}  // namespace mahala
