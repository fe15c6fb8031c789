/// @file
/// What a model notes of its origin, so that a reader knows what it was learned from and a program
/// can tell whether other samples fit it.
///
///   data              the name of the file
///   fingerprint       of the raw samples and labels; absent of a stream
///   features          their names, one to a line; absent if they have none or are words
///   samples, seed, version
///   constraints       how many it learned from
///   constraints_file  where those came from, if they were given
///   constraints_fingerprint  of those that were given
///   constraints_sketch       of them (data/constraints/overlap.hpp), but for rankings
///   bounds            what was asked of pairs without values
///   sampling.*        else how they were drawn, if they were
#pragma once

#include <optional>
#include <string>

#include "mahala/train/train.hpp"

namespace mahala {

struct Provenance {
  std::string data = {};         ///< what notes call it: the name of a file without its directory
  std::string fingerprint = {};  ///< "" = not known
  std::string features = {};     ///< join_features; "" = no names
  Index samples = 0, dim = 0;    ///< of raw data
  std::uint64_t seed = 0;
  Index constraints = 0;              ///< learned from
  std::string constraints_file = {};  ///< "" = they were drawn from the labels, if there are any
  std::string constraints_fingerprint = {}, constraints_sketch = {};  ///< of those that were given
  SampleOptions sampling = {};                                        ///< how they were drawn
};

/// The fields that are of the data, as it was read; `name` = "" stands for its source.
Provenance provenance_of(const Dataset& data, const std::string& name = "");

/// Writes all of it into the notes of a model.
void note_provenance(Provenance provenance, Model& model);

/// Trains, fills in what `provenance` lacks and writes it into the model's notes.
Trained train_with_notes(const Learner& learner, Dataset data,
                         const std::optional<Constraints>& given, const TrainOptions& options,
                         const Run& run, Provenance& provenance);

}  // namespace mahala
