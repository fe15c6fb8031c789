/// @file
/// From a file to its samples a few at a time, for files larger than memory.
///
/// What has to be held whole: Matrix Market files, whose entries may come in any order; what gzip
/// or deflate makes of IDX and npz arrays; the names in a labels file; and the counts of raw text,
/// unless the words to count are given (find_words).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/read/read.hpp"

namespace mahala {

class SampleStream {
 public:
  virtual ~SampleStream() = default;

  /// The samples that follow, of which there are none after the last. svmlight samples may be
  /// given fewer features, or no labels, as long as none of a later line has been seen. Ids are
  /// distinct within what is given at once.
  virtual Dataset next() = 0;

  /// "file:line" of the last sample given; the file alone where it has no lines.
  virtual std::string where() const = 0;

  /// What the stream says of the samples given last: one triplet or pair of them, or nothing.
  virtual Constraints given() const { return Nothing{}; }

  /// It ended because it was asked to, and not because there is no more.
  virtual bool cut() const { return false; }
};

inline constexpr std::size_t usual_block = std::size_t{1} << 22;

/// Gives about `block` bytes of samples at once. Errors as of read_dataset come as they are met.
std::unique_ptr<SampleStream> open_samples(const std::filesystem::path& path,
                                           const ReadOptions& options = {},
                                           std::size_t block = usual_block);

/// The words of raw text, which a pass over it finds: as ReadOptions::space they let it be read a
/// few documents at a time. None for samples of numbers; those the options have, if they do.
std::optional<TextSpace> find_words(const std::filesystem::path& path, const ReadOptions& options);

}  // namespace mahala
