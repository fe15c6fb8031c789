/// @file
/// n samples of d features, whatever they are stored as.
///
/// Samples are the columns of a d x n matrix X, held as doubles, floats, a mapped
/// file of either or of float16, or compressed sparse columns. Learners see only the operations
/// below, so every learner works with every storage. Arithmetic is in double, but
/// where data/samples/weighted_scatter.hpp says so.
///
/// Samples may be shared out among ranks (core/ranks.hpp): each then holds its own, whole parts of
/// them (data/samples/parts.hpp), and the operations below, called by all ranks alike, give each
/// what one process would get: projections of all samples, sums over all.
///
/// Cost: project and back_project take 2 d n r operations on dense data and
/// 2 nnz r on sparse data; X is read once and never copied.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "mahala/core/function_ref.hpp"
#include "mahala/core/types.hpp"
#include "mahala/data/samples/sparse_matrix.hpp"

namespace mahala {

/// A d x n column-major block of numbers that are read only: inside a mapped file, or in memory of
/// somebody else. Halves (float16) are held in no other way.
template <class Scalar>
struct Mapped {
  using View = Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>>;

  Mapped() = default;
  Mapped(std::shared_ptr<const void> kept, const View& view) : file(std::move(kept)), x(view) {}
  Mapped(const Mapped&) = default;
  Mapped& operator=(const Mapped& other) {
    file = other.file;
    new (&x) View(other.x);  // assigning a map would copy numbers; this points it elsewhere
    return *this;
  }

  std::shared_ptr<const void> file = {};  ///< keeps the numbers alive
  View x{nullptr, 0, 0};
};

/// Samples of a block that are dense at one time.
Index dense_block_width(Index dim);

class Samples {
 public:
  using Storage =
      std::variant<Matrix, MatrixF, SparseMatrix, Mapped<double>, Mapped<float>, Mapped<Half>>;

  Samples() = default;
  Samples(Storage storage) : storage_(std::move(storage)) {}  // NOLINT: every storage is samples

  /// The samples that this rank holds of n that are shared out; as above if there is one rank.
  static Samples shared(Storage own, Index n);

  Index dim() const;   ///< d
  Index size() const;  ///< n
  bool is_shared() const { return n_ >= 0; }
  bool is_sparse() const { return std::holds_alternative<SparseMatrix>(storage_); }
  std::string_view storage_name() const;  ///< "double", "float", "sparse", "mapped double" ...

  /// Every number is that of a float: they are stored as floats or halves.
  bool is_single() const;

  /// All samples; Error if they are shared out.
  const Storage& storage() const { return whole(), storage_; }
  Storage& storage() { return whole(), storage_; }

  /// Those that are here, which are all if they are not shared out, and the number of the first.
  const Storage& own() const { return storage_; }
  Storage& own() { return storage_; }
  Index own_begin() const { return is_shared() ? begin_ : 0; }
  Index own_size() const;

  /// The sparse samples, or null; Error if they are shared out.
  const SparseMatrix* sparse() const;

  /// a^T X, r x n, for a of d x r.
  void project(const MatrixView& a, Eigen::Ref<Matrix> out) const;
  Matrix project(const MatrixView& a) const;

  /// X c^T, d x r, for c of r x n: the adjoint of project.
  void back_project(const MatrixView& c, Eigen::Ref<Matrix> out) const;
  Matrix back_project(const MatrixView& c) const;

  /// The dense copy of samples begin .. end-1, d x (end - begin); of shared samples on every rank.
  Matrix block(Index begin, Index end) const;

  /// The dense copy of these, likewise.
  Matrix columns(std::span<const Index> samples) const;

  Vector column(Index i) const { return block(i, i + 1); }

  /// |x_i - x_j|^2, from the differences.
  double squared_distance(Index i, Index j) const;

  /// Calls visit(begin, X_block) over consecutive blocks of a few hundred dense columns,
  /// one after the other; no more than one block is converted at a time.
  void for_each_block(const std::function<void(Index, const MatrixView&)>& visit) const;

  /// The same over samples begin .. end-1, which have to be here; on the thread that calls.
  void for_own_blocks(Index begin, Index end,
                      FunctionRef<void(Index, const MatrixView&)> visit) const;

  /// Copies; keeps the precision. Some of shared samples are shared out anew.
  Samples select(std::span<const Index> samples) const;

  /// The samples with zero features appended up to `dim`; Error unless sparse.
  void widen(Index dim);

 private:
  void whole() const {
    if (is_shared()) refuse_shared();
  }
  [[noreturn]] static void refuse_shared();

  Storage storage_;
  Index begin_ = 0, n_ = -1;  ///< of shared samples: the first that is here, all
};

/// |a_i - b_j|^2 of two sparse columns, from the differences: zero for equal ones. Rows that are
/// opposed count negatively.
double squared_distance(const SparseMatrix& a, Index i, const SparseMatrix& b, Index j);

Vector mean(const Samples& x);

/// sum_i (x_i - shift)(x_i - shift)^T, d x d.
Matrix scatter(const Samples& x, const Vector& shift);

/// Standard deviation of every feature around `mean`, with n - 1 in the denominator.
Vector standard_deviation(const Samples& x, const Vector& mean);

/// The leading `count` principal axes as orthonormal columns, d x count, by decreasing
/// variance; dense LAPACK for small d, Lanczos on X X^T (never formed) otherwise.
Matrix principal_axes(const Samples& x, Index count);

/// The leading left singular vectors: principal axes around the origin instead of the mean.
Matrix singular_axes(const Samples& x, Index count);

/// Are all samples the same? Then they say nothing about distances.
bool coincide(const Samples& x);

/// What messages call samples that are part of a file.
struct SampleNames {
  std::string_view file = {};
  Index first = 0;  ///< number of the first
};

/// The same samples as floats, in memory or mapped; those that are floats or halves already, as
/// they are. Error if they are sparse, where positions take most of the memory, or a number is
/// beyond the range of floats.
Samples in_single_precision(Samples x, const SampleNames& names = {});

/// The same as halves.
Samples in_half_precision(Samples x, const SampleNames& names = {});

/// The same samples; those that are shared out, copied to every rank: for what cannot do without.
Samples in_one_place(Samples x);

/// At most so many of 0 .. n-1, evenly spaced: of samples sorted by class every class is
/// represented.
std::vector<Index> evenly_spaced(Index n, Index most);

}  // namespace mahala
