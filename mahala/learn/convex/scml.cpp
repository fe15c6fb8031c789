#include "mahala/learn/convex/scml.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/data/labels/label_neighbours.hpp"
#include "mahala/learn/convex/scml_bases.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/positive_factor.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {
namespace {

constexpr Index most_usual_bases = 1000;

Options describe_basis(ScmlOptions& o) {
  return {{"basis", &o.basis,
           "directions to compose the metric of: of linear discriminant analyses around centres "
           "(lda), or differences of samples in triplets; auto: lda where there are classes"},
          {"basis_size", &o.basis_size, "how many of them; 0 = 20 a feature, at most 1000",
           between(0, 1e6)}};
}

std::vector<MarginGroup> neighbour_groups(const Dataset& data, const ScmlOptions& options) {
  auto lists = label_neighbours(data.labels, data.x, options.neighbours, options.impostors);
  NearFarSets sets;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    sets.push_back({static_cast<Index>(k), std::move(lists[k].same), std::move(lists[k].other)});
  }
  return margin_groups(sets);
}

bool knows_classes(const Dataset& data) {
  return !data.labels.empty() && data.labels.single() &&
         nothing_to_compare(classes_of(data)).empty();
}

Matrix scml_bases(const Dataset& data, const std::vector<MarginGroup>& groups,
                  const ScmlOptions& options, const Run& run) {
  if (run.start != nullptr) {
    ScmlOptions asked = options, untouched;
    refuse_beside_start(describe_basis(asked), describe_basis(untouched));
    require(run.start->rows() == data.dim(), "the start has {} features, the data {}",
            run.start->rows(), data.dim());
    return *run.start;
  }
  const Index count =
      options.basis_size > 0 ? options.basis_size : std::min(20 * data.dim(), most_usual_bases);
  Rng rng = make_rng(run.seed);
  const bool lda = options.basis == ScmlBasis::lda ||
                   (options.basis == ScmlBasis::automatic && knows_classes(data));
  if (!lda) return triplet_differences(data.x, groups, count, rng);
  return local_discriminants(data, classes_of(data), count, rng);
}

/// The bases that have a weight, times its root; d columns if there are more.
Matrix composed(const Matrix& bases, const Vector& w) {
  std::vector<Index> used;
  for (Index b = 0; b < w.size(); ++b) {
    if (w[b] > 0) used.push_back(b);
  }
  const Matrix factor = bases(Eigen::all, used) * Vector(w(used)).cwiseSqrt().asDiagonal();
  if (factor.cols() <= factor.rows()) return factor;
  return positive_factor(symmetric_part(factor * factor.transpose()));
}

Fit fit_of_margins(const Matrix& bases, SparseMargins solved) {
  const Index used = (solved.weights.array() > 0).count();
  Fit fit{.model = identity_model(bases.rows()),
          .status = solved.status,
          .message =
              fmt::format("{}; {} of {} bases have a weight", solved.message, used, bases.cols()),
          .objective = solved.objective,
          .certificate = {"relative duality gap", solved.gap},
          .iterations = solved.iterations,
          .trace = std::move(solved.trace)};
  if (used > 0)
    fit.model = {.left = composed(bases, solved.weights)};
  else
    fit.message += ", so the metric stays Euclidean";
  return fit;
}

}  // namespace

Options describe(ScmlOptions& o) {
  return joined(
      {{{"beta", &o.beta, "price of the weights of bases", positive()}},
       describe_basis(o),
       {{"neighbours", &o.neighbours,
         "nearest samples of the same class in triplets; of labels only", between(1, 1000)},
        {"impostors", &o.impostors, "nearest samples of other classes in triplets; of labels only",
         between(1, 1000)},
        identity_option(o.identity),
        {"tolerance", &o.solver.tolerance, "stop at this duality gap, relative to the objective",
         at_least(0)},
        {"max_iterations", &o.solver.max_iterations, "largest number of Newton steps",
         at_least(0)}}});
}

Model scml_prior(const Dataset& data, const ScmlOptions&, const Run&) {
  return identity_model(data.dim());
}

namespace {

Fit composed_metric(const Dataset& data, const Constraints& constraints, const ScmlOptions& options,
                    const Run& run) {
  const auto* triplets = std::get_if<Triplets>(&constraints);
  if (triplets == nullptr || options.basis == ScmlBasis::lda) {
    const std::string_view why = nothing_to_compare(classes_of(data));
    if (!why.empty()) return kept_start(identity_model(data.dim()), why);
  }
  const std::vector<MarginGroup> groups =
      triplets != nullptr ? margin_groups(*triplets) : neighbour_groups(data, options);
  if (groups.empty()) return kept_start(identity_model(data.dim()), "there are no triplets");
  const Matrix bases = scml_bases(data, groups, options, run);
  if (bases.cols() == 0) return kept_start(identity_model(data.dim()), "there are no bases");
  return fit_of_margins(bases, solve_sparse_margins(data.x.project(bases), groups, options.beta,
                                                    options.solver, run));
}

}  // namespace

Fit scml(const Dataset& data, const Constraints& constraints, const ScmlOptions& options,
         const Run& run) {
  check_square("scml", data.dim());
  const bool open = std::holds_alternative<Nothing>(constraints) && run.start == nullptr;
  return learn_with_identity(
      data, open ? options.identity : std::max(options.identity, 0.0), run.seed,
      [&](const Dataset& part) { return composed_metric(part, constraints, options, run); });
}

}  // namespace mahala
