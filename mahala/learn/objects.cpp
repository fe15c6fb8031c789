#include "mahala/learn/objects.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

Samples identity_samples(Index n) {
  SparseMatrix identity(n, n);
  identity.setIdentity();
  return Samples(std::move(identity));
}

Model objects_model(Matrix g) { return {.left = std::move(g), .domain = Domain::objects}; }

Fit as_objects(Fit fit) {
  fit.model.domain = Domain::objects;
  return fit;
}

Matrix started(const Matrix& start, const Dataset& data, Index rank) {
  require(start.rows() == data.size(), "the start places {} objects, the data has {}", start.rows(),
          data.size());
  require(rank == 0 || rank == start.cols(), "option rank: {}, but the start has {} dimensions",
          rank, start.cols());
  return start;
}

}  // namespace mahala
