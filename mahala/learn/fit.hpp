/// @file
/// The outcome of learning, and what learners make it of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/run.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

struct Descent;
struct OnlineRun;

/// Not reaching the optimum is a status, not an Error.
struct Fit {
  Model model = {};
  Status status = Status::converged;
  std::string message = {};      ///< one sentence: why it ended
  double objective = 0;          ///< the value it reached; what it is, the learner's page says
  Certificate certificate = {};  ///< how far from optimal
  Index iterations = 0;
  std::vector<Progress> trace = {};
  bool timed = false;  ///< the noted learning curve has seconds, so that no two models are equal
};

/// The model W = G G^T with how it was reached.
Fit fit_of(Matrix factor, Descent descent);
Fit fit_of(Matrix factor, OnlineRun online, double gradient_norm);

/// Nothing to learn from: the start comes back, and the message says why.
Fit kept_start(Model start, std::string_view why = "no pairs");

/// The fit, its message saying so if every pair asks for the same: all smaller, or all larger.
Fit with_remark(Fit fit, const Pairs& pairs);

}  // namespace mahala
