#include "mahala/search/measured_search.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/run.hpp"
#include "mahala/search/inner_products.hpp"

namespace mahala {
namespace {

constexpr Index widest_filled_in = 4096;

Matrix filled_in(const Samples& x, const IndexKind& kind) {
  require(!x.is_sparse() || x.dim() <= widest_filled_in,
          "index {}: the samples are sparse, of {} features, and would be filled in; use the exact "
          "search, or fit with option prepare=pca:N or a low-rank learner",
          kind.name, x.dim());
  return x.block(0, x.size());
}

MeasuredSearch exact_search(const Samples& items, const Samples& queries, const IndexKind& kind,
                            Index k) {
  const Stopwatch watch;
  Neighbours found =
      kind.products ? largest_products(items, queries, k) : nearest(items, queries, k);
  return {.found = std::move(found), .search_seconds = watch.seconds()};
}

MeasuredSearch index_search(const Matrix& items, const Matrix& queries, const IndexKind& kind,
                            Index k) {
  const Stopwatch building;
  const auto index = make_search_index(kind, items.rows());
  index->add(items);
  const double build_seconds = building.seconds();
  const Stopwatch searching;
  Neighbours found = index->search(queries, k);
  return {.found = std::move(found),
          .build_seconds = build_seconds,
          .search_seconds = searching.seconds()};
}

}  // namespace

namespace {

/// Embedded samples may be finite and their distances not.
void check_answers(const Neighbours& found) {
  for (Index q = 0; q < found.item.cols(); ++q) {
    for (Index r = 0; r < found.item.rows(); ++r) {
      require(found.item(r, q) < 0 || std::isfinite(found.distance(r, q)),
              "query {}: its distance to item {} is beyond the range of numbers", q,
              found.item(r, q));
    }
  }
}

}  // namespace

double MeasuredSearch::queries_per_second() const {
  return static_cast<double>(found.item.cols()) / std::max(search_seconds, 1e-9);
}

MeasuredSearch measured_search(const Samples& items, const Samples& queries, const IndexKind& kind,
                               Index k, bool recall) {
  if (kind.name == "exact") {
    MeasuredSearch done = exact_search(items, queries, kind, k);
    check_answers(done.found);
    if (recall) done.exact = {1, 1, done.queries_per_second()};
    return done;
  }
  const Matrix stored = filled_in(items, kind), asked = filled_in(queries, kind);
  MeasuredSearch done = index_search(stored, asked, kind, k);
  check_answers(done.found);
  if (!recall) return done;
  const MeasuredSearch exact = exact_search(items, queries, kind, k);
  done.exact = {mahala::recall(stored, asked, done.found, exact.found, 1, kind.products),
                mahala::recall(stored, asked, done.found, exact.found, k, kind.products),
                exact.queries_per_second()};
  return done;
}

}  // namespace mahala
