/// @file
/// Compressed sparse columns, their own or somebody else's.
///
/// Eigen's own type copies when it is moved and cannot refer to arrays it did not allocate; this
/// one moves, and takes arrays that live elsewhere, as those of a CSR matrix of SciPy, whose rows
/// are our columns, without a copy of their numbers. Copies own their arrays.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <utility>

#include "mahala/core/types.hpp"

namespace mahala {

class SparseMatrix : public Eigen::SparseMatrix<double, Eigen::ColMajor, Index> {
 public:
  using Base = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;
  using Base::Base;
  SparseMatrix() = default;
  SparseMatrix(const Base& matrix) : Base(matrix) {}  // NOLINT: they are the same thing
  SparseMatrix(const SparseMatrix& other) : Base(other), opposed_(other.opposed_) {}
  SparseMatrix(SparseMatrix&& other) noexcept { exchange(other); }
  ~SparseMatrix() { let_go(); }

  SparseMatrix& operator=(const SparseMatrix& other) { return *this = SparseMatrix(other); }
  SparseMatrix& operator=(SparseMatrix&& other) noexcept {
    exchange(other);
    return *this;
  }
  template <class Expression>
  SparseMatrix& operator=(const Expression& expression) {
    let_go();
    opposed_ = 0;
    Base::operator=(expression);
    return *this;
  }

  /// Arrays that `keeper` keeps alive: `starts` of cols + 1 positions, `rows_of` and `values` of as
  /// many entries as its last, rows ascending in each column and below `rows`. Values are read
  /// only: whoever changes the matrix makes a copy first (is_foreign).
  static SparseMatrix referring(Index rows, Index cols, const Index* starts, const Index* rows_of,
                                const double* values, std::shared_ptr<const void> keeper) {
    SparseMatrix matrix;
    std::free(matrix.m_outerIndex);
    matrix.m_innerSize = rows;
    matrix.m_outerSize = cols;
    matrix.m_outerIndex = const_cast<Index*>(starts);
    Entries entries(const_cast<Index*>(rows_of), const_cast<double*>(values), starts[cols]);
    matrix.m_data.swap(entries);
    matrix.keeper_ = std::move(keeper);
    return matrix;
  }

  bool is_foreign() const { return keeper_ != nullptr; }

  /// How many rows, the last ones, count negatively in squared distances: coordinates of metrics
  /// that weigh some directions less than others (model/embedding.hpp). Otherwise none.
  Index opposed() const { return opposed_; }
  void oppose(Index rows) { opposed_ = rows; }

  /// The weight of a row in squared distances: 1, or -1 if it is opposed.
  double sign(Index row) const { return row < rows() - opposed_ ? 1 : -1; }

 private:
  using Storage = Base::Storage;

  /// Entries that are not deleted.
  struct Entries : Storage {
    Entries() = default;
    Entries(Index* rows_of, double* values, Index count) {
      m_indices = rows_of;
      m_values = values;
      m_size = m_allocatedSize = count;
    }
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;
    ~Entries() {
      m_indices = nullptr;
      m_values = nullptr;
    }
  };

  void exchange(SparseMatrix& other) noexcept {
    Base::swap(other);
    std::swap(keeper_, other.keeper_);
    std::swap(opposed_, other.opposed_);
  }

  /// Empty and its own, if its arrays are somebody else's.
  void let_go() {
    if (!keeper_) return;
    Entries entries;
    m_data.swap(entries);
    m_outerIndex = nullptr;
    Base fresh;
    Base::swap(fresh);
    keeper_ = nullptr;
  }

  std::shared_ptr<const void> keeper_ = {};
  Index opposed_ = 0;
};

}  // namespace mahala
