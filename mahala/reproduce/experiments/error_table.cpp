#include "mahala/reproduce/experiments/error_table.hpp"

#include <limits>

#include "mahala/reproduce/experiments/checks.hpp"

namespace mahala::reproduce {
namespace {

/// Of the best of some methods on a set.
struct BestError {
  std::string method = {};
  double error = std::numeric_limits<double>::infinity();
};

BestError best_error(const Results& r, const UciSet& set, const std::vector<std::string>& methods) {
  BestError best;
  for (const std::string& method : methods) {
    const double error = r.mean(set.title + ", " + method, "error").mean;
    if (error < best.error) best = {method, error};
  }
  return best;
}

}  // namespace

std::vector<UciSet> uci_sets() {
  return {{"Wine", "wine.csv"},
          {"Ionosphere", "ionosphere.csv"},
          {"Balance Scale", "balance_scale.csv"},
          {"Iris", "iris.csv"},
          {"Soybean", "soybean_complete.csv"}};
}

std::vector<DataFile> uci_files() {
  std::vector<DataFile> files;
  for (const UciSet& set : uci_sets()) {
    files.push_back({set.file, "UCI " + set.title + ", CSV with a column 'label'"});
  }
  return files;
}

Check lowest_on(const Results& results, const std::vector<std::string>& own,
                const std::vector<std::string>& rivals, Index sets, std::string claim) {
  Index won = 0;
  std::string evidence;
  for (const UciSet& set : uci_sets()) {
    const BestError ours = best_error(results, set, own), theirs = best_error(results, set, rivals);
    won += ours.error <= theirs.error ? 1 : 0;
    evidence +=
        fmt::format("{}{} {:.1f} % ({}) against {:.1f} % ({})", evidence.empty() ? "" : "; ",
                    set.title, 100 * ours.error, ours.method, 100 * theirs.error, theirs.method);
  }
  return {std::move(claim), fmt::format("on {}: {}", won, evidence), won >= sets};
}

CaptionedTable error_table(const Results& results, const std::vector<std::string>& methods,
                           std::string caption) {
  std::vector<std::string> header = {"set"};
  header.insert(header.end(), methods.begin(), methods.end());
  Table table(header);
  for (const UciSet& set : uci_sets()) {
    std::vector<std::string> row = {set.title};
    for (const std::string& method : methods) {
      row.push_back(cell(results, set.title + ", " + method, {"error", 1, 100}));
    }
    table.add(row);
  }
  return {std::move(caption), table};
}

Figure error_bars(const Results& results, const std::vector<std::string>& methods,
                  std::string title) {
  Bars bars{.title = title, .value_label = "error in %"};
  for (const UciSet& set : uci_sets()) {
    for (const std::string& method : methods) {
      const Estimate error = results.mean(set.title + ", " + method, "error");
      bars.values.push_back(100 * error.mean);
      bars.spread.push_back(error.seeds > 1 ? 100 * error.half : 0);
      bars.names.push_back(set.title + ": " + method);
    }
  }
  return {"", std::move(title), bars};
}

}  // namespace mahala::reproduce
