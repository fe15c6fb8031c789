/// @file
/// The samples of other classes that come too near, kept up while the metric moves.
///
/// For a sample i with targets j (near samples of its class) an impostor is any l of another class
/// with  d_il < 1 + max_j d_ij.  A search lists, for every i, all l within
///
///   |z_i - z_l| < (1 + skin) sqrt(1 + max_j d_ij),
///
/// and the lists stay complete as long as no sample has moved so far that one beyond could have
/// come in: if a moves by m_a, distances of i shrink by no more than m_i + max_l m_l. So the loss
/// over the lists is exact at every step, while all distances are taken anew only when
/// something may have changed.
///
/// Cost: r n^2 in single precision a search, O(n r) a check.
#pragma once

#include "mahala/core/linalg/archive.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

class Impostors {
 public:
  /// Keeps a reference to the classes. `targets` lists those of every sample.
  Impostors(const Classes& classes, const std::vector<std::vector<Index>>& targets);

  /// Groups whose far samples include all impostors at Z; valid until the next call.
  const std::vector<MarginGroup>& at(const Matrix& z);

  Index searches() const { return searches_; }  ///< so far

  void keep(Archive& archive);  ///< where the lists were searched: they are searched there anew

 private:
  Vector reach(const Matrix& z) const;  ///< sqrt(1 + max_j d_ij) of every group
  bool complete(const Matrix& z) const;
  void search(const Matrix& z);

  const Classes& classes_;
  std::vector<MarginGroup> groups_;
  Matrix listed_at_;
  Vector listed_to_;  ///< how far each group's list reaches
  Index searches_ = 0;
};

}  // namespace mahala
