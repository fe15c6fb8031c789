/// @file
/// The golden cases of similarities of fixed rank: their examples, and following a method through
/// them.
#pragma once

#include <gtest/gtest.h>

#include "mahala/optimize/similarity/bilinear_loss.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test {

/// The entries of x that are not zero.
template <class Numbers>
SparseVector sparse(const Numbers& x) {
  SparseVector out;
  for (Index i = 0; i < x.size(); ++i) out.push(i, x[i]);
  return out;
}

inline std::vector<SparseVector> sparse_columns(const Matrix& x) {
  std::vector<SparseVector> out;
  for (Index j = 0; j < x.cols(); ++j) out.push_back(sparse(x.col(j)));
  return out;
}

inline std::vector<SparseView> views(const std::vector<SparseVector>& vectors) {
  std::vector<SparseView> out;
  for (const SparseVector& each : vectors) out.push_back(each.view());
  return out;
}

inline double apart(const Matrix& found, const Matrix& expected) {
  return (found - expected).norm() / std::max(expected.norm(), 1e-300);
}

/// What a case expects after `step` steps, if it says so.
inline void expect_at(const nlohmann::json& expected, std::size_t step, const char* name,
                      const Matrix& found, double tolerance) {
  const std::string at = std::to_string(step);
  if (!expected.contains(at) || !expected.at(at).contains(name)) return;
  EXPECT_LT(apart(found, matrix(expected.at(at).at(name))), tolerance) << name << " after " << step;
}

/// The triplets of a case, as views of the rows of its X.
class GoldenTriplets {
 public:
  explicit GoldenTriplets(const nlohmann::json& each)
      : each_(each), x_(sparse_columns(matrix(each.at("X")).transpose())) {}

  std::size_t size() const { return each_.at("triplets").size(); }
  Index dim() const { return static_cast<Index>(each_.at("X").front().size()); }
  TripletExample operator[](std::size_t t) const {
    const auto& at = each_.at("triplets")[t];
    const auto row = [&](int k) { return x_[at[static_cast<std::size_t>(k)]].view(); };
    return {row(0), row(1), row(2)};
  }

 private:
  const nlohmann::json& each_;
  std::vector<SparseVector> x_;
};

/// Follows the triplets, comparing losses (if they are the method's own) and W.
template <class Method, class W>
void follow_triplets(const nlohmann::json& each, Method method, const W& w, bool losses = true) {
  const GoldenTriplets triplets(each);
  const double tolerance = each.at("tol");
  for (std::size_t t = 0; t < triplets.size(); ++t) {
    const double loss = method.update(triplets[t]);
    if (losses && each.contains("loss_before_step")) {
      const double wanted = each.at("loss_before_step")[t].get<double>();
      EXPECT_NEAR(loss, std::max(wanted, 0.0), 10 * tolerance) << "triplet " << t;
    }
    expect_at(each.at("expected"), t + 1, "W", w(method), tolerance);
  }
}

/// The labelled examples of a case.
class GoldenLabels {
 public:
  explicit GoldenLabels(const nlohmann::json& each)
      : x_(sparse_columns(matrix(each.at("X")).transpose())),
        labels_(each.at("labels").get<std::vector<std::vector<Index>>>()),
        dim_(static_cast<Index>(each.at("X").front().size())) {}

  std::size_t size() const { return x_.size(); }
  Index dim() const { return dim_; }
  LabelExample operator[](std::size_t t) const { return {x_[t].view(), labels_[t]}; }

 private:
  std::vector<SparseVector> x_;
  std::vector<std::vector<Index>> labels_;
  Index dim_;
};

template <class Method, class W>
void follow_labels(const nlohmann::json& each, Method method, const W& w) {
  const GoldenLabels examples(each);
  for (std::size_t t = 0; t < examples.size(); ++t) {
    const double loss = method.update(examples[t]);
    EXPECT_EQ(loss > 0, each.at("n_violators")[t].get<Index>() > 0) << "example " << t;
    expect_at(each.at("expected"), t + 1, "W", w(method), each.at("tol"));
  }
}

inline LabelDirection direction_of(const nlohmann::json& each) {
  return each.at("mode") == "exact" ? LabelDirection::exact : LabelDirection::paper;
}

}  // namespace mahala::test
