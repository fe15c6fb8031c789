/// @file
/// What people said about search results: which items answer which query, which are the same, how
/// alike two of them are, what they are called.
///
/// A table of text, separated by commas or tabs, whose first line names the columns; without names
/// the kind has to be said and the columns stand in this order:
///
///   qrels        query_id, doc_id, relevance      above 0 a positive, else judged irrelevant
///   clicks       query_id, doc_id[, weight][, time]   positives, weights of a pair added up
///   duplicates   id_a, id_b                       each is query and positive of the other
///   triplets     query, near, far                 a positive and a judged negative
///   pairs        id_a, id_b, score                how alike they are, on any scale
///   labels       id, label                        positives: the 10 nearest of the same label
///
/// Ids are those of the data, or row numbers from 0 where these have none.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/dataset.hpp"

namespace mahala {

enum class FeedbackKind { qrels, clicks, duplicates, triplets, pairs, labels };

std::string_view name(FeedbackKind kind);
std::vector<std::string> feedback_kinds();  ///< their names

struct Positive {
  Index item = 0;
  double weight = 1;
};

/// A query and what was said about it.
struct JudgedQuery {
  Index query = 0;  ///< among the queries, which may be the items
  std::vector<Positive> positives = {};
  std::vector<Index> negatives = {};
  double time = 0;  ///< of its newest click
};

struct GradedPair {
  Index a = 0, b = 0;
  double score = 0;
};

struct Feedback {
  FeedbackKind kind = FeedbackKind::qrels;
  bool own_queries = false;               ///< queries are items: none finds itself
  bool timed = false;                     ///< clicks say when
  std::vector<JudgedQuery> queries = {};  ///< in the order they came; each has a positive
  std::vector<GradedPair> pairs = {};     ///< of the kind pairs alone
  std::vector<Index> classes = {};        ///< of the kind labels: of each item, or -1
  Index unknown = 0;                      ///< rows left out: they name an id that is not there
  Index dropped = 0;                      ///< queries left out: no positive of theirs is known
  Index irrelevant = 0;                   ///< queries left out: all that was judged is irrelevant
  Index held_out = 0;  ///< the last so many queries or pairs: they judge maps and teach none
};

struct FeedbackOptions {
  std::string kind = {};      ///< "" = from the names of the columns
  bool graded = false;        ///< the relevance of qrels weighs positives
  bool skip_unknown = false;  ///< else rows that name an unknown id are an Error
};

/// `queries` is null where queries are items. Error with file and line for a row that says
/// nothing, an unknown id, or a row that contradicts an earlier one; Error if there is no row.
Feedback read_feedback(const std::filesystem::path& path, const Dataset& items,
                       const Dataset* queries, const FeedbackOptions& options);

/// With feedback that chooses and tests maps, instead of folds of what they learn from. Error
/// unless both are of one kind, which has queries or pairs, and name different ones.
Feedback with_held_out(Feedback feedback, const Feedback& held_out, const Dataset& queries);

/// The name a file has for a sample: its id, or its number.
std::string sample_name(const Dataset& data, Index sample);

}  // namespace mahala
