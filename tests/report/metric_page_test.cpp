#include "mahala/report/metric_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "mahala/report/confusion.hpp"
#include "mahala/report/metric_figures.hpp"
#include "mahala/report/neighbour_table.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/report/well_formed.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::metric_page_test {
namespace {

using testing::HasSubstr;

ReportSubject subject_of(const Dataset& data, const std::string& learner, Index rank = 2) {
  const LearnerEntry& entry = find_learner(learner);
  const auto made = entry.make();
  for (const Option& option : made->options()) {
    if (option.name == "rank") set({option}, "rank", std::to_string(rank));
  }
  return {.title = "a <report>",
          .basis = "on toy data",
          .model = train(*made, data, std::nullopt, {}).fit.model,
          .sample = report_sample_among(data, {})};
}

std::string page_of(const ReportSubject& subject) {
  const std::string html = metric_page(subject, look_into(subject)).str();
  EXPECT_EQ(malformation(html), "");
  EXPECT_EQ(occurrences(html, "<svg"), occurrences(html, "role=\"img\" aria-label=\""));
  return html;
}

TEST(MetricPage, ShowsEverythingForLabelledSamples) {
  const std::string html = page_of(subject_of(blobs(), "psd-flat"));
  for (const std::string heading :
       {"Summary", "The samples before and after", "Distances within and between classes",
        "Confusion matrix", "Neighbours before and after", "What was learned",
        "Where it comes from"}) {
    EXPECT_TRUE(contains(html, "<h2>" + heading + "</h2>")) << heading;
  }
  EXPECT_EQ(occurrences(html, "<svg"), 9u);
  EXPECT_TRUE(contains(html, "learning curve"));
  EXPECT_TRUE(contains(html, "option.max_iterations"));
}

TEST(MetricPage, SaysThatAClosedFormHasNoLearningCurve) {
  const std::string html = page_of(subject_of(blobs(), "lda"));
  EXPECT_TRUE(contains(html, "There is no learning curve: lda took no steps."));
  EXPECT_EQ(occurrences(html, "<svg"), 8u);
}

TEST(MetricPage, LeavesOutWhatNeedsLabelsAndSaysSo) {
  Dataset data = blobs();
  data.labels = {};
  const std::string html = page_of(subject_of(data, "pca"));
  EXPECT_TRUE(contains(html, "The data has no labels."));
  EXPECT_FALSE(contains(html, "<h2>Which class"));
  EXPECT_FALSE(contains(html, "<h2>Distances"));
  EXPECT_FALSE(contains(html, ">error [%]<"));
  EXPECT_EQ(occurrences(html, "<svg"), 4u);
}

TEST(MetricPage, MakesDoWithOneClassOneDimensionAndTheEuclideanMetric) {
  Dataset data = blobs(20);
  EXPECT_TRUE(contains(page_of(subject_of(data, "psd-flat", 1)), "the distance has one dimension"));
  EXPECT_TRUE(contains(page_of(subject_of(data, "euclidean")), "has no spectrum to show"));
  data.labels = Labels::from_names(std::vector<std::string>(20, "one"));
  EXPECT_TRUE(contains(page_of(subject_of(data, "pca")), "All samples are of one class"));
}

TEST(MetricPage, SaysWhereSamplesHaveSeveralLabels) {
  Dataset data = blobs(30);
  std::vector<std::vector<std::string>> labels(30, {"a"});
  for (std::size_t i = 0; i < 30; i += 2)
    labels[i] = i % 4 == 0 ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{};
  data.labels = Labels::from_names(labels);
  const std::string html = page_of(subject_of(data, "pca"));
  EXPECT_TRUE(contains(html, "Some samples have several labels or none."));
  EXPECT_FALSE(contains(html, ">error [%]<"));
  EXPECT_TRUE(contains(html, "neighbours with the same label [%]"));
}

TEST(MetricPage, DrawsManyClassesOneAboveTheOtherAndTooManyNotAtAll) {
  const auto rows = [](Index classes) {
    return occurrences(page_of(subject_of(blobs(80, 3, classes), "lda")), "class=\"row\"");
  };
  EXPECT_EQ(rows(5), 4u);
  EXPECT_EQ(rows(20), 3u);
  const std::string html = page_of(subject_of(blobs(80, 3, 40), "lda"));
  EXPECT_TRUE(contains(html, "40 classes are too many for a picture."));
}

TEST(MetricPage, IsTheSameForTheSameSeed) {
  const ReportSubject subject = subject_of(blobs(), "psd-flat");
  EXPECT_EQ(page_of(subject), page_of(subject));
}

TEST(Verdict, NamesADifferenceOnlyWhereTheIntervalShowsOne) {
  const ReportSubject subject;
  Findings findings;
  findings.change = Difference{-0.05, {-0.1, 0.01}};
  EXPECT_THAT(verdict(subject, findings), HasSubstr("no significant difference in errors"));
  findings.change = Difference{-0.05, {-0.1, -0.01}};
  EXPECT_THAT(verdict(subject, findings), HasSubstr("5.0 fewer errors in 100 samples"));
  findings.same_rank = Difference{0.02, {0.01, 0.03}};
  EXPECT_THAT(verdict(subject, findings), HasSubstr("of the same rank: 2.0 more errors"));
}

TEST(Confusion, CountsPredictionsOfEachClass) {
  const Matrix counts = confusion({0, 0, 1, 2, 2}, {0, 1, 1, 0, 0}, 3);
  EXPECT_EQ(counts, (Matrix(3, 3) << 1, 1, 0, 0, 1, 0, 2, 0, 0).finished());
  const std::string worst = worst_confusions(counts, Matrix::Zero(3, 3), {"a", "b", "c"}).str();
  EXPECT_EQ(worst,
            "class  predicted  before  after\n"
            "-----  ---------  ------  -----\n"
            "c      a               2      0\n"
            "a      b               1      0\n");
  EXPECT_TRUE(worst_confusions(Matrix::Identity(2, 2), Matrix::Identity(2, 2), {"a", "b"}).empty());
}

TEST(NeighbourTable, BeginsWithFixedSamplesAndMarksThoseOfTheSameClass) {
  const ReportSubject subject = subject_of(blobs(120, 60), "lda");
  const Findings findings = look_into(subject);
  const auto shown = shown_queries(findings.before(), findings.after(), subject.sample);
  ASSERT_EQ(shown.size(), 6u);
  const auto first = static_cast<std::size_t>(shown[0]);
  EXPECT_EQ(findings.before().wrong[first], 1);
  EXPECT_EQ(findings.after().wrong[first], 0);
  const ReportSample& sample = subject.sample;
  const std::string row =
      neighbour_table(findings.before(), findings.after(), sample, {shown[0]}).str();
  const Index nearest = findings.after().near.item(0, shown[0]);
  EXPECT_THAT(row, HasSubstr((alike(sample, shown[0], nearest) ? "✓\u00a0" : "✗\u00a0") +
                             sample.item_name(nearest) + "\u00a0(class"));
}

TEST(DistanceFigure, TellsTheThresholdAsADistance) {
  const ReportSubject subject = subject_of(blobs(), "psd-flat");
  const DistanceQuality after = look_into(subject).after();
  const Figure figure = distance_figure("after", after, subject.sample);
  EXPECT_THAT(figure.caption, HasSubstr(fmt::format("a distance of {:.2f},",
                                                    std::sqrt(after.verification->threshold))));
  EXPECT_TRUE(contains(figure.svg, "threshold"));
}

TEST(DistanceFigure, ShowsAndTellsTheDigitsInWhichDistancesDiffer) {
  const ReportSubject subject = subject_of(blobs(), "psd-flat");
  DistanceQuality quality = look_into(subject).after();
  const auto count = static_cast<double>(quality.distances.size());
  for (double p = 0; double& distance : quality.distances) {
    distance = std::pow(1.40 + 0.01 * p++ / count, 2);
  }
  quality.verification->threshold = std::pow(1.4052, 2);
  const Figure figure = distance_figure("after", quality, subject.sample);
  EXPECT_THAT(figure.caption, HasSubstr("a distance of 1.4052"));
  EXPECT_TRUE(contains(figure.svg, ">1.404<") || contains(figure.svg, " 1.404<"));
  EXPECT_FALSE(contains(figure.svg, " 1.2<")) << "the way from zero is drawn";
}

TEST(EmbeddingFigure, PullsInAFewFarSamplesAndSaysSo) {
  Dataset data = blobs(200, 2);
  EXPECT_FALSE(contains(embedding_figure("x", data.x, data.labels).caption, "edge"));
  std::get<Matrix>(data.x.storage()).col(3) *= 1000;
  EXPECT_TRUE(contains(embedding_figure("x", data.x, data.labels).caption,
                       "1 far beyond is drawn at the edge."));
}

TEST(ModelFacts, TellTheNotesButNotTheCurve) {
  const ModelFacts facts = model_facts(subject_of(blobs(), "psd-flat").model);
  std::string names;
  for (const auto& [name, text] : facts) names += name + " ";
  EXPECT_THAT(names, HasSubstr("rank prepare learner status message optimality "));
  EXPECT_THAT(names, HasSubstr("option.tolerance"));
  EXPECT_THAT(names, testing::Not(HasSubstr("learning_curve")));
}

}  // namespace
}  // namespace mahala::test::metric_page_test
