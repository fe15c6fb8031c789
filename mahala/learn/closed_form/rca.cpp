#include "mahala/learn/closed_form/rca.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

/// The samples of chunklets of at least two, and their chunklets, numbered without gaps.
struct Chunklets {
  std::vector<Index> samples = {}, of = {};
  Index count = 0;
};

Chunklets chunklets_of(const std::vector<Index>& group) {
  std::vector<Index> sizes(group.size(), 0), id(group.size(), -1);
  for (const Index g : group) ++sizes[static_cast<std::size_t>(g)];
  Chunklets chunklets;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto g = static_cast<std::size_t>(group[i]);
    if (sizes[g] < 2) continue;
    if (id[g] < 0) id[g] = chunklets.count++;
    chunklets.samples.push_back(static_cast<Index>(i));
    chunklets.of.push_back(id[g]);
  }
  return chunklets;
}

Chunklets chunklets_of(const Dataset& data, const Constraints& constraints) {
  const auto* pairs = std::get_if<Pairs>(&constraints);
  return chunklets_of(pairs != nullptr ? joined_samples(*pairs, data.size()) : classes_of(data).of);
}

}  // namespace

Options describe(RcaOptions& o) {
  return {{"rank", &o.rank, "directions to keep; 0 = all", at_least(0)},
          shrinkage_option(o.shrinkage, "of the within-class covariance; -1 = Ledoit-Wolf"),
          identity_option(o.identity)};
}

Model rca_prior(const Dataset& data, const RcaOptions&, const Run&) {
  return identity_model(data.dim());
}

namespace {

Fit whitened_chunklets(const Dataset& data, const Constraints& constraints,
                       const RcaOptions& options) {
  const Index dim = data.dim();
  const Chunklets chunklets = chunklets_of(data, constraints);
  if (chunklets.count == 0) return stays_euclidean(dim, "no two samples are known to be alike");
  const Samples x = data.x.select(chunklets.samples);
  const ClassMeans means = class_means(x, chunklets.of, chunklets.count);
  const Within within = within_classes(x, chunklets.of, means.means);
  if (is_zero(within.covariance, means.means)) return stays_euclidean(dim, "no chunklet varies");
  const double a = options.shrinkage < 0 ? ledoit_wolf(within, x.size()) : options.shrinkage;
  const Matrix c = shrunk(within.covariance, a);
  const Index rank = options.rank > 0 ? options.rank : dim;
  Directions found = discriminate(c, c + between_classes(means), rank);
  const Vector w = symmetric_eigen(found.vectors.transpose() * found.vectors).values;
  return {.model = {.left = std::move(found.vectors)},
          .message = fmt::format("whitened {} chunklets of {} samples, shrinkage {:.3g}",
                                 chunklets.count, x.size(), a),
          .objective = -w.array().log().sum(),
          .certificate = {"exact", 0}};
}

}  // namespace

Fit rca(const Dataset& data, const Constraints& constraints, const RcaOptions& options,
        const Run& run) {
  check_shrinkage(options.shrinkage);
  RcaOptions settled = options;
  if (!std::holds_alternative<Nothing>(constraints)) {
    settled.identity = std::max(options.identity, 0.0);
  }
  return directions_with_identity("rca", data, settled, run,
                                  [&](const Dataset& part, const RcaOptions& o) {
                                    return whitened_chunklets(part, constraints, o);
                                  });
}

}  // namespace mahala
