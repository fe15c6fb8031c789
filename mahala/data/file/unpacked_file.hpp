/// @file
/// The bytes of a file that may be packed by gzip.
#pragma once

#include <zlib.h>

#include <functional>
#include <string>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/data/file/open.hpp"

namespace mahala::reading {

/// Whoever waits for a pipe was asked to stop.
class Cut : public Error {
 public:
  using Error::Error;
};

/// Reads from front to back. A gzip file is any number of members, one after the other, and
/// nothing else: zlib's own gzread would stop at a member whose header is damaged and call it the
/// end.
class UnpackedFile {
 public:
  /// Asks the file for `step` bytes at a time; what is packed shows in its first two bytes. `stop`
  /// is asked while a pipe is silent, ten times a second, and true is a Cut; null: never.
  UnpackedFile(Descriptor file, std::string name, std::size_t step,
               std::function<bool()> stop = {});
  ~UnpackedFile();
  UnpackedFile(const UnpackedFile&) = delete;
  UnpackedFile& operator=(const UnpackedFile&) = delete;

  bool packed() const { return packed_; }

  /// Waits until `size` bytes are there or the file ends, and returns how many there are. Error if
  /// the file cannot be read or the stream is damaged, ends early or is followed by anything else.
  std::size_t read(char* out, std::size_t size);

  /// The same for what is there already, or comes first; 0 at the end.
  std::size_t read_some(char* out, std::size_t size);

 private:
  void wait() const;                                  ///< until there is a byte, or the end
  std::size_t read_raw(char* out, std::size_t size);  ///< at least one byte, 0 at the end
  bool refill();                                      ///< false at the end
  std::size_t copy(char* out, std::size_t size);
  std::size_t unpack(char* out, std::size_t size);
  void check(int code) const;

  Descriptor file_;
  std::string name_;
  std::function<bool()> stop_;
  std::vector<char> raw_;
  z_stream stream_ = {};  ///< its input is what is left of raw_
  bool packed_ = false, between_members_ = true, first_ = true;
};

}  // namespace mahala::reading
