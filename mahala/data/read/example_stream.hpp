/// @file
/// A stream whose lines carry triplets or pairs, with the samples in them: JSON lines
///
///   {"query": [1, 0.5], "near": [1, 0.4], "far": [-3, 2]}
///   {"i": [1, 0.5], "j": [1, 0.4], "same": true}
///
/// `same` may be true or false, 1 or 0, +1 or -1, or as text "yes" or "no", "same" or "different",
/// "must-link" or "cannot-link"; the key may be called `relation`.
#pragma once

#include <filesystem>
#include <memory>

#include "mahala/data/read/stream.hpp"

namespace mahala {

/// `kind` is triplets or pairs. Errors name file, line and key: what is missing, not a number or of
/// another length than before, a pair of a sample with itself, a triplet whose near is its far.
std::unique_ptr<SampleStream> open_examples(const std::filesystem::path& path, Supervision kind,
                                            const ReadOptions& options);

}  // namespace mahala
