/// @file
/// What online learners of similarities and label rankings of low rank share: where they start,
/// what a start from a model must look like, and the models they end with.
#pragma once

#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/learn/stream/learn_steps.hpp"

namespace mahala {

/// Zero is for rankings of labels. "auto" is the identity, but where votes choose
/// (learn/stream/learn_steps.hpp) it is the leading principal axes: first features need not tell
/// anything.
enum class BilinearStart { automatic, identity, gaussian, zero };

template <>
inline constexpr std::array<std::string_view, 4> names_of<BilinearStart> = {"auto", "identity",
                                                                            "gaussian", "zero"};

/// Of tall factors while learning.
enum class Precision { double_precision, single_precision };

template <>
inline constexpr std::array<std::string_view, 2> names_of<Precision> = {"double", "single"};

struct BilinearOptions {
  Index rank = 0;  ///< k; 0 = 10, or the dimension if that is less
  BilinearStart start = BilinearStart::automatic;
};

Options describe(BilinearOptions& options);

/// With start = zero.
Options describe_with_zero(BilinearOptions& options);

Option precision_option(Precision& precision);

/// A and B of W = A B^T (d x d): the model of `run`, else as optimize/similarity/bilinear_start.hpp
/// says. Error if the rank is above the dimension or differs from that of the model.
FixedRankPoint similarity_start(Index dim, const BilinearOptions& options, const Run& run);

/// Y of W = Y Y^T.
Matrix similarity_start_psd(Index dim, const BilinearOptions& options, const Run& run);

/// Learns a similarity of low rank from triplets; make(step, dim, run) gives the state that `run`
/// starts from.
Fit learn_low_rank(
    const Dataset& data, const Constraints& triplets, const BilinearOptions& from,
    const StepOptions& steps, const Run& run,
    const std::function<std::unique_ptr<OnlineState>(double, Index, const Run&)>& make);

/// A (L x k) and B (d x k) of label scores A B^T x.
FixedRankPoint ranking_start(Index labels, Index dim, const BilinearOptions& options,
                             const Run& run);

/// The rank that is meant for a matrix of this many rows and columns.
Index settled_rank(Index rows, Index cols, const BilinearOptions& options, const Run& run);

Model similarity_model(FixedRankPoint factors);
Model similarity_model(Matrix factor);  ///< W = Y Y^T
Model ranking_model(FixedRankPoint factors, const std::vector<std::string>& labels);
Model ranking_model(const Matrix& w, const std::vector<std::string>& labels);  ///< of full rank

/// That of the options, or chosen for the stream; Error if it is still open.
double given_step(const StepOptions& options, const StreamShape& shape);

/// What a stream of prepared samples of this data would say of itself.
StreamShape shape_of(const Dataset& data);

/// The same of other samples.
StreamShape with_dim(StreamShape shape, Index dim);

}  // namespace mahala
