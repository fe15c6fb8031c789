/// @file
/// What comes by in a stream, as examples: a sample with its output or labels, a triplet with
/// samples remembered, or the triplet or pair that the stream itself carries.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/stream/example_source.hpp"
#include "mahala/learn/stream/triplet_reservoir.hpp"

namespace mahala {

/// Prepared samples that came at once, and what is known among them where the stream says.
struct StreamBlock {
  Dataset data = {};
  Constraints given = Nothing{};

  Index examples() const;  ///< rows of the stream: samples, or one if it says what they are
};

/// Blocks of one stream, kept in an archive. Labels and constraints are kept with them.
void keep(std::vector<StreamBlock>& blocks, Archive& archive);

/// All samples of blocks that are not empty, and what is given among them.
StreamBlock joined(const std::vector<StreamBlock>& blocks);

/// Numbers that labels keep through a stream, whose blocks number them anew.
class LabelNumbers {
 public:
  /// Known labels have the first numbers.
  explicit LabelNumbers(const std::vector<std::string>& known);

  Index size() const { return std::ssize(names_); }
  Index find(const Labels& labels, Index label);  ///< of a block's label; -1 if it is new
  Index add(const std::string& name);
  void keep(Archive& archive);

 private:
  std::map<std::string, Index> number_ = {};
  std::vector<const std::string*> names_ = {};  ///< by number
  std::vector<Index> last_ = {};                ///< number of each label of the block before
};

class StreamExamples {
 public:
  StreamExamples(ExampleKind kind, const std::vector<std::string>& labels, Index reservoir,
                 std::uint64_t seed);

  /// Row i of the block; none if it makes no example. Lives until the next call. Error if its
  /// labels or constraints are not what is learned from.
  std::optional<Example> next(const StreamBlock& block, SampleViews& views, Index i);

  Index seen() const { return seen_; }  ///< rows so far
  void keep(Archive& archive);

 private:
  std::optional<Example> given_example(const StreamBlock& block, SampleViews& views) const;
  void number_labels(const Labels& labels, Index i);

  ExampleKind kind_;
  LabelNumbers numbers_;
  std::vector<Index> labels_ = {};  ///< of the sample
  TripletReservoir reservoir_;
  Index seen_ = 0;
};

}  // namespace mahala
