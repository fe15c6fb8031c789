#include "cli/flags/showcase.hpp"

#include <fmt/format.h>

#include "cli/flags/builtin.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/report/embedding_figure.hpp"
#include "mahala/report/learning_section.hpp"
#include "mahala/report/metric_figures.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {
namespace {

Trained train_named(std::string_view name, const Showcase& showcase, Dataset data,
                    std::uint64_t seed) {
  const LearnerEntry& entry = find_learner(name);
  const auto learner = entry.make();
  if (name != "euclidean") set(learner->options(), "rank", std::to_string(showcase.rank));
  const TrainOptions options{.sampling = showcase.sampling};
  return train(*learner, std::move(data), std::nullopt, options, {.seed = seed});
}

Candidate candidate(std::string_view name, const Showcase& showcase) {
  return {std::string(name), [name, showcase](const TrainingPart& part) {
            return train_named(name, showcase, part.data, part.seed).fit.model;
          }};
}

/// Learns on one half and embeds the other half, before and after.
void embed_halves(const Dataset& data, std::uint64_t seed, Shown& shown) {
  Rng rng = make_rng(seed);
  const Fold half = stratified_folds(data.labels.classes(), 2, rng).front();
  const Dataset train_half = data.select(half.train), test_half = data.select(half.test);
  shown.fit = train_named("psd-flat", shown.showcase, train_half, seed).fit;
  const Model plain = train_named("euclidean", shown.showcase, train_half, seed).fit.model;
  shown.before = embed_samples(plain, test_half.x);
  shown.after = embed_samples(shown.fit.model, test_half.x);
  shown.labels = test_half.labels;
}

std::string percent(const Score& score) {
  return fmt::format("{:.1f} ± {:.1f}", 100 * score.error_mean, 100 * score.error_sd);
}

/// The errors of the learned metric against those of the plain one of its rank: "-54 %".
std::string change(const Shown& shown) {
  if (shown.pca.error_mean == 0) return "";
  return fmt::format("{:+.0f} %", 100 * (shown.learned.error_mean / shown.pca.error_mean - 1));
}

Table methods(const Shown& shown) {
  Table table({"method", "rank", "error [%]"});
  for (const Score* score : {&shown.euclidean, &shown.pca, &shown.learned}) {
    table.add({score->name, std::to_string(score->rank), percent(*score)});
  }
  return table;
}

}  // namespace

Shown show(const Showcase& showcase, std::uint64_t seed) {
  const Dataset data = read_dataset(resolve_data("builtin:" + showcase.name), {.label = "label"});
  const Protocol protocol{.folds = 10, .repeats = 2, .seed = seed};
  auto scores = cross_validate(data,
                               {candidate("euclidean", showcase), candidate("pca", showcase),
                                candidate("psd-flat", showcase)},
                               protocol);
  Shown shown{.showcase = showcase, .euclidean = scores[0], .pca = scores[1], .learned = scores[2]};
  shown.p_value = paired_test(shown.learned.errors, shown.pca.errors, protocol.folds);
  embed_halves(data, seed, shown);
  return shown;
}

std::vector<std::string> row(const Shown& shown) {
  return {shown.showcase.name,
          std::to_string(shown.showcase.rank),
          percent(shown.euclidean),
          percent(shown.pca),
          percent(shown.learned),
          change(shown),
          fmt::format("{:.2g}", shown.p_value)};
}

Json to_json(const Shown& shown) {
  Json json = {{"rank", shown.showcase.rank}, {"p_value", shown.p_value}};
  for (const Score* score : {&shown.euclidean, &shown.pca, &shown.learned}) {
    json[score->name] = {{"error_mean", score->error_mean}, {"error_sd", score->error_sd}};
  }
  return json;
}

void add_section(const Shown& shown, Page& page) {
  page.section(shown.showcase.name);
  page.table(
      methods(shown),
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

}  // namespace mahala::cli
