#include <algorithm>
#include <numeric>
#include <set>
#include <span>

#include "mahala/adapt/adapted_map.hpp"
#include "mahala/adapt/correlation.hpp"
#include "mahala/adapt/graded.hpp"
#include "mahala/adapt/roads.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// Pairs that candidates are tried on, at most: their products take 130 MB.
constexpr Index most_graded = 4000;
/// The same of pairs that are held out besides.
constexpr Index most_held_out = 2000;

/// A softness of whitening (0 = none) and a penalty (0 = no map).
struct GradedCandidate {
  double softness = 0, lambda = 0;
};

std::vector<GradedCandidate> graded_grid() {
  std::vector<GradedCandidate> grid;
  for (const double softness : {0.0, 10.0, 3.0}) {
    for (const double lambda : {0.0, 1e-2, 3e-3, 1e-3, 3e-4}) grid.push_back({softness, lambda});
  }
  return grid;
}

std::string describe_graded(const GradedCandidate& candidate) {
  std::string text = candidate.softness > 0 ? fmt::format("documents:{}", candidate.softness) : "";
  if (candidate.lambda > 0) {
    text += fmt::format("{}pair-ridge:{}", text.empty() ? "" : " + ", candidate.lambda);
  }
  return text.empty() ? "identity" : text;
}

/// Pairs of one sample belong into one fold; if all hang together, those with one first sample.
std::vector<Index> pair_groups(const std::vector<GradedPair>& pairs, Index items, Index folds) {
  JoinedGroups joined(items);
  for (const GradedPair& pair : pairs) joined.join(pair.a, pair.b);
  std::vector<Index> groups, first;
  for (const GradedPair& pair : pairs) {
    groups.push_back(joined.find(pair.a));
    first.push_back(pair.a);
  }
  const auto count = std::ssize(std::set<Index>(groups.begin(), groups.end()));
  return count >= 2 * folds ? groups : first;
}

/// A random share of some pairs.
std::vector<GradedPair> some_pairs(std::span<const GradedPair> all, Index most, Rng& rng) {
  if (std::ssize(all) <= most) return {all.begin(), all.end()};
  std::vector<Index> order = random_order(std::ssize(all), rng);
  order.resize(static_cast<std::size_t>(most));
  std::vector<GradedPair> some;
  for (const Index k : order) some.push_back(all[static_cast<std::size_t>(k)]);
  return some;
}

