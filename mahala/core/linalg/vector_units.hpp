/// @file
/// The widest vector unit, chosen at run time.
///
/// What we ship runs on every x86-64 machine, yet its hot loops should use AVX where
/// there is AVX. A function marked MAHALA_WIDEST_VECTORS is compiled once per instruction
/// set and the loader binds the best one the machine has. The sets are the levels of x86-64,
/// which ask what a machine can do; names of processors would bind on those very ones alone. It
/// must be a plain function (no template) whose loops the compiler can vectorise. Sanitizers run
/// before such bindings are ready, and clang spells them differently: there the mark does nothing.
///
/// Code that is written in vectors itself is compiled for each level under MAHALA_VECTOR_UNITS
/// and chosen by widest_vector_unit().
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MAHALA_VECTOR_UNITS
#define MAHALA_WIDEST_VECTORS \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define MAHALA_WIDEST_VECTORS
#endif

namespace mahala {

/// Levels of x86-64: 16, 32 and 64 bytes a register.
enum class VectorUnit { plain, v3, v4 };

inline VectorUnit widest_vector_unit() {
#ifdef MAHALA_VECTOR_UNITS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return VectorUnit::v4;
  if (__builtin_cpu_supports("x86-64-v3")) return VectorUnit::v3;
#endif
  return VectorUnit::plain;
}

}  // namespace mahala
