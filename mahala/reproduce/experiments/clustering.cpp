#include "mahala/cluster/kmeans.hpp"
#include "mahala/evaluate/agreement.hpp"
#include "mahala/reproduce/experiments/checks.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/experiments/learning.hpp"
#include "mahala/train/group_samples.hpp"

namespace mahala::reproduce {
namespace semi_supervised {
namespace {

/// Errors of Table 1.
struct Published {
  double kmeans, logdet, hmrf;
};

struct ClusteredSet {
  std::string title;
  std::vector<std::string> files;
  std::vector<std::string> classes;  ///< of which so many are drawn; none: all samples
  Index samples = 0;
  Published published;
};

const std::vector<ClusteredSet> sets = {
    {"Ionosphere", {"ionosphere.csv"}, {}, 0, {.314, .113, .256}},
    {"Digits-389",
     {"pendigits.train.csv", "pendigits.test.csv"},
     {"3", "8", "9"},
     317,
     {.226, .175, .286}}};

const std::vector<std::string> methods = {"k-means", "logdet", "hmrf"};

Dataset samples_of(const ClusteredSet& set, const DataFolder& folder, std::uint64_t seed) {
  std::vector<Dataset> parts;
  for (const std::string& file : set.files) {
    parts.push_back(folder.dataset(file, {.label = "label"}));
  }
  Dataset data = parts.size() == 1 ? parts.front() : concatenate(parts);
  if (set.samples > 0) data = some_of(data, set.classes, set.samples, seed);
  fit_prepare("standardise", data.x, data.labels);
  return data;
}

/// 50 random pairs of samples.
Pairs known_pairs(const Dataset& part, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::sampling);
  const SampleOptions options{.protocol = PairProtocol::uniform,
                              .count = 50,
                              .low_percentile = 1,
                              .high_percentile = 99,
                              .bounds = BoundRule::percentile};
  return std::get<Pairs>(sample_constraints(Supervision::pairs, part.labels, part.x, options, rng));
}

/// The same pairs by the samples' numbers in the whole set.
Pairs numbered(Pairs pairs, const std::vector<Index>& from) {
  for (Pair& pair : pairs) {
    pair.i = from[static_cast<std::size_t>(pair.i)];
    pair.j = from[static_cast<std::size_t>(pair.j)];
  }
  return pairs;
}

/// Learned from the samples `from` alone.
std::vector<Index> clusters(const std::string& method, const Dataset& data,
                            const std::vector<Index>& from, std::uint64_t seed) {
  const Index count = class_count(data.labels);
  const Dataset part = data.select(from);
  const Pairs pairs = known_pairs(part, seed);
  if (method == "hmrf") {
    const Grouping grouping{.method = GroupMethod::hmrf, .clusters = count};
    return group(data, numbered(pairs, from), grouping, seed).cluster;
  }
  Samples x = data.x;
  if (method == "logdet") {
    const Method itml{"logdet", "itml", {{"gamma", "auto"}}};
    const Trained trained = learned(itml, part, {.prepare = "none"}, seed, pairs);
    x = embed_samples(trained.fit.model, data.x);
  }
  Rng rng = make_rng(seed, RandomStream::clustering);
  return k_means(x, {.clusters = count}, rng).cluster;
}

/// Learned from one half, all clustered, the other half judged; and the other way round.
Numbers measured(const ClusteredSet& set, const std::string& method, const DataFolder& folder,
                 std::uint64_t seed) {
  const Dataset data = samples_of(set, folder, seed);
  const std::vector<Index> classes = data.labels.classes();
  Rng rng = make_rng(seed, RandomStream::folds);
  double error = 0;
  for (const Fold& fold : stratified_folds(classes, 2, rng)) {
    const auto found = clusters(method, data, fold.train, seed);
    std::vector<Index> ours, theirs;
    for (const Index i : fold.test) {
      ours.push_back(found[static_cast<std::size_t>(i)]);
      theirs.push_back(classes[static_cast<std::size_t>(i)]);
    }
    error += clustering_error(ours, theirs) / 2;
  }
  return {{"error", {error}}};
}

std::string called(const ClusteredSet& set, const std::string& method) {
  return set.title + ", " + method;
}

std::vector<Setting> settings(const Setup& setup) {
  std::vector<Setting> all;
  for (const ClusteredSet& set : sets) {
    for (const std::string& method : methods) {
      all.push_back({called(set, method), [&set, method, &data = setup.data](std::uint64_t seed) {
                       return measured(set, method, data, seed);
                     }});
    }
  }
  return all;
}

Finding judge(const Results& r, bool) {
  const Compared what{"error", 3};
  Finding found;
  Table table({"", "k-means", "LogDet", "HMRF-KMeans", "k-means (paper)", "LogDet (paper)",
               "HMRF (paper)"});
  Bars bars{.title = "Clustering error with 50 pairs", .value_label = "clustering error"};
  for (const ClusteredSet& set : sets) {
    for (const std::string rival : {"k-means", "hmrf"}) {
      found.checks.push_back(exceeds(
          fmt::format("LogDet with k-means has a lower error than {} on {}", rival, set.title), r,
          called(set, rival), called(set, "logdet"), what));
    }
    std::vector<std::string> row = {set.title};
    for (const std::string& method : methods) {
      const Estimate error = r.mean(called(set, method), "error");
      row.push_back(cell(r, called(set, method), what));
      bars.names.push_back(set.title + ": " + method);
      bars.values.push_back(error.mean);
      bars.spread.push_back(error.seeds > 1 ? error.half : 0);
    }
    for (const double theirs : {set.published.kmeans, set.published.logdet, set.published.hmrf}) {
      row.push_back(fmt::format("{:.3f}", theirs));
    }
    table.add(row);
  }
  found.tables = {{"Clustering error of the half that pairs are not from.", table}};
  found.figures = {{"", "Clustering error", bars}};
  return found;
}

}  // namespace
}  // namespace semi_supervised

Experiment clustering() {
  return {.name = "clustering",
          .paper = "jain-2012",
          .figure = "Table 1",
          .title = "Clusters under 50 pairs",
          .protocol =
              "Ionosphere, and 317 random samples of pendigits 3, 8 and 9, standardised; 50 "
              "random pairs of one half, bounds at the 1st and 99th percentiles, gamma by "
              "cross-validation on that half; "
              "all samples are clustered (best of ten runs of k-means) and the other half "
              "is judged, both ways round.",
          .claim =
              "Ionosphere: k-means .314, LogDet .113, HMRF-KMeans .256; Digits-389: .226, "
              ".175, .286.",
          .files = {{"ionosphere.csv", "UCI Ionosphere, CSV with a column 'label'"},
                    {"pendigits.train.csv", "UCI pendigits, training part"},
                    {"pendigits.test.csv", "UCI pendigits, test part"}},
          .seeds = 30,
          .quick_seeds = 5,
          .minutes = 1,
          .quick_minutes = 0.1,
          .settings = semi_supervised::settings,
          .judge = semi_supervised::judge};
}

}  // namespace mahala::reproduce
