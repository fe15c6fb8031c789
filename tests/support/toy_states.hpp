// The simplest online learners of a similarity and of a ranking, to try what surrounds them.
#pragma once

#include <algorithm>

#include "mahala/learn/learner.hpp"

namespace mahala::test {

/// W = A B^T by gradient steps on the triplet hinge loss.
struct ToySimilarity {
  Matrix a, b;
  double step;

  double update(const SparseView& x, const SparseView& near, const SparseView& far) {
    const Vector q = dense(x, a.rows()), delta = dense(near, b.rows()) - dense(far, b.rows());
    const Vector u = a.transpose() * q, v = b.transpose() * delta;
    const double loss = std::max(0.0, 1 - u.dot(v));
    if (loss == 0) return loss;
    a += step * q * v.transpose();
    b += step * delta * u.transpose();
    return loss;
  }
};

inline std::unique_ptr<OnlineState> toy_similarity(Index dim, Index rank, double step,
                                                   const Run& run = {}) {
  const Matrix start = Matrix::Identity(dim, rank);
  const Matrix& right = run.start_right != nullptr ? *run.start_right : start;
  return online_state(ToySimilarity{run.start != nullptr ? *run.start : start, right, step},
                      [](const ToySimilarity& s) {
                        return Model{.kind = ModelKind::similarity, .left = s.a, .right = s.b};
                      });
}

/// W of full rank by perceptron steps: the labels above the best other one.
struct ToyRanking {
  Matrix w;  ///< labels x features
  double step;
  std::vector<std::string> labels;

  double update(const Example& example) {
    const Vector x = dense(example.x, w.cols()), scores = w * x;
    double loss = 0;
    for (Index other = 0; other < w.rows(); ++other) {
      if (std::ranges::find(example.labels, other) != example.labels.end()) continue;
      for (const Index own : example.labels) {
        const double violation = 1 + scores[other] - scores[own];
        if (violation <= 0) continue;
        loss += violation;
        w.row(own) += step * x.transpose();
        w.row(other) -= step * x.transpose();
      }
    }
    return loss;
  }
};

inline std::unique_ptr<OnlineState> toy_ranking(Index dim, std::vector<std::string> labels,
                                                double step) {
  return online_state(
      ToyRanking{Matrix::Zero(std::ssize(labels), dim), step, labels}, [](const ToyRanking& s) {
        return Model{.kind = ModelKind::ranking, .right = s.w.transpose(), .labels = s.labels};
      });
}

}  // namespace mahala::test
