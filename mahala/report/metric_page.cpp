#include "mahala/report/metric_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/report/confusion.hpp"
#include "mahala/report/learning_section.hpp"
#include "mahala/report/metric_figures.hpp"
#include "mahala/report/neighbour_table.hpp"
#include "mahala/report/picture/picture.hpp"
#include "mahala/train/choice.hpp"

namespace mahala {
namespace {

constexpr Index most_drawn_points = 1000;  ///< in a picture: more are one blot and a heavy page

constexpr Index classes_side_by_side = 12;  ///< more need the whole width for their counts

/// " (of 9298, drawn at random)", or "".
std::string thinned_text(Index kept, Index possible) {
  return kept == possible ? "" : fmt::format(" (of {}, drawn at random)", possible);
}

std::string judged_text(const ReportSample& sample) {
  const Index items = sample.items.size(), queries = sample.queries.size();
  return fmt::format("{} samples{} are judged by their {} nearest {} {} samples{}.", queries,
                     thinned_text(queries, sample.possible_queries), sample.k,
                     sample.own.empty() ? "among" : "other samples among", items,
                     thinned_text(items, sample.possible_items));
}

void add_summary(const ReportSubject& subject, const Findings& findings, Page& page) {
  page.section("Summary");
  page.paragraph(verdict(subject, findings));
  page.table(
      summary(subject, findings),
      judged_text(subject.sample) +
          (findings.same_rank_at
               ? " \"Same rank\" is the plain distance on as many principal components as the "
                 "learned one has dimensions."
               : ""));
  const Labels& labels = subject.sample.items.labels;
  if (labels.empty()) {
    page.paragraph(
        "The data has no labels. What needs them is left out: errors, confusions, distances "
        "within and between classes.");
  } else if (!labels.single()) {
    page.paragraph(
        "Some samples have several labels or none. What needs one label for each is left out: "
        "errors, confusions and colours. Samples are alike if they share a label.");
  } else if (labels.label_count() < 2) {
    page.paragraph("All samples are of one class, so there is nothing to tell apart.");
  }
}

void add_embeddings(const ReportSubject& subject, const Findings& findings, Page& page) {
  const Index n = subject.sample.queries.size();
  Rng rng = make_rng(subject.sample.seed, RandomStream::page_drawing);
  std::vector<Index> drawn = random_order(n, rng);
  drawn.resize(static_cast<std::size_t>(std::min(n, most_drawn_points)));
  const Labels labels = subject.sample.queries.labels.select(drawn);
  page.section("The samples before and after");
  page.paragraph(
      fmt::format("{} of the evaluated samples, as the two distances place them.", drawn.size()));
  page.figures({embedding_figure("before", findings.before().queries.select(drawn), labels),
                embedding_figure("after", findings.after().queries.select(drawn), labels)});
}

void add_neighbours(const ReportSubject& subject, const Findings& findings, Page& page) {
  page.section("Neighbours before and after");
  page.paragraph(fmt::format("On average {:.1f} % of the {} nearest samples stay among them.",
                             100 * findings.kept_neighbours, subject.sample.k));
  const auto shown = shown_queries(findings.before(), findings.after(), subject.sample);
  const bool labelled = !subject.sample.items.labels.empty();
  page.table(neighbour_table(findings.before(), findings.after(), subject.sample, shown),
             fmt::format("{}{}",
                         subject.sample.items.ids.empty()
                             ? "Samples go by their numbers in the data, from 0."
                             : "Samples go by their ids.",
                         labelled ? " ✓ shares the label of the sample, ✗ does not. Samples that "
                                    "learning fixed come first, then those it broke."
                                  : ""));
}

void add_distances(const ReportSubject& subject, const Findings& findings, Page& page) {
  if (subject.sample.queries.labels.empty()) return;
  page.section("Distances within and between classes");
  if (!findings.after().verification) {
    return page.paragraph("There are not both pairs of one class and pairs of different classes.");
  }
  page.paragraph(
      fmt::format("{} pairs of evaluated samples, half of them of one class. The less the curves "
                  "overlap, the better the distance tells classes apart.",
                  subject.sample.pairs.size()));
  page.figures({distance_figure("before", findings.before(), subject.sample),
                distance_figure("after", findings.after(), subject.sample)});
}

void add_confusions(const ReportSubject& subject, const Findings& findings, Page& page) {
  if (!subject.sample.has_classes()) return;
  page.section("Confusion matrix");
  const auto& names = subject.sample.items.labels.names();
  const std::vector<Index> truth = subject.sample.queries.labels.classes();
  const auto counts = [&](const DistanceQuality& quality) {
    return confusion(truth, quality.predicted, std::ssize(names));
  };
  const Matrix before = counts(findings.before()), after = counts(findings.after());
  const auto left = confusion_figure("before", before, names);
  const auto right = confusion_figure("after", after, names);
  if (left && right && std::ssize(names) <= classes_side_by_side) {
    page.figures({*left, *right});
  } else if (left && right) {
    page.figure(*left);
    page.figure(*right);
  } else {
    page.paragraph(fmt::format("{} classes are too many for a picture.", names.size()));
  }
  const Table worst = worst_confusions(before, after, names);
  if (worst.empty()) return page.paragraph("Neither distance makes a mistake.");
  page.table(worst, "The most frequent mistakes, in samples.");
}

void add_metric(const ReportSubject& subject, const Findings& findings, Page& page) {
  page.section("What was learned");
  std::vector<Figure> figures;
  add_learning(subject.model, figures, page);
  if (const auto spectrum = spectrum_figure(subject.model)) {
    figures.push_back(*spectrum);
  } else {
    page.paragraph("The metric is a multiple of the plain one and has no spectrum to show.");
  }
  if (!figures.empty()) page.figures(figures);
  if (subject.model.domain == Domain::kernel) {
    page.paragraph(
        fmt::format("Samples are placed by their kernel with {} support samples, so that no "
                    "single feature is listened to.",
                    subject.model.left.rows()));
  } else if (const auto stretched = stretch_figure(findings.stretch, subject.features)) {
    page.figure(*stretched);
  } else {
    page.paragraph("No feature of these samples varies, so none is stretched.");
  }
}

/// Numbers of all that ran, in the order they were tried.
std::string race_picture(const std::vector<TriedLearner>& trials, Supervision judged_by) {
  Bars bars{.title = "the race",
            .value_label = fmt::format("held-out {}", judged_measure(judged_by))};
  for (const TriedLearner& each : trials) {
    if (each.folds == 0) continue;
    bars.names.push_back(fmt::format("{}, {}", each.title, each.prepare));
    bars.values.push_back(judged_number(each.error, judged_by));
  }
  return bars.values.empty() ? "" : draw_svg(bars);
}

std::string_view judged_in_words(Supervision judged_by) {
  if (judged_by == Supervision::pairs) {
    return "Areas under the curve (AUC) of pairs whose samples were not learned from; more is "
           "better.";
  }
  return judged_by == Supervision::triplets
             ? "Shares of triplets violated among those whose samples were not learned from."
             : "Errors of a vote of 5 neighbours on folds that were not learned from.";
}

/// What a learner that chooses has tried.
void add_choice(const ReportSubject& subject, Page& page) {
  const auto trials = noted_trials(subject.model);
  if (trials.empty()) return;
  page.section("How it was chosen");
  page.paragraph(note(subject.model, "chosen.why") + ".");
  const Supervision judged_by = noted_judge(subject.model);
  if (std::string drawn = race_picture(trials, judged_by); !drawn.empty()) {
    page.figure({std::move(drawn),
                 fmt::format("Held-out {} of all that raced; those dropped after one fold have one "
                             "fold only.",
                             judged_measure(judged_by))});
  }
  Table table(trial_header(judged_by),
              {Align::left, Align::left, Align::right, Align::right, Align::left});
  for (const TriedLearner& each : trials) table.add(trial_cells(each, judged_by));
  page.table(table, judged_in_words(judged_by));
}

void add_facts(const ReportSubject& subject, Page& page) {
  page.section("Where it comes from");
  Table table({"fact", "value"}, {Align::left, Align::left});
  for (const ModelFacts& facts : {subject.facts, model_facts(subject.model)}) {
    for (const auto& [name, text] : facts) table.add({name, text});
  }
  page.table(table);
}

}  // namespace

Page metric_page(const ReportSubject& subject, const Findings& findings) {
  Page page(subject.title);
  page.paragraph(subject.basis);
  add_summary(subject, findings, page);
  add_embeddings(subject, findings, page);
  add_distances(subject, findings, page);
  add_confusions(subject, findings, page);
  add_neighbours(subject, findings, page);
  add_metric(subject, findings, page);
  add_choice(subject, page);
  add_facts(subject, page);
  return page;
}

}  // namespace mahala
