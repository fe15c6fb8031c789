/// @file
/// Items in the order of their closeness to queries, the whole list for each query.
///
/// Products in blocks give approximate scores and a bound of their error; where scores are
/// closer than the bound they are computed again one by one. So equal scores are found equal,
/// and go by item number, at the price of one matrix product.
#pragma once

#include <functional>
#include <span>

#include "mahala/data/samples/samples.hpp"

namespace mahala {

enum class Closeness {
  distance,      ///< smallest |query - item|^2 first
  inner_product  ///< largest query^T item first
};

struct RankOptions {
  Closeness closeness = Closeness::distance;
  bool leave_out_self = false;  ///< query j is item j and not listed
};

/// Calls visit(query, order) once for each query, from any thread and in any order, with the
/// item numbers best first; `order` lives as long as the call. Memory: a block of scores for
/// each thread, never items x queries. Sparse items are never filled in. Error if there are
/// no items, dimensions differ, a number is not finite, or self is to be left out of items
/// that are fewer than the queries.
void rank_items(const Samples& items, const Samples& queries, const RankOptions& options,
                const std::function<void(Index query, std::span<const Index> order)>& visit);

}  // namespace mahala
