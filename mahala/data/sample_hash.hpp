/// @file
/// Hashes of samples by their numbers, whatever file or storage they come from: zeros are passed
/// over, so that sparse and dense samples agree.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// FNV-1a over 64-bit words: quick, and any changed bit changes the result.
class WordHash {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3ULL ^ (value_ >> 29); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

inline constexpr std::uint64_t end_of_sample = ~std::uint64_t{0};

/// Adds every sample of x, each with an end.
void add_samples(const Samples& x, WordHash& hash);

/// One for each sample.
std::vector<std::uint64_t> sample_hashes(const Samples& x);

/// The finaliser of splitmix64: any changed bit changes half of the result.
std::uint64_t scattered(std::uint64_t word);

}  // namespace mahala
