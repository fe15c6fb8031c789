#include "cli/showcase.hpp"

#include <fmt/format.h>

#include "cli/builtin.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/report/picture.hpp"
#include "mahala/report/plane.hpp"

namespace mahala::cli {
namespace {

Trained train_named(std::string_view name, const Showcase& showcase, Dataset data,
                    std::uint64_t seed) {
  const LearnerEntry& entry = find_learner(name);
  const auto learner = entry.make();
  if (name != "euclidean") set(learner->options(), "rank", std::to_string(showcase.rank));
  const TrainOptions options{.sampling = showcase.sampling};
  return train(entry, *learner, std::move(data), std::nullopt, options, {.seed = seed});
}

Candidate candidate(std::string_view name, const Showcase& showcase) {
  return {std::string(name), [name, showcase](const TrainingPart& part) {
            return train_named(name, showcase, part.data, part.seed).fit.model;
          }};
}

/// Learns on one half and places the other half in the plane, before and after.
void draw_halves(const Dataset& data, std::uint64_t seed, Shown& shown) {
  Rng rng = make_rng(seed);
  const Fold half = stratified_folds(data.labels.classes(), 2, rng).front();
  const Dataset train_half = data.select(half.train), test_half = data.select(half.test);
  shown.fit = train_named("psd-flat", shown.showcase, train_half, seed).fit;
  const Model plain = train_named("euclidean", shown.showcase, train_half, seed).fit.model;
  shown.before = plane(embed(plain, test_half.x));
  shown.after = plane(embed(shown.fit.model, test_half.x));
  shown.classes = test_half.labels.classes();
  shown.class_names = data.labels.names();
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

Curve learning_curve(const Fit& fit) {
  Curve curve;
  for (const Progress& progress : fit.trace) {
    curve.x.push_back(static_cast<double>(progress.step));
    curve.y.push_back(progress.objective);
  }
  return curve;
}

Figure scatter(const Shown& shown, const Matrix& points, const std::string& title) {
  return {draw_svg(Scatter{.title = title,
                           .x_label = "first principal coordinate",
                           .y_label = "second principal coordinate",
                           .points = points,
                           .classes = shown.classes,
                           .names = shown.class_names}),
          title + ": samples the learner has not seen"};
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
  draw_halves(data, seed, shown);
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
  page.figures({scatter(shown, shown.before, "before"), scatter(shown, shown.after, "after")});
  const Vector values = spectrum(shown.fit.model);
  page.figures({{draw_svg(Lines{.title = "learning curve",
                                .x_label = "step",
                                .y_label = "objective",
                                .curves = {learning_curve(shown.fit)}}),
                 fmt::format("{}: {}", name(shown.fit.status), shown.fit.message)},
                {draw_svg(Bars{.title = "spectrum of the metric",
                               .value_label = "eigenvalue",
                               .values = {values.data(), values.data() + values.size()}}),
                 "what each direction of the learned metric counts for"}});
}

}  // namespace mahala::cli
