#include "mahala/data/labels/estimated_neighbours.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/estimated_points.hpp"
#include "mahala/core/linalg/leading_points.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/linalg/marks.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr float unlimited = std::numeric_limits<float>::max();

constexpr std::size_t of_same = 0, of_other = 1, of_either = 2;  ///< sorts of neighbours

struct NearCandidate {
  float estimate;
  std::int32_t point;
};

bool is_nearer(const NearCandidate& a, const NearCandidate& b) { return a.estimate < b.estimate; }

/// The candidates of one sort of one sample.
class Candidates {
 public:
  float limit() const { return limit_; }  ///< what is estimated beyond is none
  void close() { limit_ = -unlimited; }   ///< none is wanted
  void look_up_to(float limit) { limit_ = std::min(limit_, limit); }

  /// True if it is time to tighten.
  bool add(NearCandidate candidate, Index count) {
    if (!(candidate.estimate <= limit_)) return false;
    all_.push_back(candidate);
    return std::ssize(all_) >= 2 * count + room;
  }

  /// Drops what `error` excludes from the nearest `count`; where that is too little all are
  /// measured, and `highest` gives the estimate that the farthest of the nearest allows.
  template <class Measure, class Highest>
  void tighten(Index count, double error, const Measure& measure, const Highest& highest) {
    if (std::ssize(all_) <= count) return;
    const auto last = all_.begin() + (count - 1);
    std::nth_element(all_.begin(), last, all_.end(), is_nearer);
    limit_ = std::min(limit_, static_cast<float>(last->estimate + 2 * error));
    std::erase_if(all_, [&](const NearCandidate& each) { return each.estimate > limit_; });
    if (std::ssize(all_) < count + count / 2 + room / 2) return;
    std::vector<std::pair<Near, NearCandidate>> measured;
    for (const NearCandidate& each : all_) measured.push_back({measure(each.point), each});
    const auto nearest = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::nth_element(measured.begin(), measured.begin() + (count - 1), measured.end(), nearest);
    limit_ =
        std::min(limit_, highest(measured[static_cast<std::size_t>(count - 1)].first.distance));
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) all_[k] = measured[k].second;
    all_.resize(static_cast<std::size_t>(count));
  }

  template <class Measure>
  std::vector<Index> nearest(Index count, const Measure& measure) const {
    std::vector<Near> measured;
    for (const NearCandidate& each : all_) measured.push_back(measure(each.point));
    return nearest_items(std::move(measured), count);
  }

 private:
  static constexpr Index room = 48;

  std::vector<NearCandidate> all_ = {};
  float limit_ = unlimited;
};

class EstimatedSearch {
 public:
  EstimatedSearch(const Labels& labels, const Samples& x, Index same, Index other)
      : labels_(labels),
        x_(x),
        counts_{same, other},
        classes_(labels.single() ? labels.classes() : std::vector<Index>()),
        labelled_(in_classes(labels, classes_)),
        points_(dense()),
        leading_(points_) {
    for (std::size_t sort : {of_same, of_other}) {
      const float limit = counts_[sort] > 0 ? unlimited : -unlimited;
      reach_[sort] = Eigen::VectorXf::Constant(std::ssize(labelled_), limit);
      lists_[sort].resize(labelled_.size());
      if (counts_[sort] > 0) continue;
      for (Candidates& list : lists_[sort]) list.close();
    }
    reach_[of_either] = reach_[of_same].cwiseMax(reach_[of_other]);
  }

  /// As far as some `count` others of a sort are, the nearest ones are at most.
  void look_as_far_as(const std::vector<LabelNeighbours>& others) {
    require(std::ssize(others) == x_.size(), "{} lists for {} samples", others.size(), x_.size());
    parallel_for(std::ssize(labelled_), [&](Index i) {
      const auto& [same, other] = others[static_cast<std::size_t>(number(i))];
      look_as_far_as(i, of_same, same);
      look_as_far_as(i, of_other, other);
    });
    reach_[of_either] = reach_[of_same].cwiseMax(reach_[of_other]);
  }

  void search() {
    const Index n = std::ssize(labelled_), width = width_of_blocks(n);
    const Index blocks = (n + width - 1) / width, players = blocks + blocks % 2;
    const auto begin = [&](Index block) { return std::min(n, block * width); };
    const auto meet = [&](Index a, Index b) {
      if (std::max(a, b) < blocks) compare(begin(a), begin(a + 1), begin(b), begin(b + 1));
    };
    parallel_for(blocks, [&](Index a) { meet(a, a); });
    for (Index round = 0; round + 1 < players; ++round) {
      // The last one stays, the others go round.
      const auto seat = [&](Index k) { return (round + k) % (players - 1); };
      parallel_for(players / 2, [&](Index k) {
        meet(k == 0 ? players - 1 : seat(k), k == 0 ? seat(0) : seat(players - 1 - k));
      });
    }
  }

