#include "mahala/data/describe/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace mahala {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

std::size_t at(Index k) { return static_cast<std::size_t>(k); }

/// Calls f(sample, feature, value) for all cells, or those that sparse samples store.
template <class F>
void for_each_cell(const Samples& x, const F& f) {
  if (const auto* sparse = x.sparse()) {
    for (Index i = 0; i < x.size(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) f(i, it.row(), it.value());
    }
    return;
  }
  x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      for (Index k = 0; k < block.rows(); ++k) f(begin + i, k, block(k, i));
    }
  });
}

/// A hash of places and what stands there, whatever their order; zeros count for nothing.
struct PlaceHash {
  std::uint64_t first = 0, second = 0;

  auto operator<=>(const PlaceHash&) const = default;

  void add(Index place, std::uint64_t bits) {
    const std::uint64_t mixed = mix(bits + static_cast<std::uint64_t>(place) * 0x9e3779b97f4a7c15);
    first += mixed;
    second += mix(mixed ^ 0xd6e8feb86659fd93);
  }

 private:
  /// The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
};

/// Which of the hashes repeat an earlier one; `counts(k)` says whether the k-th is looked at.
template <class Counts>
std::vector<Repeat> repeats(const std::vector<PlaceHash>& hashes, const Counts& counts) {
  std::vector<Index> order;
  for (Index k = 0; k < std::ssize(hashes); ++k) {
    if (counts(k)) order.push_back(k);
  }
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::pair(hashes[at(a)], a) < std::pair(hashes[at(b)], b);
  });
  std::vector<Repeat> found;
  for (std::size_t k = 1, first = 0; k < order.size(); ++k) {
    if (hashes[at(order[k])] == hashes[at(order[first])]) {
      found.push_back({.index = order[k], .first = order[first]});
    } else {
      first = k;
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Repeat& a, const Repeat& b) { return a.index < b.index; });
  return found;
}

/// Fills a summary in, pass by pass.
class Passes {
 public:
  Passes(const Samples& x, Summary& summary)
      : x_(x), s_(summary), stored_(at(x.dim())), samples_(at(x.size())), features_(at(x.dim())) {
    s_.missing.resize(at(x.dim()));
    s_.infinite.resize(at(x.dim()));
    s_.mean = s_.sd = Vector::Zero(x.dim());
    s_.low = Vector::Constant(x.dim(), std::numeric_limits<double>::infinity());
    s_.high = -s_.low;
  }

  void run() {
    for_each_cell(x_, [&](Index i, Index k, double value) { look(i, k, value); });
    for (Index k = 0; k < s_.dim; ++k) end_means(k);
    for_each_cell(x_, [&](Index, Index k, double value) {
      if (std::isfinite(value)) s_.sd[k] += (value - s_.mean[k]) * (value - s_.mean[k]);
    });
    for (Index k = 0; k < s_.dim; ++k) end_deviations(k);
    // Of tiny numbers the squares, and so the sd, may be 0.
    const auto varies = [&](Index k) { return s_.low[k] < s_.high[k]; };
    for (Index k = 0; k < s_.dim; ++k) {
      if (!varies(k)) s_.constant.push_back(k);
    }
    s_.same_features = repeats(features_, varies);
    s_.same_samples = repeats(samples_, [](Index) { return true; });
  }

 private:
  void look(Index i, Index k, double value) {
    ++stored_[at(k)];
    if (value == 0) {
      s_.low[k] = std::min(s_.low[k], 0.0);
      s_.high[k] = std::max(s_.high[k], 0.0);
      return;
    }
    ++s_.non_zeros;
    const auto bits = std::bit_cast<std::uint64_t>(std::isnan(value) ? no_value : value);
    samples_[at(i)].add(k, bits);
    features_[at(k)].add(i, bits);
    if (!std::isfinite(value)) {
      ++(std::isnan(value) ? s_.missing : s_.infinite)[at(k)];
      return;
    }
    s_.mean[k] += value;
    s_.low[k] = std::min(s_.low[k], value);
    s_.high[k] = std::max(s_.high[k], value);
  }

  Index zeros_left_out(Index k) const { return s_.size - stored_[at(k)]; }
  Index present(Index k) const { return s_.size - s_.missing[at(k)] - s_.infinite[at(k)]; }

