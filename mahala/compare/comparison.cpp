#include "mahala/compare/comparison.hpp"

#include <algorithm>
#include <fstream>
#include <set>

#include "mahala/compare/measure.hpp"
#include "mahala/compare/results_file.hpp"
#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

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
  const Candidate in_folds = learned_in_folds(candidate, given_for(candidate, options.protocol),
                                              options.training, data.size(), watcher);
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
  if (!options.protocol.by) return s;
  for (const Measured& each : found.score.measured) s.means[each.name] = each.mean;
  return s;
}

void append(ComparedMethod& method, ComparedMethod more) {
  if (!more.ran()) {
    method.failure = std::move(more.failure);
    method.errors.clear();
    return;
  }
  const auto before = static_cast<double>(method.errors.size()),
             after = static_cast<double>(more.errors.size());
  const auto mean = [&](double a, double b) { return (before * a + after * b) / (before + after); };
  method.errors.insert(method.errors.end(), more.errors.begin(), more.errors.end());
  method.error_mean = sample_mean(method.errors);
  method.error_sd = sample_sd(method.errors);
  method.fit_seconds = mean(method.fit_seconds, more.fit_seconds);
  for (auto& [name, value] : method.means) value = mean(value, more.means[name]);
  method.megabytes = std::max(method.megabytes, more.megabytes);
  method.rank = more.rank;
}

Supervision judged_by(const Protocol& protocol) {
  return protocol.by ? kind(*protocol.by) : Supervision::labels;
}

void check_candidates(const std::vector<LearnerCandidate>& candidates) {
  std::set<std::string> titles;
  for (const LearnerCandidate& candidate : candidates) {
    require(titles.insert(candidate.title).second,
            "two candidates are called '{}': titles tell them apart", candidate.title);
  }
  require(titles.contains("euclidean"),
          "the Euclidean metric, learner euclidean, must be among the candidates");
}

Comparison compare(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                   const CompareOptions& options, const Watcher& watcher) {
  check_candidates(candidates);
  check_truth(data, options.protocol, "compare");
  ResultsFile results(options.results, results_key(data, options));
  std::vector<ComparedMethod> methods;
  Index known = 0;
  for (const LearnerCandidate& candidate : candidates) {
    std::optional<ComparedMethod> method = results.find(candidate);
    if (method) {
      ++known;
      const KeptParts counted(options.protocol.checkpoint);  // the others keep their numbers
    } else {
      method = measure(candidate, data, options, watcher);
      results.keep(candidate, *method);
    }
    method->title = candidate.title;
    method->settings = candidate.settings;
    methods.push_back(std::move(*method));
  }
  Comparison comparison = ranked(std::move(methods), options.protocol);
  comparison.known = known;
  return comparison;
}

Comparison ranked(std::vector<ComparedMethod> methods, const Protocol& protocol) {
  Comparison comparison{.table = std::move(methods), .judged_by = judged_by(protocol)};
  std::ranges::stable_sort(comparison.table, [](const ComparedMethod& a, const ComparedMethod& b) {
    if (a.ran() != b.ran()) return a.ran();
    if (a.dropped() != b.dropped()) return a.dropped();
    return a.error_mean < b.error_mean;
  });
  const ComparedMethod best = comparison.best(), euclidean = comparison.euclidean();
  for (ComparedMethod& s : comparison.table) {
    // Two differences that happen to be alike would be called certain.
    if (!s.ran() || std::ssize(s.errors) < least_differences) continue;
    s.p_best = paired_test(s.errors, best.errors, protocol.folds);
    s.p_euclidean = paired_test(s.errors, euclidean.errors, protocol.folds);
  }
  return comparison;
}

const ComparedMethod& Comparison::best() const {
  require(!table.empty() && table.front().ran(), "no method could be run: {}",
          table.empty() ? "there is none" : table.front().failure);
  return table.front();
}

const ComparedMethod& Comparison::euclidean() const {
  const auto found = std::ranges::find_if(table, [](const ComparedMethod& each) {
    return each.ran() && (each.title == "euclidean" || each.title == "euclidean_raw");
  });
  require(found != table.end(), "the Euclidean metric could not be run");
  return *found;  // the table begins with the least error
}

std::string error_in_words(double error, Supervision judged_by) {
  if (judged_by == Supervision::labels) return fmt::format("{:.2f} %", 100 * error);
  if (judged_by == Supervision::pairs) return fmt::format("AUC {:.4f}", 1 - error);
  return fmt::format("{:.2f} % of triplets violated", 100 * error);
}

std::string note_on_judging(Supervision judged_by) {
  if (judged_by != Supervision::pairs) return "";
  return "AUC speaks of all distances: random pairs raise it and may yet leave nearest neighbours "
         "worse; where neighbours are the purpose, use labels, pairs of near samples, or a "
         "stronger "
         "pull (psd-flat with lambda=1)";
}

std::string marks(const ComparedMethod& method, const ComparedMethod& euclidean) {
  std::string text;
  if (method.p_best < significant) text += "*";
  if (method.p_euclidean < significant) {
    text += method.error_mean < euclidean.error_mean ? "+" : "-";
  }
  return text;
}

}  // namespace mahala
