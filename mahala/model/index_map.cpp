#include "mahala/model/index_map.hpp"

#include "mahala/core/error.hpp"
#include "mahala/model/embedding.hpp"

namespace mahala {

Index searched_dim(const Model& model) {
  if (model.kind == ModelKind::metric) return model.rank();
  const Index factor = model.has_right() ? model.right.cols() : model.left.cols();
  return factor + (model.identity > 0 ? model.dim() : 0);
}

AffineMap affine_map(const Model& model, Side side) {
  require(!is_stacked(model),
          "the map of this metric in front of an index would have {0} x {0} numbers; reduce the "
          "dimension before learning (option prepare=pca:N)",
          model.dim());
  SparseMatrix identity(model.dim(), model.dim());
  identity.setIdentity();
  const Samples units(std::move(identity));
  if (model.kind == ModelKind::metric) {
    return compose(embed_prepared(model, units), model.prepare);
  }
  return compose(embed_prepared_side(model, units, side).block(0, model.dim()), model.prepare);
}

}  // namespace mahala