  void end_means(Index k) {
    if (zeros_left_out(k) > 0) {
      s_.low[k] = std::min(s_.low[k], 0.0);
      s_.high[k] = std::max(s_.high[k], 0.0);
    }
    // A feature of one value has that as its mean, not what rounding makes of the sum.
    const bool varies = s_.low[k] < s_.high[k];
    s_.mean[k] = varies ? s_.mean[k] / static_cast<double>(present(k)) : s_.low[k];
    if (present(k) == 0) s_.mean[k] = s_.low[k] = s_.high[k] = no_value;
  }

  void end_deviations(Index k) {
    s_.sd[k] += static_cast<double>(zeros_left_out(k)) * s_.mean[k] * s_.mean[k];
    s_.sd[k] = std::sqrt(s_.sd[k] / std::max(1.0, static_cast<double>(present(k) - 1)));
  }

  const Samples& x_;
  Summary& s_;
  std::vector<Index> stored_;
  std::vector<PlaceHash> samples_, features_;
};

void count_labels(const Labels& labels, Summary& summary) {
  summary.has_labels = !labels.empty();
  summary.classes = labels.names();
  summary.class_sizes.resize(labels.names().size());
  for (Index i = 0; i < labels.size(); ++i) {
    const auto own = labels[i];
    summary.unlabelled += own.empty();
    summary.several_labels += own.size() > 1;
    for (const Index label : own) ++summary.class_sizes[at(label)];
  }
}

Index sum(const std::vector<Index>& counts) {
  return std::accumulate(counts.begin(), counts.end(), Index{0});
}

constexpr Index least_ids = 20;  ///< fewer whole numbers differ by chance

/// Features of whole numbers that are all different, as numbers of samples are: with none missing,
/// they reach over at least as many numbers as there are samples.
std::vector<Index> find_id_like(const Samples& x, const Summary& s) {
  std::vector<Index> found;
  if (s.sparse || s.size < least_ids) return found;
  for (Index k = 0; k < s.dim; ++k) {
    const bool whole_reach = s.high[k] - s.low[k] >= static_cast<double>(s.size - 1);
    if (s.missing[at(k)] + s.infinite[at(k)] == 0 && whole_reach) found.push_back(k);
  }
  std::vector<std::vector<double>> values(found.size());
  x.for_each_block([&](Index, const MatrixView& block) {
    for (std::size_t f = 0; f < found.size(); ++f) {
      if (found[f] < 0) continue;
      for (Index i = 0; i < block.cols() && found[f] >= 0; ++i) {
        const double value = block(found[f], i);
        values[f].push_back(value);
        if (value != std::floor(value)) found[f] = -1;
      }
    }
  });
  for (std::size_t f = 0; f < found.size(); ++f) {
    std::sort(values[f].begin(), values[f].end());
    if (std::adjacent_find(values[f].begin(), values[f].end()) != values[f].end()) found[f] = -1;
  }
  std::erase(found, -1);
  return found;
}

}  // namespace

Index Summary::missing_cells() const { return sum(missing); }
Index Summary::infinite_cells() const { return sum(infinite); }

double Summary::density() const {
  const double cells = static_cast<double>(size) * static_cast<double>(dim);
  return cells > 0 ? static_cast<double>(non_zeros) / cells : 0;
}

double Summary::reach(Index k) const {
  return sd[k] > 0 && std::isfinite(sd[k]) ? std::max(high[k] - mean[k], mean[k] - low[k]) / sd[k]
                                           : 0;
}

std::vector<Index> Summary::by_sd() const {
  std::vector<Index> order;
  for (Index k = 0; k < dim; ++k) {
    if (sd[k] > 0 && std::isfinite(sd[k])) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sd[a] > sd[b]; });
  return order;
}

std::string Summary::feature_name(Index k) const {
  return features.empty() ? std::to_string(k) : fmt::format("'{}'", features[at(k)]);
}

Summary summarise(const Dataset& data) {
  Summary summary{.size = data.size(),
                  .dim = data.dim(),
                  .storage = std::string(data.x.storage_name()),
                  .sparse = data.x.is_sparse(),
                  .raw_text = data.text.has_value(),
                  .has_ids = !data.ids.empty(),
                  .features = data.features};
  Passes(data.x, summary).run();
  summary.id_like = find_id_like(data.x, summary);
  count_labels(data.labels, summary);
  return summary;
}

}  // namespace mahala