  std::vector<LabelNeighbours> found() {
    std::vector<LabelNeighbours> all(static_cast<std::size_t>(x_.size()));
    constexpr Index samples_of_a_part = 64;
    parallel_parts(std::ssize(labelled_), samples_of_a_part, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        auto& [same, other] = all[static_cast<std::size_t>(number(i))];
        same = nearest(i, of_same);
        other = nearest(i, of_other);
      }
    });
    return all;
  }

 private:
  /// Those with a label, one class after the other: samples of one class have others much farther
  /// away than each other, and a block of them knows which of the two reaches it has to look at.
  static std::vector<Index> in_classes(const Labels& labels, const std::vector<Index>& classes) {
    std::vector<Index> all;
    for (Index i = 0; i < labels.size(); ++i) {
      if (!labels[i].empty()) all.push_back(i);
    }
    if (classes.empty()) return all;
    std::stable_sort(all.begin(), all.end(), [&](Index a, Index b) {
      return classes[static_cast<std::size_t>(a)] < classes[static_cast<std::size_t>(b)];
    });
    return all;
  }

  Matrix dense() const {
    if (std::ssize(labelled_) == x_.size() && std::is_sorted(labelled_.begin(), labelled_.end())) {
      return x_.block(0, x_.size());
    }
    return x_.select(labelled_).block(0, std::ssize(labelled_));
  }

  Index number(Index i) const { return labelled_[static_cast<std::size_t>(i)]; }

  bool alike(Index i, Index j) const {
    const Index a = number(i), b = number(j);
    if (classes_.empty()) return labels_.share(a, b);
    return classes_[static_cast<std::size_t>(a)] == classes_[static_cast<std::size_t>(b)];
  }

  void look_as_far_as(Index i, std::size_t sort, const std::vector<Index>& others) {
    if (std::ssize(others) != counts_[sort] || others.empty()) return;
    double farthest = 0;
    for (const Index j : others) {
      farthest = std::max(farthest, x_.squared_distance(number(i), j));
    }
    list(i, sort).look_up_to(points_.highest(farthest));
    reach_[sort][i] = list(i, sort).limit();
  }

  auto measure_from(Index i) const {
    return [this, i](Index j) {
      return Near{x_.squared_distance(number(i), number(j)), number(j)};
    };
  }

  /// Which sort of neighbours the samples a .. a_end-1 are to b .. b_end-1.
  std::size_t sort_of_blocks(Index a, Index a_end, Index b, Index b_end) const {
    if (classes_.empty() || !alike(a, a_end - 1) || !alike(b, b_end - 1)) return of_either;
    return alike(a, b) ? of_same : of_other;
  }

  /// All pairs of one sample in a .. a_end-1 and one in b .. b_end-1; within one block, of two.
  void compare(Index a, Index a_end, Index b, Index b_end) {
    const Index count = b_end - b;
    const bool bounded = !leading_.empty();
    const MatrixF& z = bounded ? leading_.z : points_.z;
    const Eigen::VectorXf& squares = bounded ? leading_.squares : points_.squares;
    MatrixF products(count, a_end - a);
    multiply_at_b(z.middleCols(b, count), z.middleCols(a, a_end - a), products);
    Marks marks = marks_of(count);
    const Eigen::VectorXf& reach = reach_[sort_of_blocks(a, a_end, b, b_end)];
    for (Index i = a; i < a_end; ++i) {
      const float* d = products.col(i - a).data();
      mark_near(d, squares.data() + b, reach.data() + b, squares[i], reach[i], count, marks.data());
      if (a == b) std::fill_n(marks.begin(), i - a + 1, std::uint8_t{0});
      for_each_mark(marks, [&](Index k, std::uint8_t mark) {
        const Index j = b + k;
        const float product = bounded ? points_.z.col(i).dot(points_.z.col(j)) : d[k];
        const float estimate = points_.squares[j] + points_.squares[i] - 2 * product;
        const std::size_t sort = alike(i, j) ? of_same : of_other;
        if (mark & in_own_reach) add(i, j, estimate, sort);
        if (mark & in_its_reach) add(j, i, estimate, sort);
      });
    }
  }

  Candidates& list(Index i, std::size_t sort) { return lists_[sort][static_cast<std::size_t>(i)]; }

  void add(Index i, Index j, float estimate, std::size_t sort) {
    const bool full = list(i, sort).add({estimate, static_cast<std::int32_t>(j)}, counts_[sort]);
    if (!full) return;
    tighten(i, sort);
    reach_[sort][i] = list(i, sort).limit();
    reach_[of_either][i] = std::max(reach_[of_same][i], reach_[of_other][i]);
  }

  void tighten(Index i, std::size_t sort) {
    list(i, sort).tighten(counts_[sort], points_.error, measure_from(i),
                          [this](double distance) { return points_.highest(distance); });
  }

  std::vector<Index> nearest(Index i, std::size_t sort) {
    if (counts_[sort] == 0) return {};
    tighten(i, sort);
    return list(i, sort).nearest(counts_[sort], measure_from(i));
  }

  const Labels& labels_;
  const Samples& x_;
  Index counts_[2];
  std::vector<Index> classes_;   ///< empty unless every sample has one label
  std::vector<Index> labelled_;  ///< the others are left out
  EstimatedPoints points_;
  LeadingPoints leading_;  ///< empty if they would not pay
  std::vector<Candidates> lists_[2];
  Eigen::VectorXf reach_[3];  ///< the limits of both lists of a sample, and the larger one
};

}  // namespace

std::vector<LabelNeighbours> estimated_neighbours(const Labels& labels, const Samples& x,
                                                  Index same, Index other,
                                                  const std::vector<LabelNeighbours>& before) {
  if (labels.label_count() == 0)
    return std::vector<LabelNeighbours>(static_cast<std::size_t>(x.size()));
  EstimatedSearch search(labels, x, same, other);
  if (!before.empty()) search.look_as_far_as(before);
  search.search();
  return search.found();
}

}  // namespace mahala
