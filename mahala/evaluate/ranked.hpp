/// @file
/// Measures of one ranked list. `grades` holds the relevance of every item that can be
/// found, best ranked first; an item is relevant if its grade is above 0. With P relevant
/// items at ranks r_1 < r_2 < ... (counted from 1):
///
///   precision@k       = (relevant items among the first k) / k
///   recall@k          = (relevant items among the first k) / P
///   average precision = 1/P sum_j precision@r_j      (Shalit, Weinshall, Chechik, JMLR 2012)
///   reciprocal rank   = 1 / r_1
///   nDCG@k            = DCG@k / (DCG@k of the best order),
///                       DCG@k = sum_{r <= k} max(grade_r, 0) / log2(1 + r)
///                       (Jarvelin, Kekalainen, ACM TOIS 20, 2002)
///
/// Differs: 7.1.3 of Shalit et al. reads as if every rank after the first relevant item
/// counted; the ranks of relevant items are what the name means, and what is computed.
///
/// Error if k < 1. A list shorter than k counts as if filled up with irrelevant items.
/// Without a relevant item all but precision are undefined: an Error.
#pragma once

#include <span>

#include "mahala/core/types.hpp"

namespace mahala {

using Grades = std::span<const double>;

Index relevant_count(Grades grades);

double average_precision(Grades grades);
double precision_at(Index k, Grades grades);
double recall_at(Index k, Grades grades);
double reciprocal_rank(Grades grades);
double ndcg_at(Index k, Grades grades);

}  // namespace mahala
