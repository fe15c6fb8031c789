/// @file
/// Preprocessing steps: fitted once, stored in the model, applied to new samples.
///
///   impute:median|mean   missing cells become the median or mean of their feature
///   centre               x - mean
///   standardise          (x - mean) / sd, sd with n - 1; a constant feature becomes 0
///   scale                x / sd; keeps sparse samples sparse
///   unit                 x / |x|; a zero sample stays zero
///   pca:N                A^T (x - mean), A the N leading principal axes
///   whiten:G             (C + G I)^(-1/2) x, C the samples' second moment scaled to trace d:
///   softly,
///                        and not centred
///   min-df:K, max-df:F, top-df:N, gain:N, tfidf
///                        features chosen and weighted by the samples that have them, see
///                        select_features.hpp
///
/// A plan is a comma-separated list of these, applied from left to right; "none" is the
/// empty plan. Imputing must come first. Centring would fill sparse samples in and is
/// refused for them, and so is imputing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// One fitted step:  x -> axes^T (weight (x - shift) / scale), then x / |x| for "unit"; or x with
/// its features moved.
struct PrepareStep {
  std::string name = {};  ///< as in the plan: "standardise", "pca:5", ...
  Vector shift = {};      ///< empty = 0; for impute the values that fill in
  Vector scale = {};      ///< empty = 1
  Matrix axes = {};       ///< empty = identity
  Vector weight = {};     ///< empty = 1; may be 0, which no scale can say
  Vector place = {};      ///< where features go, see feature_places.hpp; empty = they stay
};

struct Prepare {
  std::vector<PrepareStep> steps = {};

  std::string plan() const;    ///< "standardise,pca:5", or "none"
  bool fills_missing() const;  ///< some step imputes
  Index input_dim() const;     ///< features it was fitted on; 0 if no step knows
  bool selects() const;        ///< some step drops or moves features
};

/// The raw features, of `dim`, that selections leave before pca mixes them, in their new order.
std::vector<Index> features_kept(const Prepare& prepare, Index dim);

/// The names of prepared features from those of raw ones; empty where pca mixes them.
std::vector<std::string> prepared_names(const Prepare& prepare,
                                        const std::vector<std::string>& names);

/// Error naming the step unless `plan` is well formed.
void check_plan(std::string_view plan);

/// Fits the steps of `plan`, each on the samples as the steps before left them, and
/// replaces `x` by the prepared samples; dense samples are changed in place. `labels`, of all
/// samples or none, are for the steps that choose by them; Error if such a step has none.
Prepare fit_prepare(std::string_view plan, Samples& x, const Labels& labels = {});

/// Applies fitted steps to other samples. Error if the number of features differs, a
/// cell is missing (NaN) and no step imputes it, or a cell is infinite.
Samples apply(const Prepare& prepare, Samples x);

/// Replaces `x` by what one fitted step makes of it: in place, in the precision it has.
/// Mapped samples stay as they are: what becomes of them is placed (data/samples/placed.hpp).
void apply_step(const PrepareStep& step, Samples& x);

/// Error if `step` would fill sparse samples in.
void check_keeps_sparse(std::string_view step, const Samples& x);

}  // namespace mahala