std::vector<Index> numbers_from(Index begin, Index end) {
  std::vector<Index> numbers(static_cast<std::size_t>(end - begin));
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

/// What candidates are tried on: pairs, the first of those that judge, what is learned for what,
/// and parts of the judging pairs (from 0), each judged by the candidate that is best in the rest.
struct PairTrial {
  std::vector<GradedPair> pairs = {};
  Index first = 0;
  std::vector<Fold> learning = {}, choosing = {};
};

class PairRoad {
 public:
  PairRoad(const Dataset& items, const Feedback& feedback, const AdaptOptions& options)
      : options_(options),
        items_(items),
        all_(std::span(feedback.pairs)
                 .first(feedback.pairs.size() - static_cast<std::size_t>(feedback.held_out))),
        held_out_(std::span(feedback.pairs).subspan(all_.size())) {
    metric_ = options.metric.empty() ? "spearman" : options.metric;
    require(metric_ == "spearman" || metric_ == "pearson",
            "there is no metric '{}' of graded pairs (there are: spearman, pearson)", metric_);
    require(options.map == "auto", "map '{}': graded pairs choose theirs", options.map);
    require(options.side != "query", "side query: graded pairs have no queries");
  }

  Adapted run() {
    AdaptReport& report = adapted_.report;
    report.metric = metric_;
    report.tested = "pearson";
    report.metrics = {"spearman", "pearson"};
    report.units = "pair";
    report.side = "two";
    report.judged = std::ssize(all_) + std::ssize(held_out_);
    report.chosen = "identity";
    report.searched = items_.size();
    GradedCandidate best;
    spectrum_ = document_spectrum();
    if (std::ssize(all_) >= fewest_queries) best = choose();
    report.shipped = report.gate.passed && report.chosen != "identity";
    learn(report.shipped ? best : GradedCandidate{});
    return std::move(adapted_);
  }

 private:
  Spectrum document_spectrum() const {
    Rng rng = make_rng(options_.seed, RandomStream::few_samples);
    std::vector<Index> order = random_order(items_.size(), rng);
    if (std::ssize(order) > whitening_sample) order.resize(whitening_sample);
    return symmetric_eigen(second_moment(items_.gather(order)));
  }

  PairColumns columns(std::span<const GradedPair> pairs, double softness) const {
    std::vector<Index> a, b;
    PairColumns made;
    made.scores.resize(std::ssize(pairs));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      a.push_back(pairs[k].a);
      b.push_back(pairs[k].b);
      made.scores[static_cast<Index>(k)] = pairs[k].score;
    }
    MatrixF x = items_.gather(a), y = items_.gather(b);
    if (softness > 0) {
      const Matrix t = soft_whitening(spectrum_, softness);
      x = whitened(t, x);
      y = whitened(t, y);
    }
    made.x = x.cast<double>();
    made.y = y.cast<double>();
    return made;
  }

  /// What a map of one whitening says of the pairs it did not learn from.
  Vector held_out(const Matrix& products, const Vector& cosines, const Vector& scores,
                  const std::vector<Fold>& folds, double lambda) const {
    Vector said = cosines;
    if (lambda == 0) return said;
    for (const Fold& fold : folds) {
      const Vector known = cosines(fold.train);
      const auto line = fit_line(known, scores(fold.train));
      if (!line) continue;
      const Vector targets = (scores(fold.train).array() - line->a) / line->b - known.array();
      const Vector alpha = pair_weights(products(fold.train, fold.train), targets, lambda);
      const Vector shift = products(fold.test, fold.train) * alpha;
      for (std::size_t k = 0; k < fold.test.size(); ++k) {
        said[fold.test[k]] += shift[static_cast<Index>(k)];
      }
    }
    return said;
  }

  PairTrial trial_of(Rng& rng) const {
    PairTrial trial{.pairs = some_pairs(all_, most_graded, rng)};
    if (!held_out_.empty()) {
      trial.first = std::ssize(trial.pairs);
      const auto judging = some_pairs(held_out_, most_held_out, rng);
      trial.pairs.insert(trial.pairs.end(), judging.begin(), judging.end());
      trial.learning = {
          {numbers_from(0, trial.first), numbers_from(trial.first, std::ssize(trial.pairs))}};
    }
    const std::vector<GradedPair> judging(trial.pairs.begin() + trial.first, trial.pairs.end());
    const auto groups = pair_groups(judging, items_.size(), options_.folds);
    const auto count = std::ssize(std::set<Index>(groups.begin(), groups.end()));
    if (count < 2) return trial;
    trial.choosing = grouped_folds(std::vector<Index>(groups.size(), 0), groups,
                                   std::min(options_.folds, count), rng);
    if (held_out_.empty()) trial.learning = trial.choosing;
    return trial;
  }

  GradedCandidate choose() {
    Rng rng = make_rng(options_.seed, RandomStream::race_folds);
    const PairTrial trial = trial_of(rng);
    adapted_.report.tried = std::ssize(trial.pairs) - trial.first;
    if (trial.choosing.empty()) return {};
    const std::vector<GradedCandidate> grid = graded_grid();
    std::vector<Vector> said(grid.size());
    for (std::size_t k = 0; k < grid.size();) {
      const PairColumns made = columns(trial.pairs, grid[k].softness);
      const Matrix products = pair_products(made, made);
      const Vector cosines = cosines_of(made);
      const std::size_t begin = k;
      while (k < grid.size() && grid[k].softness == grid[begin].softness) ++k;
      parallel_for(static_cast<Index>(k - begin), [&](Index j) {
        const std::size_t at = begin + static_cast<std::size_t>(j);
        said[at] = held_out(products, cosines, made.scores, trial.learning, grid[at].lambda)
                       .tail(adapted_.report.tried);
      });
    }
    return judge(grid, said, trial, rng);
  }

  double measure(const Vector& said, const Vector& scores) const {
    return metric_ == "spearman" ? spearman(said, scores) : pearson(said, scores);
  }

  /// By Pearson's correlation: that of the ranks of a few pairs is noisier, and picks worse.
  static std::size_t best_on(const std::vector<Vector>& said, const Vector& scores,
                             const std::vector<Index>& pairs) {
    std::size_t best = 0;
    double highest = -2;
    for (std::size_t k = 0; k < said.size(); ++k) {
      const double found = pearson(said[k](pairs), scores(pairs));
      if (found > highest) best = k, highest = found;
    }
    return best;
  }

  /// Each part by the candidate that is best in the others, as for queries. What pairs contribute
  /// to Pearson's correlation varies less than what they contribute to that of ranks, so the bound
  /// is of the former; the metric asked for has to gain as well.
  GradedCandidate judge(const std::vector<GradedCandidate>& grid, const std::vector<Vector>& said,
                        const PairTrial& trial, Rng& rng) {
    AdaptReport& report = adapted_.report;
    report.folds = std::ssize(trial.choosing);
    report.candidates = std::ssize(grid);
    Vector scores(report.tried);
    for (Index k = 0; k < scores.size(); ++k) {
      scores[k] = trial.pairs[static_cast<std::size_t>(trial.first + k)].score;
    }
    Vector apart = said[0];
    for (const Fold& fold : trial.choosing) {
      const std::size_t best = best_on(said, scores, fold.train);
      for (const Index k : fold.test) apart[k] = said[best][k];
    }
    std::vector<double> differences = correlation_parts(apart, scores);
    const std::vector<double> base = correlation_parts(said[0], scores);
    for (std::size_t k = 0; k < base.size(); ++k) differences[k] -= base[k];
    report.gate = pass_gate(differences, options_.confidence);
    report.gate.passed = report.gate.passed && measure(apart, scores) > measure(said[0], scores);
    const std::size_t best = best_on(said, scores, numbers_from(0, scores.size()));
    report.chosen = describe_graded(grid[best]);
    const std::size_t white = best_whitened(grid, said, scores);
    report.rows = {row("base", grid[0], said[0], scores),
                   row("whitening alone", grid[white], said[white], scores),
                   row("adapted", grid[best], said[best], scores)};
    if (options_.control) add_control(grid[best], trial, scores, rng);
    return grid[best];
  }

  std::size_t best_whitened(const std::vector<GradedCandidate>& grid,
                            const std::vector<Vector>& said, const Vector& scores) const {
    std::size_t best = 0;
    double highest = -2;
    for (std::size_t k = 1; k < grid.size(); ++k) {
      if (grid[k].lambda > 0) continue;
      const double found = measure(said[k], scores);
      if (found > highest) best = k, highest = found;
    }
    return best;
  }

  AdaptRow row(std::string name, const GradedCandidate& candidate, const Vector& said,
               const Vector& scores) const {
    AdaptRow made{.name = std::move(name), .candidate = describe_graded(candidate)};
    for (const bool ranks : {true, false}) {
      const auto correlation = [&](std::span<const Index> list) {
        const std::vector<Index> some(list.begin(), list.end());
        const Vector a = said(some), b = scores(some);
        return ranks ? spearman(a, b) : pearson(a, b);
      };
      Rng rng = make_rng(options_.seed, RandomStream::interval);
      made.values.push_back(ranks ? spearman(said, scores) : pearson(said, scores));
      made.intervals.push_back(bootstrap(scores.size(), correlation, {.resamples = 500}, rng));
    }
    return made;
  }

  /// Scores exchanged between pairs while learning; measured by the true ones.
  void add_control(const GradedCandidate& best, const PairTrial& trial, const Vector& scores,
                   Rng& rng) {
    const PairColumns made = columns(trial.pairs, best.softness);
    const Index learned = trial.first > 0 ? trial.first : made.size();
    Vector shuffled = made.scores;
    shuffled.head(learned) = made.scores(random_order(learned, rng));
    const Vector said = held_out(pair_products(made, made), cosines_of(made), shuffled,
                                 trial.learning, best.lambda);
    adapted_.report.rows.push_back(
        row("shuffled feedback", best, said.tail(scores.size()), scores));
  }

  void learn(const GradedCandidate& best) {
    AdaptedMap map;
    if (best.softness > 0) {
      map.candidate.whitening = Whitening::documents;
      map.candidate.softness = best.softness;
      map.t = soft_whitening(spectrum_, best.softness);
    }
    if (best.lambda > 0) map.d = fit_graded(columns(all_, best.softness), best.lambda);
    adapted_.model = model_of(map, items_.dim());
  }

  const AdaptOptions& options_;
  UnitColumns items_;
  std::span<const GradedPair> all_, held_out_;
  std::string metric_;
  Spectrum spectrum_;
  Adapted adapted_;
};

}  // namespace

Adapted adapt_to_pairs(const Dataset& items, const Feedback& feedback,
                       const AdaptOptions& options) {
  return PairRoad(items, feedback, options).run();
}

}  // namespace mahala
