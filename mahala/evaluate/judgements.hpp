/// @file
/// Relevance judged by people: which items answer which query, and how well ("qrels").
///
/// A text file of three columns separated by tabs,
///
///   query_id   doc_id   relevance
///
/// with any names in its first line, which may be missing. A grade above 0 is relevant, the
/// more the better; pairs that are not listed are not relevant.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

struct Judgement {
  Index query = 0, item = 0;
  double grade = 0;
};

struct Judgements {
  std::vector<Judgement> all = {};
  Index elsewhere = 0;  ///< rows about a query or an item that is not among those given
};

/// What becomes of rows about a query or an item that is not among those given.
enum class UnknownIds { count, refuse };

/// Positions in the lists of ids. Error with file and line for a row that has not three
/// cells, a grade that is no number, a pair judged twice, or unknown ids that are to be
/// refused; Error for an id given twice.
Judgements read_judgements(const std::filesystem::path& path,
                           std::span<const std::string> query_ids,
                           std::span<const std::string> item_ids,
                           UnknownIds unknown = UnknownIds::count);

}  // namespace mahala
