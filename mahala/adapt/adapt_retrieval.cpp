#include <algorithm>

#include "mahala/adapt/adapted_map.hpp"
#include "mahala/adapt/choose.hpp"
#include "mahala/adapt/roads.hpp"
#include "mahala/adapt/update.hpp"
#include "mahala/core/error.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

constexpr std::size_t most_changes = 5;  ///< queries listed that gained or lost

std::vector<AdaptSide> sides_asked(std::string_view side) {
  if (side == "two") return {AdaptSide::two};
  if (side == "query") return {AdaptSide::query};
  require(side == "auto", "there is no side '{}' (there are: two, query, auto)", side);
  return {AdaptSide::query, AdaptSide::two};
}

/// Of labels a mean over the ten nearest: average precision over a whole class rises where a map
/// gathers classes, whatever the label of who asks, and would ship labels given at random.
std::string_view usual_metric(FeedbackKind kind) {
  return kind == FeedbackKind::labels ? "ndcg@10" : "map";
}

/// Of a random share of the items, where they are many.
Spectrum document_spectrum(const UnitColumns& items, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::few_samples);
  std::vector<Index> order = random_order(items.size(), rng);
  if (std::ssize(order) > whitening_sample) order.resize(whitening_sample);
  std::ranges::sort(order);
  return symmetric_eigen(second_moment(items.gather(order)));
}

AdaptRow row_of(std::string name, const AdaptCandidate& candidate,
                const std::vector<Figures>& figures, const std::vector<Index>& queries,
                const AdaptOptions& options, std::size_t metrics) {
  AdaptRow row{.name = std::move(name), .candidate = describe_candidate(candidate)};
  for (std::size_t k = 0; k < metrics; ++k) {
    std::vector<double> values;
    for (const Index q : queries) values.push_back(figures[static_cast<std::size_t>(q)][k]);
    Rng rng = make_rng(options.seed, RandomStream::interval);
    row.values.push_back(sample_mean(values));
    row.intervals.push_back(bootstrap_mean(values, {}, rng));
  }
  return row;
}

/// The best of those that need no feedback, but for the identity.
std::size_t best_whitening(const CandidateChoice& choice, RetrievalMetric metric) {
  std::size_t best = 0;
  double highest = -1;
  for (std::size_t k = 1; k < choice.candidates.size(); ++k) {
    const AdaptCandidate& each = choice.candidates[k];
    if (!each.needs_no_feedback() || each.side != choice.candidates[choice.best].side) continue;
    const double mean = mean_figure(choice.figures[k], metric, choice.judged_by);
    if (mean > highest) best = k, highest = mean;
  }
  return best;
}

void list_changes(const CandidateChoice& choice, RetrievalMetric metric,
                  const Collection& collection, const std::function<std::string(Index)>& name_of,
                  AdaptReport& report) {
  std::vector<QueryChange> changes;
  for (const Index q : choice.judged_by) {
    const auto at = static_cast<std::size_t>(q);
    const auto place = static_cast<std::size_t>(metric);
    changes.push_back({name_of(collection.judged[at].source), choice.figures[0][at][place],
                       choice.figures[choice.best][at][place]});
  }
  std::ranges::stable_sort(changes, std::ranges::greater{},
                           [](const QueryChange& c) { return c.adapted - c.base; });
  for (std::size_t k = 0; k < std::min(most_changes, changes.size()); ++k) {
    if (changes[k].adapted > changes[k].base) report.gained.push_back(changes[k]);
    const QueryChange& last = changes[changes.size() - 1 - k];
    if (last.adapted < last.base) report.lost.push_back(last);
  }
}

/// Everything that is said about queries: candidates chosen and judged.
class RetrievalRoad {
 public:
  RetrievalRoad(const Dataset& items, const Dataset* queries, const Feedback& feedback,
                const AdaptOptions& options)
      : feedback_(feedback),
        options_(options),
        names_(queries != nullptr ? *queries : items),
        metric_(parse_metric(options.metric.empty() ? usual_metric(feedback.kind) : options.metric,
                             feedback.kind)),
        items_(items) {
    if (queries != nullptr) queries_.emplace(*queries);
  }

