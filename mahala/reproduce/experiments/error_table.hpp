/// @file
/// Errors of several methods on the five UCI sets of the papers, from settings called "SET,
/// METHOD".
#pragma once

#include <string>
#include <vector>

#include "mahala/reproduce/experiment.hpp"

namespace mahala::reproduce {

struct UciSet {
  std::string title, file;
};

std::vector<UciSet> uci_sets();
std::vector<DataFile> uci_files();

/// The least mean error of `own` is below that of all `rivals` on at least so many sets.
Check lowest_on(const Results& results, const std::vector<std::string>& own,
                const std::vector<std::string>& rivals, Index sets, std::string claim);

CaptionedTable error_table(const Results& results, const std::vector<std::string>& methods,
                           std::string caption);

/// A bar for each method on each set.
Figure error_bars(const Results& results, const std::vector<std::string>& methods,
                  std::string title);

}  // namespace mahala::reproduce
