#include "mahala/report/showcase.hpp"

#include <fmt/format.h>

#include "mahala/compare/candidate.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/report/learning_section.hpp"
#include "mahala/report/metric_figures.hpp"
#include "mahala/train/registry.hpp"

namespace mahala {
namespace {

TrainOptions training_of(const Showcase& showcase) { return {.sampling = showcase.sampling}; }

LearnerCandidate shown_learner(std::string_view name, const Showcase& showcase) {
  if (name == "euclidean") return make_candidate(name);
  return make_candidate(name, {{"rank", std::to_string(showcase.rank)}});
}

Fit fit_shown(std::string_view name, const Showcase& showcase, const Dataset& data,
              std::uint64_t seed) {
  const LearnerCandidate candidate = shown_learner(name, showcase);
  return train(*candidate.learner, data, std::nullopt, training_of(showcase), {.seed = seed}).fit;
}

/// Called by its learner, without the rank.
Candidate shown_candidate(std::string_view name, const Showcase& showcase, Index n) {
  Candidate candidate =
      learned_in_folds(shown_learner(name, showcase), std::nullopt, training_of(showcase), n);
  candidate.name = name;
  return candidate;
}

/// Learns on one half and embeds the other half, before and after.
void embed_halves(const Dataset& data, std::uint64_t seed, Shown& shown) {
  Rng rng = make_rng(seed);
  const Fold half = stratified_folds(data.labels.classes(), 2, rng).front();
  const Dataset train_half = data.select(half.train), test_half = data.select(half.test);
  shown.fit = fit_shown("psd-flat", shown.showcase, train_half, seed);
  const Model plain = fit_shown("euclidean", shown.showcase, train_half, seed).model;
  shown.before = embed_samples(plain, test_half.x);
  shown.after = embed_samples(shown.fit.model, test_half.x);
  shown.labels = test_half.labels;
}

std::string error_percent(const Score& score) {
  return fmt::format("{:.1f} ± {:.1f}", 100 * score.error_mean, 100 * score.error_sd);
}

/// The errors of the learned metric against those of the plain one of its rank: "-54 %".
std::string error_change(const Shown& shown) {
  if (shown.pca.error_mean == 0) return "";
  return fmt::format("{:+.0f} %", 100 * (shown.learned.error_mean / shown.pca.error_mean - 1));
}

Table shown_methods(const Shown& shown) {
  Table table({"method", "rank", "error [%]"});
  for (const Score* score : {&shown.euclidean, &shown.pca, &shown.learned}) {
    table.add({score->name, std::to_string(score->rank), error_percent(*score)});
  }
  return table;
}

}  // namespace

Shown show(const Showcase& showcase, const Dataset& data, std::uint64_t seed) {
  const Protocol protocol{.folds = 10, .repeats = 2, .seed = seed};
  const Index n = data.size();
  auto scores = cross_validate(
      data,
      {shown_candidate("euclidean", showcase, n), shown_candidate("pca", showcase, n),
       shown_candidate("psd-flat", showcase, n)},
      protocol);
  Shown shown{.showcase = showcase, .euclidean = scores[0], .pca = scores[1], .learned = scores[2]};
  shown.p_value = paired_test(shown.learned.errors, shown.pca.errors, protocol.folds);
  embed_halves(data, seed, shown);
  return shown;
}

std::vector<std::string> showcase_row(const Shown& shown) {
  return {shown.showcase.name,
          std::to_string(shown.showcase.rank),
          error_percent(shown.euclidean),
          error_percent(shown.pca),
          error_percent(shown.learned),
          error_change(shown),
          fmt::format("{:.2g}", shown.p_value)};
}

void add_section(const Shown& shown, Page& page) {
  page.section(shown.showcase.name);
  page.table(
      shown_methods(shown),
      fmt::format("The learned distance and the plain one of its rank differ with p = {:.2g}.",
                  shown.p_value));
  page.figures({embedding_figure("before", shown.before, shown.labels),
                embedding_figure("after", shown.after, shown.labels)});
  std::vector<Figure> learned =
      curve_figures(learning_curve(shown.fit.trace),
                    fmt::format("{}: {}", name(shown.fit.status), shown.fit.message));
  if (const auto spectrum = spectrum_figure(shown.fit.model)) learned.push_back(*spectrum);
  page.figures(learned);
}

}  // namespace mahala