  Adapted run() {
    const Collection collection = gather();
    const Spectrum documents = document_spectrum(items_, options_.seed);
    AdaptReport& report = adapted_.report;
    report.metric = retrieval_metrics[static_cast<std::size_t>(metric_)];
    report.tested = report.metric;
    report.metrics = metrics_of(feedback_.kind);
    report.units = "query";
    report.judged = feedback_.kind == FeedbackKind::labels
                        ? std::ranges::count_if(feedback_.classes, [](Index c) { return c >= 0; })
                        : std::ssize(feedback_.queries);
    report.tried = std::ssize(collection.tried());
    report.searched = collection.items.cols();
    AdaptCandidate chosen = asked();
    if (options_.map == "auto" && report.tried >= fewest_queries) {
      chosen = choose(collection, documents);
    }
    report.side = chosen.side == AdaptSide::two ? "two" : "query";
    report.chosen = describe_candidate(chosen);
    report.shipped = options_.map != "auto" || (report.gate.passed && !chosen.is_identity());
    learn(report.shipped ? chosen : AdaptCandidate{.side = chosen.side}, documents);
    return std::move(adapted_);
  }

 private:
  AdaptCandidate asked() const {
    const std::vector<AdaptSide> sides = sides_asked(options_.side);
    require(sides.size() == 1 || options_.map == "auto",
            "side auto is a choice, and map {} leaves none: say two or query", options_.map);
    const AdaptSide side = sides.front();
    return options_.map == "auto" ? AdaptCandidate{.side = side}
                                  : parse_candidate(options_.map, side);
  }

  /// Where nobody says what is to improve.
  bool chooses_by_votes() const {
    return feedback_.kind == FeedbackKind::labels && options_.metric.empty();
  }

  Collection gather() const {
    Rng rng = make_rng(options_.seed, RandomStream::held_out);
    return collect(items_, queries_ ? *queries_ : items_, feedback_, {}, rng);
  }

  AdaptCandidate choose(const Collection& collection, const Spectrum& documents) {
    const CandidateChoice choice =
        choose_candidate(collection, feedback_, sides_asked(options_.side),
                         {.metric = metric_, .votes_too = chooses_by_votes()}, options_, documents);
    AdaptReport& report = adapted_.report;
    const AdaptCandidate best = choice.candidates[choice.best];
    report.folds = std::ssize(choice.folds);
    report.candidates = std::ssize(choice.candidates);
    report.gate = choice.gate;
    if (choice.judged_by.empty()) return best;
    const auto add = [&](const char* name, std::size_t k) {
      report.rows.push_back(row_of(name, choice.candidates[k], choice.figures[k], choice.judged_by,
                                   options_, report.metrics.size()));
    };
    add("base", 0);
    if (!feedback_.timed) add("whitening alone", best_whitening(choice, metric_));
    add("adapted", choice.best);
    if (options_.control) add_control(collection, choice, documents);
    const auto name_of = [&](Index source) {
      const bool labels = feedback_.kind == FeedbackKind::labels;
      return sample_name(
          names_, labels ? source : feedback_.queries[static_cast<std::size_t>(source)].query);
    };
    list_changes(choice, metric_, collection, name_of, report);
    return best;
  }

  /// Learned from what was said of other queries, measured by what was said of these.
  void add_control(const Collection& collection, const CandidateChoice& choice,
                   const Spectrum& documents) {
    Rng rng = make_rng(options_.seed, RandomStream::partners);
    const AdaptCandidate& best = choice.candidates[choice.best];
    const auto figures = try_candidates(collection, shuffled_lessons(lessons_of(collection), rng),
                                        {best}, choice.learning, documents);
    std::vector<Index> tested;
    for (const Fold& fold : choice.learning) {
      tested.insert(tested.end(), fold.test.begin(), fold.test.end());
    }
    std::ranges::sort(tested);
    adapted_.report.rows.push_back(row_of("shuffled feedback", best, figures.front(), tested,
                                          options_, adapted_.report.metrics.size()));
  }

  void learn(const AdaptCandidate& candidate, const Spectrum& documents) {
    const Index dim = items_.dim();
    NormalEquations equations = NormalEquations::empty(dim);
    AdaptedMap map{.candidate = candidate};
    if (!candidate.is_identity()) {
      const FeedbackSource source{items_, queries_ ? *queries_ : items_, feedback_, options_.seed};
      map = learn_map(source, candidate, documents, equations);
    }
    adapted_.model = model_of(map, dim);
    keep_state(map, equations, adapted_.model);
  }

  const Feedback& feedback_;
  const AdaptOptions& options_;
  const Dataset& names_;
  RetrievalMetric metric_;
  UnitColumns items_;
  std::optional<UnitColumns> queries_;
  Adapted adapted_;
};

}  // namespace

Adapted adapt_retrieval(const Dataset& items, const Dataset* queries, const Feedback& feedback,
                        const AdaptOptions& options) {
  return RetrievalRoad(items, queries, feedback, options).run();
}

}  // namespace mahala
