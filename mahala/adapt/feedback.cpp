#include "mahala/adapt/feedback.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "mahala/adapt/feedback_table.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala {
namespace {

/// What was said about a query and an item, and where.
struct Said {
  double value = 0;
  Index line = 0;
};

/// Collects rows; queries keep the order in which they came.
class FeedbackReader {
 public:
  FeedbackReader(const std::filesystem::path& path, const Dataset& items, const Dataset* queries,
                 const FeedbackOptions& options)
      : options_(options),
        table_(path, options.kind),
        items_(items, "item"),
        queries_(queries != nullptr ? *queries : items, queries != nullptr ? "query" : "item") {
    feedback_.kind = table_.kind();
    feedback_.own_queries = queries == nullptr;
    feedback_.timed = feedback_.kind == FeedbackKind::clicks && table_.has("time");
    const bool among_items = feedback_.kind == FeedbackKind::duplicates ||
                             feedback_.kind == FeedbackKind::pairs ||
                             feedback_.kind == FeedbackKind::labels;
    require(!among_items || queries == nullptr, "{}: {} are about items alone; there are queries",
            path.string(), name(feedback_.kind));
    if (feedback_.kind == FeedbackKind::labels) {
      feedback_.classes.assign(static_cast<std::size_t>(items.size()), -1);
    }
  }

  Feedback read(const std::filesystem::path& path) {
    Index rows = 0;
    for (; table_.next(); ++rows) take_row();
    require(rows > 0, "{}: holds no feedback", path.string());
    keep_useful();
    return std::move(feedback_);
  }

 private:
  void take_row() {
    switch (feedback_.kind) {
      case FeedbackKind::qrels:
        return take_judgement();
      case FeedbackKind::clicks:
        return take_click();
      case FeedbackKind::duplicates:
        return take_duplicate();
      case FeedbackKind::triplets:
        return take_triplet();
      case FeedbackKind::pairs:
        return take_pair();
      case FeedbackKind::labels:
        return take_label();
    }
  }

  Index find(std::string_view column, const IdPlaces& ids) {
    return table_.sample(column, ids, options_.skip_unknown);
  }

  /// The list of a query, made where it is new.
  JudgedQuery& judged(Index query) {
    const auto [at, fresh] = place_.emplace(query, std::ssize(feedback_.queries));
    if (fresh) feedback_.queries.push_back({.query = query});
    return feedback_.queries[static_cast<std::size_t>(at->second)];
  }

  void check_not_itself(Index query, Index item, std::string_view column) const {
    if (feedback_.own_queries && query == item) {
      table_.refuse("'{}' is judged for itself", reading::excerpt(table_.cell(column)));
    }
  }

  /// False if it was said before; Error if another thing was.
  bool is_new(Index query, Index item, double value) {
    const auto [at, fresh] = said_.try_emplace({query, item}, Said{value, table_.line()});
    if (!fresh && at->second.value != value) {
      if (feedback_.kind == FeedbackKind::labels) {
        table_.refuse("contradicts line {}, which gives '{}' another label", at->second.line,
                      reading::excerpt(table_.cell("id")));
      }
      table_.refuse("contradicts line {}, which says {} of the same two where this says {}",
                    at->second.line, at->second.value, value);
    }
    return fresh;
  }

  void add_positive(Index query, Index item, double weight) {
    judged(query).positives.push_back({item, weight});
  }

  void take_judgement() {
    const Index query = find("query_id", queries_), item = find("doc_id", items_);
    const double relevance = table_.number("relevance");
    if (query >= 0) judged(query);
    if (query < 0 || item < 0) return leave_out(query, relevance > 0);
    check_not_itself(query, item, "doc_id");
    if (!is_new(query, item, relevance)) return;
    if (relevance > 0) return add_positive(query, item, options_.graded ? relevance : 1);
    judged(query).negatives.push_back(item);
  }

  void take_click() {
    const Index query = find("query_id", queries_), item = find("doc_id", items_);
    const double weight = table_.has("weight") ? table_.number("weight") : 1;
    if (weight < 0) table_.refuse("weight is {}; it has to be at least 0", weight);
    if (query >= 0) judged(query);
    if (query < 0 || item < 0) return leave_out(query, weight > 0);
    check_not_itself(query, item, "doc_id");
    if (feedback_.timed) judged(query).time = std::max(judged(query).time, table_.number("time"));
    if (weight == 0) return;
    auto& positives = judged(query).positives;
    const auto found = std::ranges::find(positives, item, &Positive::item);
    if (found == positives.end()) return add_positive(query, item, weight);
    found->weight += weight;
  }

