// What tests of every entry of the registry have in common.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/model/scores.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test {

/// What a model makes of samples, whatever its kind.
inline Matrix applied(const Model& model, const Samples& x) {
  if (model.kind == ModelKind::metric) return embed(model, x);
  if (model.kind == ModelKind::ranking) return label_scores(model, x);
  const Samples side = embed_side(model, x, Side::right);
  return side.block(0, side.size());
}

inline void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(a.left, b.left);
  EXPECT_EQ(a.right, b.right);
  EXPECT_EQ(a.identity, b.identity);
}

inline void expect_sound(const Fit& fit) {
  EXPECT_NE(fit.status, Status::diverged) << fit.message;
  EXPECT_TRUE(fit.model.left.allFinite());
  EXPECT_TRUE(fit.model.right.allFinite());
  EXPECT_TRUE(std::isfinite(fit.objective));
  EXPECT_FALSE(fit.message.empty());
}

class EveryLearner : public testing::TestWithParam<std::string> {
 protected:
  const LearnerEntry& entry = find_learner(GetParam());
  std::unique_ptr<Learner> learner = entry.make();

  /// Blobs; their classes are numbers for learners of outputs.
  Dataset usual(Index n = 120, Index dim = 6) const {
    if (entry.needs != Supervision::outputs) return blobs(n, dim);
    return labelled(blobs(n, dim), [](Index i) { return std::to_string(1 + i % 3); });
  }

  /// The same samples with other labels.
  template <class Name>
  static Dataset labelled(Dataset data, const Name& name) {
    std::vector<std::string> names;
    for (Index i = 0; i < data.size(); ++i) names.push_back(name(i));
    data.labels = Labels::from_names(names);
    return data;
  }

  bool has(std::string_view name) const {
    const auto options = learner->options();
    return std::any_of(options.begin(), options.end(),
                       [&](const Option& option) { return option.name == name; });
  }

  /// Sets an option if the learner has it.
  void set_if_there(std::string_view name, std::string_view text) const {
    if (has(name)) set(learner->options(), name, text);
  }

  /// Few iterations, where soundness is asked for: it shows early.
  void be_quick() const {
    set_if_there("max_iterations", "20");
    set_if_there("steps", "2000");
    if (entry.samples_itself) set_if_there("prefix", "500");
  }

  Trained trained(const Dataset& data, const mahala::Run& run = {.seed = 1},
                  const TrainOptions& options = {}) const {
    return train(*learner, data, std::nullopt, options, run);
  }

  /// No constraints of the kind it needs.
  Constraints none() const {
    for (const Constraints& empty :
         std::vector<Constraints>{Pairs{}, Triplets{}, NearFarSets{}, Rankings{}}) {
      if (kind(empty) == entry.needs) return empty;
    }
    return Nothing{};
  }

  /// What learning starts from, and what is left of it where there is nothing to learn from.
  Model start(const Dataset& data) const {
    if (!entry.samples_itself) return learner->prior(data);
    const auto fresh = entry.make();  // some options are not for streams
    for (const Option& option : fresh->options()) {
      const bool chosen_on_data =
          option.name == "step" || option.name == "near" || option.name == "far";
      if (chosen_on_data) set({option}, option.name, option.name == "near" ? "1" : "2");
    }
    return fresh->stream({.dim = data.dim(), .labels = data.labels.names()})->model();
  }

  /// Sound, or told by sampling that there is nothing to draw from; without any constraints the
  /// start comes back.
  void expect_sound_if_there_is_anything(const Dataset& data,
                                         const TrainOptions& options = {}) const {
    try {
      expect_sound(trained(data, {.seed = 1}, options).fit);
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::AnyOf(testing::HasSubstr("the labels allow no"),
                                               testing::HasSubstr("the samples coincide"),
                                               testing::HasSubstr("need two labelled samples")));
      const Model before = start(data);
      expect_same(learner->fit(data, none()).model, before);
    }
  }
};

}  // namespace mahala::test
