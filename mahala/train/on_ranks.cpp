#include "mahala/train/on_ranks.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/ranks.hpp"

namespace mahala {
namespace {

/// In alphabetical order.
constexpr std::string_view learners_on_ranks[] = {
    "bilinear-gd", "covariance", "euclidean", "frobmetric", "iplr",          "itml",
    "lda",         "lfda",       "lmnn",      "loreta",     "loreta-labels", "loreta-mi",
    "loreta-psd",  "mcml",       "nca",       "pa",         "pa-labels",     "pca",
    "psd-flat",    "psd-gd",     "psd-polar", "rca",        "spd-affine",    "spd-flat",
    "spd-log"};

}  // namespace

void check_on_ranks(std::string_view learner) {
  if (ranks() == 1) return;
  const bool does = std::ranges::find(learners_on_ranks, learner) != std::end(learners_on_ranks);
  require(does, "{} needs all samples in one process, and mpirun started {}; these share them: {}",
          learner, ranks(), fmt::join(learners_on_ranks, ", "));
}

}  // namespace mahala
