/// @file
/// Which file lies where in memory, for when its pages fail: a file that is cut, or a disk that
/// fails, while a mapping is read ends in the signal SIGBUS and an address.
#pragma once

#include <cstddef>
#include <string_view>

namespace mahala {

/// At most 64 at a time, others go unnoted; long names lose their beginning. The name is kept as a
/// terminal can be shown it.
void note_mapped(const void* begin, std::size_t size, std::string_view name);

void forget_mapped(const void* begin);

/// The name of the file mapped at an address, "" if there is none. May be called by a signal
/// handler.
std::string_view mapped_at(const void* address) noexcept;

}  // namespace mahala
