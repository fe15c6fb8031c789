/// @file
/// How much memory this process may take for its own.
///
/// A limit is kept by the system: what asks for more is refused (std::bad_alloc). Files that are
/// mapped do not count, their pages come and go as there is room; so samples beyond the limit are
/// learned from where they lie in a file, and what is made of them is put into another
/// (data/samples/placed.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mahala {

/// "500M", "2G", "1.5 GB" or plain bytes; units are powers of 1024. Error if it is none.
std::size_t parse_bytes(std::string_view text);

/// "1.5 GB"
std::string bytes_text(double bytes);

/// Error if the system refuses. 0 = no limit but the machine's own.
void limit_memory(std::size_t bytes);
std::size_t memory_limit();

/// Error if there is a limit and `what` takes more: said before work is begun that would end in
/// std::bad_alloc.
void check_memory(std::string_view what, double bytes);

/// The system limits addresses or data of this process: by limit_memory, ulimit -v or ulimit -d.
bool memory_is_limited();

/// So many bytes more would be given now. Asked where others end the program, or wait for ever, if
/// they are not.
bool has_room(std::size_t bytes);

/// The largest block that is put into memory: a quarter of the limit, so that there is room for
/// what is learned, and half of the machine's memory at most.
std::size_t largest_block_in_memory();

}  // namespace mahala
