/// @file
/// Internal: queries and items of a collection as a whitening leaves them.
#pragma once

#include <optional>

#include "mahala/adapt/query_map.hpp"

namespace mahala {

/// `whitened` is quick; `whitened_alike` gives every column the same bits in any company.
using Whitener = MatrixF (*)(const Matrix& t, const MatrixF& x);

/// The collection has to outlive it: what stays as it is is not copied.
class WhitenedSpace {
 public:
  /// `t` is empty where nothing is whitened; of side query it is applied twice, to queries alone.
  WhitenedSpace(const Collection& collection, AdaptSide side, const Matrix& t,
                Whitener whitener = whitened)
      : collection_(collection) {
    if (t.size() == 0) return;
    if (side == AdaptSide::two) items_ = whitener(t, collection.items);
    queries_ = whitener(side == AdaptSide::two ? t : t * t, collection.queries);
  }

  AdaptSpace space() const {
    return {items_ ? *items_ : collection_.items, queries_ ? *queries_ : collection_.queries};
  }

 private:
  const Collection& collection_;
  std::optional<MatrixF> items_, queries_;
};

}  // namespace mahala
