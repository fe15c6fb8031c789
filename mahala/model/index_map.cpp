#include "mahala/model/index_map.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/model/embedding.hpp"

namespace mahala {

Index searched_dim(const Model& model) {
  if (model.kind == ModelKind::metric) return model.rank();
  const Index factor = model.has_right() ? model.right.cols() : model.left.cols();
  return factor + (model.identity > 0 ? model.dim() : 0);
}

namespace {

/// From prepared samples to the space that is searched.
Matrix prepared_map(const Model& model, Side side) {
  require(!is_stacked(model),
          "the map of this metric in front of an index would have {0} x {0} numbers; reduce the "
          "dimension before learning (option prepare=pca:N)",
          model.dim());
  SparseMatrix identity(model.dim(), model.dim());
  identity.setIdentity();
  const Samples units(std::move(identity));
  if (model.kind == ModelKind::metric) return embed_prepared(model, units);
  return embed_prepared_side(model, units, side).block(0, model.dim());
}

}  // namespace

AffineMap affine_map(const Model& model, Side side) {
  return compose(prepared_map(model, side), model.prepare);
}

MapChain map_chain(const Model& model, Side side) {
  MapChain chain = compose_chain(prepared_map(model, side), model.prepare);
  // Items of an adapted model go through the identity last. One stage has to know the dimension.
  const auto knows = [](const MapStage& stage) { return stage.affine.has_value(); };
  const bool idle = knows(chain.back()) && chain.back().affine->a.isIdentity(0) &&
                    chain.back().affine->b.isZero(0);
  if (idle && std::count_if(chain.begin(), chain.end(), knows) > 1) chain.pop_back();
  return chain;
}

}  // namespace mahala
