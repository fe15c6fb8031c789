// The bytes of one fuzzing run as a file that never touches the disk.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "mahala/core/error.hpp"

namespace mahala::fuzz {

/// Calls read(path) on a file of these bytes. An Error is a good answer to a bad file.
template <class Read>
int with_file(const std::uint8_t* bytes, std::size_t size, const Read& read) {
  const int file = memfd_create("fuzz", 0);
  if (file < 0) return -1;
  if (write(file, bytes, size) == static_cast<ssize_t>(size)) {
    try {
      read(std::filesystem::path("/proc/self/fd/" + std::to_string(file)));
    } catch (const Error&) {
    }
  }
  close(file);
  return 0;
}

}  // namespace mahala::fuzz
