#include "mahala/adapt/trials.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "mahala/adapt/learned_map.hpp"
#include "mahala/adapt/whitened_space.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// Queries whose scores with all items are held at a time.
constexpr Index trial_block = 256;

/// Candidates that share a whitening: their numbers in the list.
struct TrialGroup {
  AdaptCandidate first;
  std::vector<std::size_t> members;
};

std::vector<TrialGroup> group_by_whitening(const std::vector<AdaptCandidate>& candidates) {
  std::vector<TrialGroup> groups;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const auto same = [&](const TrialGroup& group) {
      const AdaptCandidate &a = group.first, &b = candidates[k];
      return a.whitening == b.whitening && a.softness == b.softness && a.side == b.side;
    };
    const auto found = std::ranges::find_if(groups, same);
    if (found != groups.end()) {
      found->members.push_back(k);
    } else {
      groups.push_back({candidates[k], {k}});
    }
  }
  return groups;
}

/// What a fold may learn from.
std::vector<Lesson> lessons_in(const Collection& collection, const std::vector<Lesson>& lessons,
                               const Fold& fold) {
  std::set<Index> held_out;
  for (const Index q : fold.test) {
    const Index self = collection.judged[static_cast<std::size_t>(q)].self;
    if (self >= 0) held_out.insert(self);
  }
  std::vector<Lesson> kept;
  for (const Index q : fold.train) {
    const Lesson& lesson = lessons[static_cast<std::size_t>(q)];
    Lesson known{.query = lesson.query};
    for (std::size_t k = 0; k < lesson.positives.size(); ++k) {
      if (held_out.contains(lesson.positives[k])) continue;
      known.positives.push_back(lesson.positives[k]);
      known.weights.push_back(lesson.weights[k]);
    }
    if (!known.positives.empty()) kept.push_back(std::move(known));
  }
  return kept;
}

/// One whitening in one fold.
class FoldTrial {
 public:
  FoldTrial(const Collection& collection, const AdaptSpace& space,
            const std::vector<Lesson>& lessons, const Fold& fold)
      : collection_(collection), space_(space), lessons_(lessons), fold_(fold) {
    for (const CollectedQuery& each : collection.judged) self_.push_back(each.self);
  }

  void run(const TrialGroup& group, const std::vector<AdaptCandidate>& candidates,
           TrialFigures& figures) {
    for (const std::size_t k : group.members) {
      const AdaptCandidate& each = candidates[k];
      if (each.map == QueryMap::s_ridge) {
        // The length of a query does not matter to its order of items.
        measure(mapped(each), items_alike(each.strength), figures[k]);
      } else {
        measure(mapped(each), space_.items, figures[k]);
      }
    }
  }

 private:
  /// The queries of the test set as the candidate maps them.
  MatrixF mapped(const AdaptCandidate& candidate) {
    MatrixF asked(space_.queries.rows(), std::ssize(fold_.test));
    for (std::size_t k = 0; k < fold_.test.size(); ++k) {
      asked.col(static_cast<Index>(k)) = space_.queries.col(fold_.test[k]);
    }
    if (candidate.map == QueryMap::none || lessons_.empty()) return asked;
    if (is_iterative(candidate.map)) {
      const Matrix d = learned_shift(candidate.map, candidate.strength, space_,
                                     tried_lessons(collection_, lessons_), self_);
      return asked + d.transpose().cast<float>() * asked;
    }
    if (candidate.map == QueryMap::ridge || candidate.map == QueryMap::s_ridge) {
      return ridge().map(asked, candidate.strength, 1);
    }
    if (!contrast_) contrast_.emplace(contrast_shifts(space_, lessons_, self_));
    return contrast_->map(asked, contrast_penalty, candidate.strength);
  }

  const RidgeMap& ridge() {
    if (!ridge_) ridge_.emplace(ridge_shifts(space_, lessons_));
    return *ridge_;
  }

  /// Items under the map of the queries.
  MatrixF items_alike(double strength) {
    if (lessons_.empty()) return space_.items;
    const Index d = space_.items.rows();
    MatrixF items(d, space_.items.cols());
    multiply_a_b(ridge().map(MatrixF::Identity(d, d), strength, 1), space_.items, items);
    normalise_columns(items);
    return items;
  }

  void measure(const MatrixF& asked, const MatrixF& items, std::vector<Figures>& figures) const {
    for (Index begin = 0; begin < asked.cols(); begin += trial_block) {
      const Index count = std::min(trial_block, asked.cols() - begin);
      MatrixF scores(items.cols(), count);
      multiply_at_b(items, asked.middleCols(begin, count), scores);
      for (Index k = 0; k < count; ++k) {
        const auto q = static_cast<std::size_t>(fold_.test[static_cast<std::size_t>(begin + k)]);
        figures[q] = measure_query(scores.col(k), collection_.judged[q], collection_.classes);
      }
    }
  }

