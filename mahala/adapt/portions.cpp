#include "mahala/adapt/portions.hpp"

#include <algorithm>
#include <limits>

namespace mahala {
namespace {

/// With ten positives each, 20,000 columns: 60 MB of 768 dimensions.
constexpr std::ptrdiff_t portion_queries = 2048;

}  // namespace

void for_each_portion(const FeedbackSource& source, Index others,
                      FunctionRef<void(const Collection&)> visit) {
  const Feedback& all = source.feedback;
  const auto visit_part = [&](const Feedback& part, const CollectionLimits& limits) {
    Rng rng = make_rng(source.seed, RandomStream::held_out);
    visit(collect(source.items, source.queries, part, limits, rng));
  };
  // Labelled items answer each other: without them there would be no positives. None is tried.
  if (all.kind == FeedbackKind::labels) return visit_part(all, {.queries = 0});
  const std::ptrdiff_t learned = std::ssize(all.queries) - all.held_out;
  for (std::ptrdiff_t begin = 0; begin < learned; begin += portion_queries) {
    Feedback part{.kind = all.kind, .own_queries = all.own_queries};
    const std::ptrdiff_t end = std::min(begin + portion_queries, learned);
    part.queries.assign(all.queries.begin() + begin, all.queries.begin() + end);
    visit_part(part, {.queries = std::numeric_limits<Index>::max(), .items = others});
  }
}

}  // namespace mahala
