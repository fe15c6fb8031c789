#include "mahala/learn/closed_form/lda.hpp"

#include <algorithm>

#include "mahala/learn/classes.hpp"
#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

void check_rank(Index rank, Index dim, Index classes) {
  check_bound("rank", rank, dim, "the dimension");
  check_bound("rank", rank, classes - 1, "classes - 1 =");
}

}  // namespace

Options describe(LdaOptions& o) {
  return {{"rank", &o.rank, "directions to keep; 0 = min(dimension, classes - 1)", at_least(0)},
          shrinkage_option(o.shrinkage,
                           "of the within-class covariance; -1 = Ledoit-Wolf, class by class")};
}

Fit lda(const Dataset& data, const LdaOptions& options, const Run&) {
  const Index dim = data.dim();
  const Classes classes = classes_of(data);
  const Index count = classes.count();
  check_square("lda", dim);
  check_shrinkage(options.shrinkage);
  if (count == 1) return stays_euclidean(dim, "all samples have one label");
  check_rank(options.rank, dim, count);
  const ClassMeans means = class_means(data.x, classes.of, count);
  const Within within = within_classes(data.x, classes.of, means.means);
  if (is_zero(within.covariance, means.means)) return stays_euclidean(dim, "no class varies");
  const ShrunkWithin sw =
      options.shrinkage < 0
          ? shrunk_by_class(data.x, classes, means.means, ledoit_wolf(within, data.size()))
          : ShrunkWithin{shrunk(within.covariance, options.shrinkage), options.shrinkage};
  const Index rank = options.rank > 0 ? options.rank : std::min(dim, count - 1);
  Directions found = discriminate(sw.covariance, between_classes(means), rank);
  if (found.ratios.size() == 0) return stays_euclidean(dim, "the class means coincide");
  return {.model = {.left = std::move(found.vectors)},
          .message = fmt::format("{} of {} directions between {} classes found, shrinkage {:.3g}",
                                 found.ratios.size(), dim, count, sw.shrinkage),
          .objective = found.ratios.sum(),
          .certificate = {"exact", 0}};
}

}  // namespace mahala
