#include "mahala/core/pages.hpp"

#include <sys/mman.h>

#include <new>

namespace mahala {

Pages::Pages(std::size_t bytes)
    : memory_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
      bytes_(bytes) {
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
}

Pages::~Pages() {
  if (memory_ != nullptr) ::munmap(memory_, bytes_);
}

}  // namespace mahala
