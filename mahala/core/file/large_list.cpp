#include "mahala/core/file/large_list.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "mahala/core/file/temporary_file.hpp"
#include "mahala/core/memory.hpp"

namespace mahala {
namespace {

/// What is smaller is in memory whatever the limit.
constexpr std::size_t least_in_file = 1 << 20;

constexpr std::size_t lists_in_memory = 64;  ///< of the limit's size together

bool belongs_in_file(std::size_t bytes) {
  return memory_limit() > 0 && bytes >= std::max(least_in_file, memory_limit() / lists_in_memory);
}

/// Which blocks are in files. A limit may have been set, or lifted, since they were given out.
class BlocksInFiles {
 public:
  void* add(std::size_t bytes) {
    auto file = std::make_unique<TemporaryFile>();
    void* memory = file->map(bytes);
    const std::scoped_lock lock(mutex_);
    files_.emplace(memory, std::move(file));
    return memory;
  }

  /// False if it is in none.
  bool remove(void* memory) {
    std::unique_ptr<TemporaryFile> file;  // closed when others may go on
    const std::scoped_lock lock(mutex_);
    const auto found = files_.find(memory);
    if (found == files_.end()) return false;
    file = std::move(found->second);
    files_.erase(found);
    return true;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<void*, std::unique_ptr<TemporaryFile>> files_;
};

/// Never destroyed: lists with static storage may outlive it.
BlocksInFiles& blocks_in_files() {
  static auto& blocks = *new BlocksInFiles;
  return blocks;
}

}  // namespace

void* allocate_large(std::size_t bytes) {
  return belongs_in_file(bytes) ? blocks_in_files().add(bytes) : ::operator new(bytes);
}

void release_large(void* memory, std::size_t bytes) noexcept {
  if (bytes >= least_in_file && blocks_in_files().remove(memory)) return;
  ::operator delete(memory);
}

}  // namespace mahala
