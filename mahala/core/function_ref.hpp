/// @file
/// A reference to something that can be called, for functions that call it before they return.
/// Unlike std::function it takes no memory, so that loops may pass lambdas down.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace mahala {

template <class Signature>
class FunctionRef;

/// Must not outlive what it refers to.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
           std::is_invocable_r_v<Result, F&, Arguments...>)
      FunctionRef(F&& f)  // NOLINT: lambdas are passed as they are
      : object_(const_cast<void*>(reinterpret_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Arguments... arguments) -> Result {
          auto& callee = *reinterpret_cast<std::add_pointer_t<F>>(object);
          if constexpr (std::is_void_v<Result>) {
            callee(std::forward<Arguments>(arguments)...);
          } else {
            return callee(std::forward<Arguments>(arguments)...);
          }
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace mahala
