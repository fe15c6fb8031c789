/// @file
/// Data as a page: what they are, what to do about them, and three pictures.
#pragma once

#include <string>

#include "mahala/data/describe/summary.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

/// Facts about every feature of interest: those with missing cells or the largest and smallest
/// scales, at most `most` of them.
Table feature_table(const Summary& summary, Index most);

/// The samples on their first two principal axes, 2 x m with m <= 2000 of them evenly chosen, and
/// which they are. Dense features are standardised, and missing cells are at the mean; in sparse
/// samples they are 0. Error where numbers are too large for it.
struct PlaneOfData {
  Matrix points = {};
  std::vector<Index> samples = {};
};
PlaneOfData plane_of(const Dataset& data, const Summary& summary);

/// `advice` is what to do about the data, one sentence each (see advice(Summary)). Pictures need
/// gnuplot, see draw_svg; one that numbers are too large for is left out, in words.
Page data_page(const Dataset& data, const Summary& summary, const std::vector<std::string>& advice,
               const std::string& title);

}  // namespace mahala
