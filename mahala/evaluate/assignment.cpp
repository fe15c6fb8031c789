#include "mahala/evaluate/assignment.hpp"

#include <limits>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// Rows join the matching one at a time, each along a shortest augmenting path in the costs
/// reduced by the potentials, cost(i, j) - row(i) - column(j) >= 0. Column `columns` is the
/// stand-in that the new row starts from.
class Matching {
 public:
  explicit Matching(const Matrix& cost)
      : cost_(cost),
        row_(Vector::Zero(cost.rows())),
        column_(Vector::Zero(cost.cols() + 1)),
        owner_(static_cast<std::size_t>(cost.cols() + 1), -1) {
    for (Index i = 0; i < cost.rows(); ++i) add(i);
  }

  /// The row that holds column j, or -1.
  Index owner(Index j) const { return owner_[static_cast<std::size_t>(j)]; }

 private:
  void add(Index row) {
    const Index start = cost_.cols();
    owner_[static_cast<std::size_t>(start)] = row;
    slack_ = Vector::Constant(cost_.cols(), std::numeric_limits<double>::infinity());
    before_.assign(static_cast<std::size_t>(cost_.cols()), start);
    reached_.assign(static_cast<std::size_t>(cost_.cols() + 1), false);
    Index at = start;
    while (owner(at) >= 0) at = advance(at);
    while (at != start) {
      const Index from = before_[static_cast<std::size_t>(at)];
      owner_[static_cast<std::size_t>(at)] = owner(from);
      at = from;
    }
  }

  /// Extends the tree of paths from column `at` and returns the nearest column not yet in it.
  Index advance(Index at) {
    reached_[static_cast<std::size_t>(at)] = true;
    const Index row = owner(at);
    Index nearest = -1;
    for (Index j = 0; j < cost_.cols(); ++j) {
      if (reached_[static_cast<std::size_t>(j)]) continue;
      const double reduced = cost_(row, j) - row_[row] - column_[j];
      if (reduced < slack_[j]) {
        slack_[j] = reduced;
        before_[static_cast<std::size_t>(j)] = at;
      }
      if (nearest < 0 || slack_[j] < slack_[nearest]) nearest = j;
    }
    shift(slack_[nearest]);
    return nearest;
  }

  /// Keeps the edges of the tree at reduced cost 0 and brings one more edge there.
  void shift(double step) {
    for (Index j = 0; j <= cost_.cols(); ++j) {
      if (reached_[static_cast<std::size_t>(j)]) {
        row_[owner(j)] += step;
        column_[j] -= step;
      } else if (j < cost_.cols()) {
        slack_[j] -= step;
      }
    }
  }

  const Matrix& cost_;
  Vector row_, column_;       ///< potentials
  std::vector<Index> owner_;  ///< row of a column
  Vector slack_;              ///< distance of a column from the tree
  std::vector<Index> before_;
  std::vector<bool> reached_;
};

}  // namespace

std::vector<Index> cheapest_assignment(const Matrix& cost) {
  require(cost.allFinite(), "a cost of the assignment is not finite");
  std::vector<Index> column(static_cast<std::size_t>(cost.rows()), -1);
  if (cost.rows() > cost.cols()) {
    const std::vector<Index> row = cheapest_assignment(cost.transpose());
    for (std::size_t j = 0; j < row.size(); ++j) {
      column[static_cast<std::size_t>(row[j])] = static_cast<Index>(j);
    }
    return column;
  }
  const Matching matching(cost);
  for (Index j = 0; j < cost.cols(); ++j) {
    if (matching.owner(j) >= 0) column[static_cast<std::size_t>(matching.owner(j))] = j;
  }
  return column;
}

}  // namespace mahala
