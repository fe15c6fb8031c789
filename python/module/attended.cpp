#include "python/module/module.hpp"

namespace mahala::python {

Attended::Attended(py::object callback) : callback_(std::move(callback)) {}

/// Signals are handled by the main thread alone: others would find none.
bool Attended::asked_to_stop() {
  if (raised_) return true;
  if (std::this_thread::get_id() != caller_) return false;
  py::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return false;
  raised_ = std::make_exception_ptr(py::error_already_set());
  return true;
}

bool Attended::called(const Progress& progress) {
  if (raised_) return false;
  py::gil_scoped_acquire acquire;
  try {
    py::dict told;
    told["step"] = progress.step;
    told["last_step"] = progress.last_step;
    told["objective"] = progress.objective;
    told["gradient_norm"] = progress.gradient_norm;
    told["seconds"] = progress.seconds;
    told["held_out"] = progress.held_out;
    const py::object answer = callback_(told);
    return answer.is_none() || py::bool_(answer);
  } catch (const py::error_already_set&) {
    raised_ = std::current_exception();
    return false;
  }
}

Monitor Attended::monitor() {
  if (callback_.is_none()) return {};
  return [this](const Progress& progress) { return called(progress); };
}

std::function<bool()> Attended::stop() {
  return [this] { return asked_to_stop(); };
}

void Attended::rethrow() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, {}));
}

}  // namespace mahala::python
