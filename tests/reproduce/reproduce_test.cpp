#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "mahala/core/parallel.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/pages.hpp"
#include "mahala/reproduce/papers.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::reproduce_test {
namespace {

using reproduce::Check;
using reproduce::DataFolder;
using reproduce::Experiment;
using reproduce::experiments;
using reproduce::find_experiment;
using reproduce::Finding;
using reproduce::Numbers;
using reproduce::Outcome;
using reproduce::Results;
using reproduce::RunOptions;
using reproduce::Setting;
using reproduce::Setup;
using testing::HasSubstr;

const DataFolder nothing("", "");

/// Two settings that count how often they are measured.
Experiment counting(std::atomic<int>& calls) {
  const auto measure = [&calls](double offset) {
    return [&calls, offset](std::uint64_t seed) -> Numbers {
      ++calls;
      return {{"error", {offset + static_cast<double>(seed)}}};
    };
  };
  return {.name = "counting",
          .paper = "meyer-2011",
          .figure = "Figure 0",
          .title = "Counting",
          .protocol = "calls are counted",
          .claim = "b is above a",
          .seeds = 4,
          .quick_seeds = 2,
          .settings = [measure](const Setup&) -> std::vector<Setting> {
            return {{"a", measure(0)}, {"b", measure(10)}};
          },
          .judge = [](const Results& r, bool) -> Finding {
            return {.checks = {{"b is above a", "", r.difference("b", "a", "error").mean > 0}}};
          }};
}

class Reproduce : public testing::Test {
 protected:
  TemporaryDirectory folder_;
  RunOptions quick_{.folder = folder_.path("papers"), .quick = true};
};

TEST_F(Reproduce, WhatWasMeasuredIsNotMeasuredAgain) {
  std::atomic<int> calls = 0;
  const Experiment experiment = counting(calls);
  EXPECT_EQ(run_experiment(experiment, nothing, quick_).known, 0);
  EXPECT_EQ(calls, 4);
  const Outcome again = run_experiment(experiment, nothing, quick_);
  EXPECT_EQ(again.known, 4);
  RunOptions more = quick_;
  more.seeds = 3;
  EXPECT_EQ(run_experiment(experiment, nothing, more).known, 4);
  EXPECT_EQ(calls, 6);
  EXPECT_EQ(again.verdict, Verdict::holds);
}

TEST_F(Reproduce, AStoppedRunKeepsItsCellsAndContinues) {
  std::atomic<int> calls = 0;
  const Experiment experiment = counting(calls);
  Watcher watcher;
  watcher.folds = [](const std::string&) {
    return [](const Progress& progress) { return progress.step < 2; };
  };
  set_threads(1);
  EXPECT_THROW(run_experiment(experiment, nothing, quick_, watcher), Stopped);
  set_threads(0);
  EXPECT_EQ(calls, 2);
  EXPECT_FALSE(reproduce::known_outcome(experiment, nothing, quick_.folder, true));
  EXPECT_EQ(run_experiment(experiment, nothing, quick_).known, 2);
  EXPECT_TRUE(reproduce::known_outcome(experiment, nothing, quick_.folder, true));
}

TEST_F(Reproduce, ACellThatWasInterruptedIsNotKept) {
  std::atomic<int> calls = 0;
  const Experiment experiment = counting(calls);
  const Watcher watcher{.stop = [&] { return calls > 0; }};
  EXPECT_THROW(run_experiment(experiment, nothing, quick_, watcher), Stopped);
  EXPECT_EQ(run_experiment(experiment, nothing, quick_).known, 0);
}

TEST_F(Reproduce, VerdictsFollowTheirChecks) {
  std::atomic<int> calls = 0;
  Experiment experiment = counting(calls);
  const Check holds{"", "", true, true}, fails{"", "", false, true}, detail{"", "", false, false};
  EXPECT_EQ(verdict({.checks = {holds}}, experiment), Verdict::holds);
  EXPECT_EQ(verdict({.checks = {holds, detail}}, experiment), Verdict::holds_with_changes);
  EXPECT_EQ(verdict({.checks = {fails, holds}}, experiment), Verdict::does_not_hold);
  experiment.changes = "other data";
  EXPECT_EQ(verdict({.checks = {holds}}, experiment), Verdict::holds_with_changes);
}

TEST_F(Reproduce, MissingFilesAreNamedWithTheFolder) {
  const DataFolder data(folder_.path("data"), "");
  const std::string message =
      error_message([&] { run_experiment(find_experiment("clustering"), data, quick_); });
  EXPECT_THAT(message, HasSubstr("ionosphere.csv"));
  EXPECT_THAT(message, HasSubstr(folder_.path("data").string()));
}

TEST_F(Reproduce, AFileOfSomethingElseIsNotOverwritten) {
  std::atomic<int> calls = 0;
  std::filesystem::create_directories(quick_.folder);
  folder_.write("papers/counting.json", "{\"kind\": \"letters\"}");
  EXPECT_THAT(error_message([&] { run_experiment(counting(calls), nothing, quick_); }),
              HasSubstr("holds no results"));
}

TEST_F(Reproduce, UnknownExperimentsAreMetWithANearName) {
  EXPECT_THAT(error_message([] { find_experiment("toy-subspce"); }),
              HasSubstr("did you mean 'toy-subspace'"));
}

TEST_F(Reproduce, EveryExperimentSaysWhatItIs) {
  for (const Experiment& e : experiments()) {
    SCOPED_TRACE(e.name);
    EXPECT_EQ(reproduce::find_paper(e.paper).key, e.paper);
    EXPECT_FALSE(e.figure.empty() || e.title.empty() || e.protocol.empty() || e.claim.empty());
    EXPECT_GE(e.seeds, e.quick_seeds);
    EXPECT_GE(e.minutes, e.quick_minutes);
    for (const bool quick : {true, false}) {
      EXPECT_FALSE(e.settings({nothing, quick}).empty());
    }
  }
}

/// Numbers but times, by setting.
std::vector<Numbers> timeless(const Experiment& e) {
  std::vector<Numbers> all;
  for (const Setting& setting : e.settings({nothing, true})) {
    Numbers numbers = setting.measure(1);
    std::erase_if(numbers, [](const auto& entry) { return entry.first.starts_with("seconds"); });
    all.push_back(numbers);
  }
  return all;
}

TEST_F(Reproduce, NumbersDoNotDependOnThreads) {
  const Experiment& e = find_experiment("toy-subspace");
  set_threads(1);
  const std::vector<Numbers> alone = timeless(e);
  set_threads(0);
  EXPECT_EQ(timeless(e), alone);
}

TEST_F(Reproduce, QuickSizesMayBePublishedOtherwise) {
  Experiment e;
  e.expected = Verdict::holds_with_changes;
  EXPECT_EQ(published(e, true), Verdict::holds_with_changes);
  e.quick_expected = Verdict::does_not_hold;
  EXPECT_EQ(published(e, true), Verdict::does_not_hold);
  EXPECT_EQ(published(e, false), Verdict::holds_with_changes);
}

TEST_F(Reproduce, QuickExperimentsOnGeneratedDataEndAsPublished) {
  const reproduce::ResultsFolder results{folder_.path("results")};
  check_results_folder(results);
  for (const std::string name : {"toy-subspace", "toy-lambda"}) {
    const Experiment& e = find_experiment(name);
    const Outcome outcome =
        run_experiment(e, nothing, {.folder = results.papers(), .quick = true, .seeds = 2});
    EXPECT_EQ(outcome.verdict, published(e, true)) << paragraph(e, outcome);
    write_figures(e, nothing, results);
  }
  write_pages(experiments(), reproduce::impossible(), nothing, results);
  const std::string page = folder_.read("results/papers/meyer-2011.md");
  EXPECT_THAT(page, HasSubstr("**Verdict: holds.**"));
  EXPECT_THAT(page, HasSubstr("toy-subspace-learned.svg"));
  EXPECT_TRUE(std::filesystem::exists(results.papers() / "toy-subspace-learned.svg"));
  EXPECT_THAT(folder_.read("results/papers.md"), HasSubstr("not run yet"));
}

}  // namespace
}  // namespace mahala::test::reproduce_test
