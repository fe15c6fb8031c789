/// @file
/// The files a model is tried on, read as the model takes them.
#pragma once

#include <filesystem>

#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/trial.hpp"
#include "mahala/model/feature_check.hpp"

namespace mahala {

/// "" = there is none, of all but the queries.
struct TrialFiles {
  std::filesystem::path queries = {};
  std::filesystem::path base = {};         ///< where queries look; else each among the others
  std::filesystem::path base_labels = {};  ///< of the base, if they are not in it
  std::filesystem::path judgements = {};   ///< what is relevant, instead of labels
  std::filesystem::path pairs = {}, triplets = {};
  bool skip_unknown = false;  ///< judgements about other samples are left out
};

/// Pairs of which it is known whether they are the same. Error with the file if they are not of
/// both sorts, or measured distances.
Pairs read_judging_pairs(const std::filesystem::path& path, const Dataset& data);

/// What was `asked`, on these samples. Error if a file does not fit the model or the samples, no
/// judgement says that anything is relevant, or the pairs are all alike.
Trial read_trial(const TrialFiles& files, const ReadOptions& reading, const Model& model,
                 const Remark& remark = {}, Trial asked = {});

}  // namespace mahala
