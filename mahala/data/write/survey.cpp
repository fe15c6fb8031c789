#include "mahala/data/write/survey.hpp"

#include <algorithm>
#include <cmath>

namespace mahala {
namespace {

NumberWidth width_of(const Samples& x) {
  if (std::holds_alternative<Mapped<Half>>(x.storage())) return NumberWidth::half;
  return x.is_single() ? NumberWidth::single : NumberWidth::whole;
}

/// One past the last feature that some sample has; the answer may be late for dense samples, whose
/// last feature is all that is asked for.
Index last_feature(const Samples& x) {
  Index last = 0;
  if (const auto* sparse = x.sparse()) {
    for (Index i = 0; i < sparse->cols(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        if (it.value() != 0) last = std::max(last, it.row() + 1);
      }
    }
    return last;
  }
  x.for_each_block([&](Index, const MatrixView& block) {
    if (last == 0 && block.bottomRows(std::min<Index>(block.rows(), 1)).cwiseAbs().sum() != 0) {
      last = block.rows();
    }
  });
  return last;
}

}  // namespace

void Surveyor::look_at(double value) {
  survey_.whole = survey_.whole && value == std::floor(value);
  survey_.low = std::min(survey_.low, value);
  survey_.high = std::max(survey_.high, value);
}

void Surveyor::look_at(const Samples& x) {
  if (const auto* sparse = x.sparse()) {
    if (sparse->nonZeros() < sparse->rows() * sparse->cols()) look_at(0);
    for (Index k = 0; k < sparse->nonZeros(); ++k) look_at(sparse->valuePtr()[k]);
    return;
  }
  x.for_each_block([&](Index, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      for (Index k = 0; k < block.rows(); ++k) look_at(block(k, i));
    }
  });
}

void Surveyor::add(const Dataset& block) {
  const Index used = last_feature(block.x);
  if (block.dim() > survey_.dim) survey_.last_used = false;
  survey_.dim = std::max(survey_.dim, block.dim());
  survey_.last_used = survey_.last_used || used == survey_.dim;
  survey_.size += block.size();
  survey_.width = std::max(survey_.width, width_of(block.x));
  survey_.has_ids = !block.ids.empty();
  survey_.has_groups = !block.groups.empty();
  survey_.has_labels = survey_.has_labels || !block.labels.empty();
  survey_.features = block.features;
  if (const auto* sparse = block.x.sparse()) {
    survey_.sparse = true;
    survey_.entries += sparse->nonZeros();
  }
  labels_.insert(block.labels.names().begin(), block.labels.names().end());
  if (look_at_numbers_) look_at(block.x);
}

Survey Surveyor::take() {
  const std::vector<std::string> names(labels_.begin(), labels_.end());
  survey_.labels = Labels::from_names(names).names();
  return std::move(survey_);
}

}  // namespace mahala
