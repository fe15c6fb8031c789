/// @file
/// LORETA: online Riemannian descent of a similarity of fixed rank, on the losses of
/// optimize/similarity/bilinear_loss.hpp. An example without loss changes nothing. A step costs the
/// non-zeros of its example times the rank (geometry/lazy_bilinear.hpp), and labels() times the
/// rank where all labels are scored.
///
/// Every online method here and in its neighbours takes one example at a time, `update`, and gives
/// the loss it had before it learned from it; `factors` (or `factor`, `matrix`) is what was
/// learned.
///
/// Reference: Shalit, Weinshall, Chechik, JMLR 13 (2012).
#pragma once

#include <utility>

#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/geometry/lazy_bilinear.hpp"
#include "mahala/geometry/lazy_bilinear_psd.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

/// eta, or eta / sqrt(t) at example (of batches: at batch) t = 1, 2 ..
class StepSize {
 public:
  StepSize(double eta, bool decays = false) : eta_(eta), decays_(decays) {}  // NOLINT: a number

  double next() { return decays_ ? eta_ / std::sqrt(static_cast<double>(++examples_)) : eta_; }

  void keep(Archive& archive) { archive("examples", examples_); }

 private:
  double eta_;
  bool decays_;
  Index examples_ = 0;
};

/// Triplets; Similarity is LazyBilinear or LazyBilinearPsd.
template <class Similarity>
class TripletLoreta {
 public:
  TripletLoreta(Similarity start, StepSize eta) : similarity_(std::move(start)), eta_(eta) {}

  double update(const TripletExample& example) {
    const double eta = eta_.next();
    assign_difference(example.positive, example.negative, difference_);
    similarity_.see(example.query, difference_.view(), seen_);
    const double loss = hinge(similarity_.score(seen_));
    if (loss > 0) similarity_.step(example.query, difference_.view(), seen_, eta);
    return loss;
  }

  const Similarity& similarity() const { return similarity_; }

  void keep(Archive& archive) {
    archive("similarity", similarity_);
    archive("eta", eta_);
  }

 private:
  Similarity similarity_;
  StepSize eta_;
  SparseVector difference_;
  typename Similarity::Seen seen_;
};

/// Triplets a few at a time (LORETA-r): one step along the mean of the directions that a batch of
/// them gives where it was seen, a matrix of as many ranks. What does not fill a batch is not
/// learned from.
template <class Similarity>
class BatchLoreta {
 public:
  BatchLoreta(Similarity start, StepSize eta, Index batch)
      : similarity_(std::move(start)), eta_(eta), batch_(batch) {}

  double update(const TripletExample& example) {
    SparseVector difference;
    assign_difference(example.positive, example.negative, difference);
    const double loss = hinge(similarity_.score(example.query, difference.view()));
    if (loss > 0) {
      queries_.push_back(copy(example.query));
      differences_.push_back(std::move(difference));
    }
    if (++seen_ == batch_) learn();
    return loss;
  }

  const Similarity& similarity() const { return similarity_; }

  void keep(Archive& archive) {
    archive("similarity", similarity_);
    archive("eta", eta_);
    archive("seen", seen_);
    archive("queries", queries_);
    archive("differences", differences_);
  }

 private:
  static SparseVector copy(const SparseView& x) {
    return {{x.at.begin(), x.at.end()}, {x.value.begin(), x.value.end()}};
  }

  static std::vector<SparseView> views(const std::vector<SparseVector>& all) {
    std::vector<SparseView> seen;
    for (const SparseVector& each : all) seen.push_back(each.view());
    return seen;
  }

  void learn() {
    const double eta = eta_.next() / static_cast<double>(batch_);
    if (!queries_.empty()) similarity_.step(views(queries_), views(differences_), eta);
    queries_.clear();
    differences_.clear();
    seen_ = 0;
  }

  Similarity similarity_;
  StepSize eta_;
  Index batch_, seen_ = 0;
  std::vector<SparseVector> queries_, differences_;  ///< of the batch, where there was a loss
};

