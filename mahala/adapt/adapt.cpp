#include "mahala/adapt/adapt.hpp"

#include <fmt/format.h>

#include "mahala/adapt/roads.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/version.hpp"

namespace mahala {
namespace {

std::string plural(Index count, std::string_view unit) {
  if (count == 1) return fmt::format("1 {}", unit);
  if (unit == "query") return fmt::format("{} queries", count);
  return fmt::format("{} {}s", count, unit);
}

void note_adaptation(const AdaptReport& report, const Feedback& feedback,
                     const AdaptOptions& options, Model& model) {
  model.notes["learner"] = "adapt";
  model.notes["adapt.map"] = report.shipped ? report.chosen : "identity";
  model.notes["adapt.side"] = report.side;
  model.notes["adapt.verdict"] = report.verdict;
  model.notes["adapt.feedback"] =
      fmt::format("{} of {}", plural(report.judged, report.units), name(feedback.kind));
  model.notes["seed"] = std::to_string(options.seed);
  model.notes["version"] = std::string(version());
}

}  // namespace

Options describe(AdaptOptions& options) {
  return {
      {"side",
       &options.side,
       "two: queries and items are mapped, the index is embedded anew; query: queries alone; "
       "auto: query unless two is certainly better",
       {},
       {"two", "query", "auto"}},
      {"metric", &options.metric,
       "what is to improve: map, ndcg@10, mrr or recall@10, of labels vote@5 as well; of graded "
       "pairs spearman or pearson. Open, maps for labels are tested by ndcg@10 and chosen by its "
       "sum with vote@5"},
      {"map", &options.map,
       "auto, or one map without a choice and a gate: identity, a whitening (documents:G, rca:G, "
       "mixed:G), a map (ridge:L, s-ridge:L, c-ridge:E, iplr:G, loreta:S, hinge:L, pairs:L), or "
       "one behind the other as in 'mixed:0.3 + ridge:1'"},
      {"candidates",
       &options.candidates,
       "closed-form, or all: more of these, and maps that iplr, LORETA, a triplet hinge and pair "
       "regression learn; takes much longer",
       {},
       {"closed-form", "all"}},
      {"folds", &options.folds, "of the queries", at_least(2)},
      {"confidence", &options.confidence, "with which a gain has to be one", between(0.5, 0.9999)},
      {"control", &options.control, "learn from shuffled feedback as well, which must not help"}};
}

void conclude(AdaptReport& report, const AdaptOptions& options) {
  for (const double gain : {0.05, 0.02, 0.01}) {
    if (report.gate.sd == 0) break;
    report.needed.push_back({gain, queries_to_see(gain, report.gate, options.confidence)});
  }
  const std::string counted = plural(report.gate.count, report.units);
  if (report.shipped && options.map != "auto") {
    report.verdict = fmt::format("{} was asked for: neither chosen nor tested", report.chosen);
  } else if (report.shipped) {
    report.verdict = fmt::format(
        "{} improves {} by {:.4f} on held-out feedback ({:.0f} % confidence: at least {:.4f}; {})",
        report.chosen, report.tested, report.gate.gain, 100 * options.confidence, report.gate.bound,
        counted);
  } else if (report.gate.count < fewest_queries && report.judged >= fewest_queries) {
    report.verdict = fmt::format(
        "the identity: of {} of feedback {} can be held out (what belongs together stays together, "
        "and some may have nothing to find), and below {} nothing can be told apart from chance",
        plural(report.judged, report.units), report.gate.count, fewest_queries);
  } else if (report.gate.count < fewest_queries) {
    report.verdict = fmt::format(
        "the identity: {} of feedback, and below {} nothing can be told apart from chance",
        plural(report.judged, report.units), fewest_queries);
  } else {
    report.verdict = fmt::format(
        "the identity: no map improves {} with {:.0f} % confidence (best: {}, gain {:.4f}, at "
        "least {:.4f}; {})",
        report.tested, 100 * options.confidence, report.chosen, report.gate.gain, report.gate.bound,
        counted);
  }
}

Adapted adapt(const Dataset& items, const Dataset* queries, const Feedback& feedback,
              const AdaptOptions& options) {
  require(options.folds >= 2, "folds is {}; it has to be at least 2", options.folds);
  require(options.confidence >= 0.5 && options.confidence < 1,
          "confidence is {}; it has to be in [0.5, 1)", options.confidence);
  require(queries == nullptr || queries->dim() == items.dim(),
          "{} has {} features, {} has {}: queries and items have to be of one model",
          queries == nullptr ? "" : queries->source, queries == nullptr ? 0 : queries->dim(),
          items.source, items.dim());
  Adapted adapted = feedback.kind == FeedbackKind::pairs
                        ? adapt_to_pairs(items, feedback, options)
                        : adapt_retrieval(items, queries, feedback, options);
  AdaptReport& report = adapted.report;
  report.items = items.size();
  report.unknown = feedback.unknown;
  report.dropped = feedback.dropped;
  report.irrelevant = feedback.irrelevant;
  conclude(report, options);
  note_adaptation(report, feedback, options, adapted.model);
  return adapted;
}

}  // namespace mahala