  const Collection& collection_;
  AdaptSpace space_;
  const std::vector<Lesson>& lessons_;
  const Fold& fold_;
  std::vector<Index> self_;
  std::optional<RidgeMap> ridge_, contrast_;
};

/// A whitening in the folds `begin` .. `end`-1: by documents it is the same in all.
struct TrialTask {
  const TrialGroup* group;
  std::size_t begin, end;
};

std::vector<TrialTask> trial_tasks(const std::vector<TrialGroup>& groups, std::size_t folds) {
  std::vector<TrialTask> tasks;
  for (const TrialGroup& group : groups) {
    if (!is_by_feedback(group.first.whitening)) tasks.push_back({&group, 0, folds});
  }
  for (const TrialGroup& group : groups) {
    if (!is_by_feedback(group.first.whitening)) continue;
    for (std::size_t f = 0; f < folds; ++f) tasks.push_back({&group, f, f + 1});
  }
  return tasks;
}

/// Of the whitenings that a fold learns from its feedback.
using FeedbackSpectra = std::map<Whitening, Spectrum>;

std::vector<FeedbackSpectra> feedback_spectra(const Collection& collection,
                                              const std::vector<std::vector<Lesson>>& known,
                                              const std::vector<TrialGroup>& groups,
                                              const Spectrum& documents) {
  std::set<Whitening> asked;
  for (const TrialGroup& group : groups) {
    if (is_by_feedback(group.first.whitening)) asked.insert(group.first.whitening);
  }
  std::vector<FeedbackSpectra> spectra(known.size());
  if (asked.empty()) return spectra;
  parallel_for(std::ssize(known), [&](Index f) {
    const auto at = static_cast<std::size_t>(f);
    FeedbackMoment moment(collection.dim());
    moment.add(collection, known[at]);
    const Matrix learned = moment.moment();
    for (const Whitening each : asked) {
      spectra[at][each] = feedback_spectrum(each, learned, documents);
    }
  });
  return spectra;
}

}  // namespace

std::vector<Lesson> lessons_of(const Collection& collection) {
  std::vector<Lesson> lessons;
  for (std::size_t q = 0; q < collection.judged.size(); ++q) {
    const CollectedQuery& each = collection.judged[q];
    lessons.push_back({static_cast<Index>(q), each.positives, each.weights});
  }
  return lessons;
}

std::vector<Lesson> tried_lessons(const Collection& collection,
                                  const std::vector<Lesson>& lessons) {
  std::vector<Lesson> kept;
  std::ranges::copy_if(lessons, std::back_inserter(kept), [&](const Lesson& lesson) {
    return collection.judged[static_cast<std::size_t>(lesson.query)].tried;
  });
  return kept;
}

std::vector<Lesson> shuffled_lessons(std::vector<Lesson> lessons, Rng& rng) {
  // Turning a random order by one place leaves nobody with what is theirs.
  const std::vector<Index> order = random_order(std::ssize(lessons), rng);
  std::vector<Lesson> shuffled = lessons;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto from = static_cast<std::size_t>(order[k]);
    const auto to = static_cast<std::size_t>(order[(k + 1) % order.size()]);
    shuffled[to].positives = lessons[from].positives;
    shuffled[to].weights = lessons[from].weights;
  }
  return shuffled;
}

TrialFigures try_candidates(const Collection& collection, const std::vector<Lesson>& lessons,
                            const std::vector<AdaptCandidate>& candidates,
                            const std::vector<Fold>& folds, const Spectrum& documents) {
  const std::vector<TrialGroup> groups = group_by_whitening(candidates);
  std::vector<std::vector<Lesson>> known;
  for (const Fold& fold : folds) known.push_back(lessons_in(collection, lessons, fold));
  const auto feedback = feedback_spectra(collection, known, groups, documents);
  TrialFigures figures(candidates.size(), std::vector<Figures>(collection.judged.size()));
  const std::vector<TrialTask> tasks = trial_tasks(groups, folds.size());
  parallel_for(std::ssize(tasks), [&](Index k) {
    const auto& [group, begin, end] = tasks[static_cast<std::size_t>(k)];
    const AdaptCandidate& first = group->first;
    Matrix t;
    if (first.whitening != Whitening::none) {
      const bool learned = is_by_feedback(first.whitening);
      t = soft_whitening(learned ? feedback[begin].at(first.whitening) : documents, first.softness);
    }
    const WhitenedSpace white(collection, first.side, t);
    for (std::size_t f = begin; f < end; ++f) {
      FoldTrial(collection, white.space(), known[f], folds[f]).run(*group, candidates, figures);
    }
  });
  return figures;
}

}  // namespace mahala
