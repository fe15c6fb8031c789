#include "mahala/compare/comparison.hpp"

#include <algorithm>
#include <fstream>

#include "mahala/compare/measure.hpp"
#include "mahala/compare/results_file.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

constexpr Index least_differences = 4;  ///< for a paired test to mean anything

/// A number of /proc/self/status in megabytes; 0 where there is none.
double status_megabytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1)) / 1024;
  }
  return 0;
}

/// Forgets the most memory held so far, so that it is counted from now.
void restart_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace

ComparedMethod measure(const LearnerCandidate& candidate, const Dataset& data,
                       const CompareOptions& options, const Watcher& watcher) {
  const Candidate in_folds =
      learned_in_folds(candidate, std::nullopt, options.training, data.size(), watcher);
  restart_peak();
  const double before = status_megabytes("VmRSS");
  CandidateScore found = measure_or_say(in_folds, data, options.protocol, watcher);
  ComparedMethod s{.title = candidate.title,
                   .settings = candidate.settings,
                   .failure = std::move(found.failure)};
  if (!s.ran()) return s;
  s.errors = std::move(found.score.errors);
  s.error_mean = found.score.error_mean;
  s.error_sd = found.score.error_sd;
  s.fit_seconds = found.score.fit_seconds;
  s.megabytes = std::max(0.0, status_megabytes("VmHWM") - before);
  s.rank = found.score.rank;
  return s;
}

Comparison compare(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                   const CompareOptions& options, const Watcher& watcher) {
  require(!data.labels.empty(), "{}: has no labels to compare by", data.source);
  check_votes(options.protocol, data.size());
  ResultsFile results(options.results, results_key(data, options));
  std::vector<ComparedMethod> standings;
  Index known = 0;
  for (const LearnerCandidate& candidate : candidates) {
    std::optional<ComparedMethod> standing = results.find(candidate);
    if (standing) {
      ++known;
    } else {
      standing = measure(candidate, data, options, watcher);
      results.keep(candidate, *standing);
    }
    standing->title = candidate.title;
    standing->settings = candidate.settings;
    standings.push_back(std::move(*standing));
  }
  Comparison comparison = ranked(std::move(standings), options.protocol.folds);
  comparison.known = known;
  return comparison;
}

Comparison ranked(std::vector<ComparedMethod> standings, Index folds) {
  Comparison comparison{.table = std::move(standings)};
  std::ranges::stable_sort(comparison.table, [](const ComparedMethod& a, const ComparedMethod& b) {
    if (a.ran() != b.ran()) return a.ran();
    return a.error_mean < b.error_mean;
  });
  const ComparedMethod best = comparison.best(), euclidean = comparison.euclidean();
  for (ComparedMethod& s : comparison.table) {
    // Two differences that happen to be alike would be called certain.
    if (!s.ran() || std::ssize(s.errors) < least_differences) continue;
    s.p_best = paired_test(s.errors, best.errors, folds);
    s.p_euclidean = paired_test(s.errors, euclidean.errors, folds);
  }
  return comparison;
}

const ComparedMethod& Comparison::best() const {
  require(!table.empty() && table.front().ran(), "no method could be run: {}",
          table.empty() ? "there is none" : table.front().failure);
  return table.front();
}

const ComparedMethod& Comparison::euclidean() const {
  const auto found = std::ranges::find(table, "euclidean", &ComparedMethod::title);
  require(found != table.end() && found->ran(), "the Euclidean metric could not be run");
  return *found;
}

std::string marks(const ComparedMethod& standing, const ComparedMethod& euclidean) {
  std::string text;
  if (standing.p_best < significant) text += "*";
  if (standing.p_euclidean < significant) {
    text += standing.error_mean < euclidean.error_mean ? "+" : "-";
  }
  return text;
}

}  // namespace mahala
