/// @file
/// The widest vector unit, chosen at run time.
///
/// What we ship runs on every x86-64 machine, yet its hot loops should use AVX where
/// there is AVX. A function marked MAHALA_WIDEST_VECTORS is compiled once per instruction
/// set and the loader binds the best one the machine has. The sets are the levels of x86-64,
/// which ask what a machine can do; names of processors would bind on those very ones alone. It
/// must be a plain function (no template) whose loops the compiler can vectorise. Sanitizers run
/// before such bindings are ready, and clang spells them differently: there the mark does nothing.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MAHALA_WIDEST_VECTORS \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define MAHALA_WIDEST_VECTORS
#endif
