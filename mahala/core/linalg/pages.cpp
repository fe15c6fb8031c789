#include "mahala/core/linalg/pages.hpp"

#include <sys/mman.h>

#include <cstdint>
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

void prefer_huge_pages(void* memory, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (begin + bytes) / huge_page * huge_page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace mahala