  void take_duplicate() {
    const Index a = find("id_a", items_), b = find("id_b", items_);
    if (a < 0 || b < 0) return leave_out(-1, true);
    check_not_itself(a, b, "id_a");
    if (!is_new(std::min(a, b), std::max(a, b), 1)) return;
    add_positive(a, b, 1);
    add_positive(b, a, 1);
  }

  void take_triplet() {
    const Index query = find("query", queries_), near = find("near", items_),
                far = find("far", items_);
    if (query >= 0) judged(query);
    if (query < 0 || near < 0 || far < 0) return leave_out(query, true);
    check_not_itself(query, near, "near");
    check_not_itself(query, far, "far");
    if (is_new(query, near, 1)) add_positive(query, near, 1);
    if (is_new(query, far, 0)) judged(query).negatives.push_back(far);
  }

  void take_pair() {
    const Index a = find("id_a", items_), b = find("id_b", items_);
    const double score = table_.number("score");
    if (a < 0 || b < 0) return leave_out(-1, true);
    if (is_new(std::min(a, b), std::max(a, b), score)) feedback_.pairs.push_back({a, b, score});
  }

  void take_label() {
    const Index item = find("id", items_);
    if (item < 0) return leave_out(-1, true);
    const std::string label(table_.cell("label"));
    if (reading::is_missing(label)) table_.refuse("{}", reading::no_label(label));
    const Index code = labels_.emplace(label, std::ssize(labels_)).first->second;
    if (is_new(item, item, static_cast<double>(code))) {
      feedback_.classes[static_cast<std::size_t>(item)] = code;
    }
  }

  void leave_out(Index query, bool positive) {
    ++feedback_.unknown;
    if (query >= 0 && positive) lacking_.insert_or_assign(query, true);
  }

  /// Queries without a positive say nothing.
  void keep_useful() {
    std::erase_if(feedback_.queries, [&](const JudgedQuery& each) {
      if (!each.positives.empty()) return false;
      ++(lacking_.contains(each.query) ? feedback_.dropped : feedback_.irrelevant);
      return true;
    });
  }

  FeedbackOptions options_;
  FeedbackTable table_;
  IdPlaces items_, queries_;
  Feedback feedback_;
  std::map<Index, Index> place_;                      ///< of a query in the list
  std::map<std::pair<Index, Index>, Said> said_;      ///< of a query and an item
  std::map<Index, bool> lacking_;                     ///< queries with a positive that is unknown
  std::map<std::string, Index, std::less<>> labels_;  ///< numbers of their names
};

}  // namespace

Feedback read_feedback(const std::filesystem::path& path, const Dataset& items,
                       const Dataset* queries, const FeedbackOptions& options) {
  return FeedbackReader(path, items, queries, options).read(path);
}

Feedback with_held_out(Feedback feedback, const Feedback& held_out, const Dataset& queries) {
  require(feedback.kind == held_out.kind, "the feedback is of {}, what is held out of {}",
          name(feedback.kind), name(held_out.kind));
  require(feedback.kind != FeedbackKind::labels && feedback.kind != FeedbackKind::duplicates,
          "{} cannot be held out in a file of their own: folds keep apart what belongs together",
          name(feedback.kind));
  std::set<Index> asked;
  for (const JudgedQuery& each : feedback.queries) asked.insert(each.query);
  for (const JudgedQuery& each : held_out.queries) {
    require(!asked.contains(each.query), "query '{}' is learned from and held out",
            reading::excerpt(sample_name(queries, each.query)));
  }
  std::set<std::pair<Index, Index>> graded;
  for (const GradedPair& each : feedback.pairs) graded.insert(std::minmax(each.a, each.b));
  for (const GradedPair& each : held_out.pairs) {
    require(!graded.contains(std::minmax(each.a, each.b)),
            "the pair of '{}' and '{}' is learned from and held out",
            reading::excerpt(sample_name(queries, each.a)),
            reading::excerpt(sample_name(queries, each.b)));
  }
  feedback.queries.insert(feedback.queries.end(), held_out.queries.begin(), held_out.queries.end());
  feedback.pairs.insert(feedback.pairs.end(), held_out.pairs.begin(), held_out.pairs.end());
  feedback.held_out = std::ssize(held_out.queries) + std::ssize(held_out.pairs);
  feedback.unknown += held_out.unknown;
  feedback.dropped += held_out.dropped;
  feedback.irrelevant += held_out.irrelevant;
  return feedback;
}

std::string sample_name(const Dataset& data, Index sample) {
  return data.ids.empty() ? std::to_string(sample) : data.ids[static_cast<std::size_t>(sample)];
}

}  // namespace mahala
