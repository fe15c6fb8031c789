#include "mahala/report/showcase.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/report/learning_section.hpp"
#include "mahala/report/metric_figures.hpp"

namespace mahala {
namespace {

/// A race on few samples, so that nobody waits for a demonstration.
LearnerCandidate quick_auto() { return make_candidate("auto", {{"samples", "300"}}); }

/// Learns on one half and embeds the other half, before and after.
void embed_halves(const Dataset& data, std::uint64_t seed, Shown& shown) {
  Rng rng = make_rng(seed);
  const Fold half = stratified_folds(data.labels.classes(), 2, rng).front();
  const Dataset train_half = data.select(half.train), test_half = data.select(half.test);
  const auto learned = [&](const LearnerCandidate& candidate, const std::string& prepare) {
    return train(*candidate.learner, train_half, std::nullopt, {.prepare = prepare}, {.seed = seed})
        .fit;
  };
  const bool raw = shown.euclidean().name == "euclidean_raw";
  const Fit plain = learned(euclidean_raw(), raw ? "none" : "standardise");
  shown.before_name = raw ? "before, raw" : "before, standardised";
  shown.fit = learned(quick_auto(), "auto");
  shown.before = embed_samples(plain.model, test_half.x);
  shown.after = embed_samples(shown.fit.model, test_half.x);
  shown.labels = test_half.labels;
}

std::string error_percent(const Score& score) {
  return fmt::format("{:.1f} ± {:.1f}", 100 * score.error_mean, 100 * score.error_sd);
}

std::string baseline_percent(const Shown& shown, std::string_view name) {
  const auto& all = shown.comparison.baselines;
  const auto found = std::ranges::find(all, name, &Baseline::name);
  return found == all.end() || !found->failure.empty() ? "" : error_percent(found->score);
}

/// The errors of the learned metric against those of the better plain one: "-54 %".
std::string error_change(const Shown& shown) {
  const double before = shown.euclidean().score.error_mean;
  if (before == 0) return "";
  return fmt::format("{:+.0f} %", 100 * (shown.comparison.learned.error_mean / before - 1));
}

/// What was chosen in most folds.
std::string usual_choice(const Shown& shown) {
  const auto& all = shown.comparison.chosen;
  if (all.empty()) return "";
  return std::ranges::max_element(all, {}, &ChosenInFolds::folds)->learner;
}

}  // namespace

const Baseline& Shown::euclidean() const {
  const Baseline* better = better_euclidean(comparison.baselines);
  require(better != nullptr, "{}: the Euclidean metric could not be run", name);
  return *better;
}

Shown show(const std::string& name, const Dataset& data, std::uint64_t seed) {
  Shown shown{.name = name,
              .comparison = compare_with_baselines(quick_auto(), data,
                                                   {.folds = 5, .repeats = 1, .seed = seed})};
  embed_halves(data, seed, shown);
  return shown;
}

Table showcase_table(const std::vector<Shown>& all) {
  Table table({"data", "raw", "standardised", "lda", "auto", "most chosen", "errors", "p"});
  for (const Shown& shown : all) {
    table.add({shown.name, baseline_percent(shown, "euclidean_raw"),
               baseline_percent(shown, "euclidean"), baseline_percent(shown, "lda"),
               error_percent(shown.comparison.learned), usual_choice(shown), error_change(shown),
               fmt::format("{:.2g}", shown.euclidean().p_value)});
  }
  return table;
}

void add_section(const Shown& shown, Page& page) {
  page.section(shown.name);
  page.paragraph(verdict(shown.comparison) + ".");
  page.figures({embedding_figure(shown.before_name, shown.before, shown.labels),
                embedding_figure("after", shown.after, shown.labels)});
  std::vector<Figure> learned;
  if (shown.fit.trace.size() > 1) {
    learned = curve_figures(learning_curve(shown.fit.trace),
                            fmt::format("{}: {}", name(shown.fit.status), shown.fit.message));
  }
  if (const auto spectrum = spectrum_figure(shown.fit.model)) learned.push_back(*spectrum);
  if (!learned.empty()) page.figures(learned);
}

}  // namespace mahala
