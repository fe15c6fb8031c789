/// @file
/// Label scores s = W x of low rank, W = A B^T with A L x k and B d x k, from samples with their
/// labels, one Riemannian step an example (geometry/lazy_bilinear.hpp).
///
///   loreta-labels   loss=hinge: the relevant labels above the best other one, by 1;
///                   loss=squared: |W x - y|^2 / 2, y the 0/1 vector of the labels
///   warp            a relevant label against the first of randomly drawn others that comes within
///                   1, weighed by the rank that suggests: for many labels.
///                   method=wsabie takes gradient steps on the factors instead
///
/// Directions of the hinge (optimize/similarity/bilinear_loss.hpp): `exact` is its negative
/// subgradient, `paper` what was published, which ranks better where samples have many labels.
///
/// Start       identity, random, or `zero`: a perceptron from W = 0 until it made 2 k updates, cut
///             to its best approximation of rank k. Updates that do not span rank k (samples of one
///             label each never span as many as there are labels) are looked at again at 4 k and
///             8 k, and then small random directions take the places of those that are missing.
/// Cost        O(nnz k + k^2 + L k) an example; of warp k a trial in place of L k.
/// Objective   the mean loss of the last `window` examples, each before its step.
///
/// Reference   Shalit, Weinshall, Chechik, JMLR 13 (2012), section 7.2; J. Weston, S. Bengio, N.
///             Usunier, "WSABIE: Scaling Up To Large Vocabulary Image Annotation", IJCAI 2011.
#pragma once

#include "mahala/learn/similarity/bilinear_learning.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

Option direction_option(LabelDirection& direction);

enum class LabelLoss { hinge, squared };

template <>
inline constexpr std::array<std::string_view, 2> names_of<LabelLoss> = {"hinge", "squared"};

enum class WarpMethod { loreta, wsabie };

template <>
inline constexpr std::array<std::string_view, 2> names_of<WarpMethod> = {"loreta", "wsabie"};

struct LoretaLabelsOptions {
  BilinearOptions from = {};
  LabelLoss loss = LabelLoss::hinge;
  LabelDirection direction = LabelDirection::paper;  ///< of the hinge
  double clip = 1;                                   ///< longest step; 0 = any
  bool decay = false;                                ///< step / sqrt(t) at example t
  Precision precision = Precision::double_precision;
  StepOptions steps = {};
};

struct WarpOptions {
  BilinearOptions from = {};
  WarpMethod method = WarpMethod::loreta;
  double clip = 1;                                    ///< loreta
  bool decay = false;                                 ///< loreta
  Precision precision = Precision::double_precision;  ///< loreta
  double longest_row = 10;  ///< wsabie: rows of the factors are kept this short; > 0
  StepOptions steps = {};
};

Options describe(LoretaLabelsOptions& options);
Options describe(WarpOptions& options);

std::unique_ptr<OnlineState> loreta_labels_stream(const StreamShape& shape,
                                                  const LoretaLabelsOptions& options = {},
                                                  const Run& run = {});
std::unique_ptr<OnlineState> warp_stream(const StreamShape& shape, const WarpOptions& options = {},
                                         const Run& run = {});

Fit loreta_labels(const Dataset& data, const Constraints& rankings,
                  const LoretaLabelsOptions& options = {}, const Run& run = {});
Fit warp(const Dataset& data, const Constraints& rankings, const WarpOptions& options = {},
         const Run& run = {});

}  // namespace mahala
