/// @file
/// The whole road from a file or pipe whose samples pass by once to a model: what `train` is to
/// samples that are kept.
///
/// A stream cannot be looked at beforehand, so samples are prepared as the model to continue from
/// prepares them, or by steps that need no look (none, unit).
///
/// A model of a stream has the state of learning in it (learn_stream.hpp). Where the learner and
/// its options are the same, learning continues from that state; otherwise from the factors alone.
#pragma once

#include <filesystem>

#include "mahala/data/read/read.hpp"
#include "mahala/learn/stream/learn_stream.hpp"
#include "mahala/model/feature_check.hpp"
#include "mahala/train/notes.hpp"
#include "mahala/train/train.hpp"

namespace mahala {

struct StreamTrainOptions {
  std::filesystem::path source = {};  ///< a file or pipe
  std::string name = {};              ///< what notes call it
  ReadOptions reading = {};
  std::string prepare = "auto";                ///< auto and none do nothing; unit
  Supervision carries = Supervision::nothing;  ///< pairs or triplets: its lines are such
  const Model* from = nullptr;             ///< goes on from this model, in its features and labels
  bool resume = false;                     ///< passes over the samples that `from` has seen
  Index features = 0;                      ///< of sparse samples, which do not tell
  std::filesystem::path label_names = {};  ///< of rankings: all labels there will be, one a line
  std::filesystem::path checkpoint = {};   ///< where `stream.every` saves the model so far
  StreamOptions stream = {};
  std::function<bool()> stop = {};  ///< asked before every sample: is this the end?
  Remark remark = {};               ///< told what a user should know of how samples are read
};

struct StreamTrained {
  Trained trained = {};              ///< its model has its provenance in its notes
  Provenance provenance = {};        ///< of the raw samples
  std::filesystem::path saved = {};  ///< the last checkpoint, if there is any
};

/// Why a model's state of learning is of no use to this learner, in words; "" if it is, or there is
/// none.
std::string why_not_resumed(const Learner& learner, const Model& from);

/// Error as of learn_stream, and if the number of features or the labels are not known.
StreamTrained train_stream(const Learner& learner, const StreamTrainOptions& options,
                           const Run& run = {});

/// The names in a file, one a line. Error for an empty line, a name that comes twice or none.
std::vector<std::string> read_label_names(const std::filesystem::path& file);

}  // namespace mahala