/// Labels: W is labels x features, W x the scores of all labels.
template <class Scalar>
class LabelLoreta {
 public:
  LabelLoreta(const FixedRankPoint& start, StepSize eta,
              LabelDirection direction = LabelDirection::paper, double most_s = 1)
      : similarity_(start.a, start.b, most_s), eta_(eta), direction_(direction) {}

  double update(const LabelExample& example);

  /// The same updates for the columns of dense x, one after the other, but the features' factor is
  /// read and written once, by BLAS. Gives the sum of the losses. For callers that hold blocks of
  /// dense samples: the learners of learn/ take one example at a time and do not.
  double update(const MatrixView& x, std::span<const std::span<const Index>> labels);

  const LazyBilinear<Scalar>& similarity() const { return similarity_; }

  void keep(Archive& archive) {
    archive("similarity", similarity_);
    archive("eta", eta_);
  }

 private:
  /// Scores the labels for seen_.v and looks for a violation.
  double look(std::span<const Index> labels);

  LazyBilinear<Scalar> similarity_;
  StepSize eta_;
  LabelDirection direction_;
  LabelViolation violation_;
  typename LazyBilinear<Scalar>::Seen seen_;
  Vector image_, scores_;
};

/// Labels by WARP: a relevant label against one drawn at random, without scoring all.
template <class Scalar>
class WarpLoreta {
 public:
  WarpLoreta(const FixedRankPoint& start, StepSize eta, std::uint64_t seed, double most_s = 1)
      : similarity_(start.a, start.b, most_s),
        eta_(eta),
        rng_(make_rng(seed)),
        weights_(harmonic_numbers(similarity_.left_dim())) {}

  double update(const LabelExample& example);

  /// The same with relevant label y and negatives from draw(). Gives what was picked.
  template <class Draw>
  WarpPick update(const LabelExample& example, Index y, const Draw& draw) {
    const double eta = eta_.next();
    require_labels(example.labels, similarity_.left_dim());
    similarity_.see_right(example.x, seen_);
    similarity_.image(seen_, image_);
    const auto score = [&](Index n) { return similarity_.left_score(image_, n); };
    const Index negatives = similarity_.left_dim() - std::ssize(example.labels);
    const WarpPick pick = warp_pick(negatives, score(y), score, draw);
    if (pick.negative >= 0) step(example.x, y, pick, eta);
    return pick;
  }

  const LazyBilinear<Scalar>& similarity() const { return similarity_; }

  void keep(Archive& archive) {
    archive("similarity", similarity_);
    archive("eta", eta_);
    archive("rng", rng_);
  }

 private:
  void step(const SparseView& x, Index y, const WarpPick& pick, double eta);

  LazyBilinear<Scalar> similarity_;
  StepSize eta_;
  Rng rng_;
  std::vector<double> weights_;
  typename LazyBilinear<Scalar>::Seen seen_;
  Vector image_;
  SparseVector e_;
};

/// Tasks: several regressions at once, W x near y.
template <class Scalar>
class TaskLoreta {
 public:
  TaskLoreta(const FixedRankPoint& start, StepSize eta, double most_s = 1)
      : similarity_(start.a, start.b, most_s), eta_(eta), all_tasks_(start.a.rows()) {}

  double update(const TaskExample& example);

  const LazyBilinear<Scalar>& similarity() const { return similarity_; }

  void keep(Archive& archive) {
    archive("similarity", similarity_);
    archive("eta", eta_);
  }

 private:
  LazyBilinear<Scalar> similarity_;
  StepSize eta_;
  DenseViews all_tasks_;
  typename LazyBilinear<Scalar>::Seen seen_;
  Vector image_, residual_;
};

extern template class LabelLoreta<double>;
extern template class LabelLoreta<float>;
extern template class WarpLoreta<double>;
extern template class WarpLoreta<float>;
extern template class TaskLoreta<double>;
extern template class TaskLoreta<float>;

}  // namespace mahala
