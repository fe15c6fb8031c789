#include "mahala/reproduce/experiment.hpp"

namespace mahala::reproduce {

Verdict verdict(const Finding& finding, const Experiment& experiment) {
  bool as_published = experiment.changes.empty();
  for (const Check& check : finding.checks) {
    if (!check.holds && check.main) return Verdict::does_not_hold;
    as_published = as_published && check.holds;
  }
  return as_published ? Verdict::holds : Verdict::holds_with_changes;
}

Verdict published(const Experiment& experiment, bool quick) {
  return quick ? experiment.quick_expected.value_or(experiment.expected) : experiment.expected;
}

}  // namespace mahala::reproduce
