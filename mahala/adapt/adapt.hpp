/// @file
/// Frozen embeddings adapted to feedback by a small linear map, if that is an improvement.
///
/// Candidates in closed form (candidate.hpp) are tried on folds of the feedback, the best is held
/// to a gate (gate.hpp) on queries that did not help to choose it, and learned again from
/// everything. Where nothing passes the model is the identity: cosine similarity, as before.
///
/// The model is a similarity of unit vectors. Of side `two` its preparation whitens, W maps queries
/// and items are embedded anew; of side `query` W holds everything and items stay as they are. Its
/// inner product orders the items of a query; scores of different queries have different units.
#pragma once

#include <cstdint>

#include "mahala/adapt/feedback.hpp"
#include "mahala/adapt/report.hpp"
#include "mahala/core/option.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

struct AdaptOptions {
  std::string side = "two";  ///< two, query or auto
  std::string metric = {};   ///< "" = map, of labels ndcg@10 with votes, of graded pairs spearman
  std::string map = "auto";  ///< auto, or a candidate as candidate.hpp spells it, not gated
  std::string candidates = "closed-form";  ///< or all: maps learned by iteration as well
  Index folds = 5;                         ///< >= 2
  double confidence = 0.95;                ///< of the gate, in [0.5, 1)
  bool control = false;                    ///< learn from shuffled feedback as well
  std::uint64_t seed = 0;
};

/// The fields a user sets.
Options describe(AdaptOptions& options);

struct Adapted {
  Model model = {};
  AdaptReport report = {};
};

/// `queries` is null where queries are items. Error if dimensions differ, a sample is zero or not
/// finite, or an option is out of range.
///
/// ```cpp
/// #include "mahala/adapt/adapt.hpp"
/// #include "mahala/data/read/read.hpp"
/// const Dataset documents = read_dataset("documents.npy"), queries = read_dataset("queries.npy");
/// const Feedback feedback = read_feedback("qrels.tsv", documents, &queries, {});
/// const Adapted adapted = adapt(documents, &queries, feedback, {.control = true});
/// ```
Adapted adapt(const Dataset& items, const Dataset* queries, const Feedback& feedback,
              const AdaptOptions& options);

}  // namespace mahala
