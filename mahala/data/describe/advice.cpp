// What to do about what a summary shows. Every sentence names something to act on.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/data/describe/summary.hpp"

namespace mahala {
namespace {

constexpr double uneven_scales = 100;  ///< the largest sd over the smallest
constexpr double far_out = 10;         ///< sd from the mean; a normal cell is never there
constexpr double uneven_classes = 20;  ///< the largest class over the smallest
constexpr std::size_t named = 3;

std::string counted(Index n, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}", n, n == 1 ? noun : plural);
}

/// "'a', 'b', 'c' and 4 more".
std::string list(const Summary& s, const std::vector<Index>& features) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(named, features.size()); ++k) {
    names.push_back(s.feature_name(features[k]));
  }
  const std::string more =
      features.size() > named ? fmt::format(" and {} more", features.size() - named) : "";
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

/// As a flag takes it.
std::string plain_name(const Summary& s, Index feature) {
  return s.features.empty() ? std::to_string(feature)
                            : s.features[static_cast<std::size_t>(feature)];
}

using Advice = std::vector<std::string>;

void about_cells(const Summary& s, Advice& out) {
  if (s.infinite_cells() > 0) {
    out.push_back(fmt::format("{} infinite: correct them, nothing can be learned from them",
                              counted(s.infinite_cells(), "cell is", "cells are")));
  }
  if (s.missing_cells() == 0) return;
  std::vector<Index> empty;
  for (Index k = 0; k < s.dim; ++k) {
    if (s.missing[static_cast<std::size_t>(k)] == s.size) empty.push_back(k);
  }
  out.push_back(fmt::format("{} missing: {}", counted(s.missing_cells(), "cell is", "cells are"),
                            s.sparse ? "sparse data cannot be imputed, fill them in before"
                                     : "use option impute=median or option impute=mean"));
  if (!empty.empty()) {
    out.push_back(fmt::format("{} no cell at all: leave out {}, which cannot be imputed",
                              counted(std::ssize(empty), "feature has", "features have"),
                              list(s, empty)));
  }
}

/// Numbers so large or small that their squares are infinite or 0.
void about_squares(const Summary& s, Advice& out) {
  std::vector<Index> beyond;
  for (Index k = 0; k < s.dim; ++k) {
    if (s.low[k] < s.high[k] && !(s.sd[k] > 0 && std::isfinite(s.sd[k]))) beyond.push_back(k);
  }
  if (beyond.empty()) return;
  out.push_back(fmt::format("{} too large or too small to be squared, as distances do: rescale {}",
                            counted(std::ssize(beyond), "feature is", "features are"),
                            list(s, beyond)));
}

void about_scales(const Summary& s, Advice& out) {
  const std::vector<Index> order = s.by_sd();
  if (order.size() > 1 && s.sd[order.front()] > uneven_scales * s.sd[order.back()]) {
    out.push_back(fmt::format(
        "scales differ by a factor of {:.2g} (feature {} against {}): use option prepare={}",
        s.sd[order.front()] / s.sd[order.back()], s.feature_name(order.front()),
        s.feature_name(order.back()),
        s.sparse ? "scale, as auto leaves sparse data alone"
                 : "standardise, which auto does for dense data"));
  }
  if (s.sparse) return;  // any count of words reaches far
  std::vector<Index> far;
  for (Index k = 0; k < s.dim; ++k) {
    if (s.reach(k) > far_out) far.push_back(k);
  }
  std::stable_sort(far.begin(), far.end(),
                   [&](Index a, Index b) { return s.reach(a) > s.reach(b); });
  if (far.empty()) return;
  out.push_back(fmt::format(
      "{} outliers (feature {} up to {:.0f} sd from the mean): check them, or take logarithms",
      counted(std::ssize(far), "feature has", "features have"), s.feature_name(far[0]),
      s.reach(far[0])));
}

void about_features(const Summary& s, Advice& out) {
  if (!s.constant.empty()) {
    out.push_back(fmt::format("{} constant and can be left out: {}",
                              counted(std::ssize(s.constant), "feature is", "features are"),
                              list(s, s.constant)));
  }
  if (!s.same_features.empty()) {
    const Repeat& first = s.same_features[0];
    out.push_back(fmt::format(
        "{} another and can be left out, as it counts twice in plain distances: {} is {}",
        counted(std::ssize(s.same_features), "feature repeats", "features repeat"),
        s.feature_name(first.index), s.feature_name(first.first)));
  }
  if (!s.id_like.empty()) {
    out.push_back(fmt::format(
        "{} whole numbers that are all different, as ids do: if they name samples, use option "
        "id={} or option drop={} ({})",
        counted(std::ssize(s.id_like), "feature holds", "features hold"),
        plain_name(s, s.id_like[0]), plain_name(s, s.id_like[0]), list(s, s.id_like)));
  }
  if (s.dim > s.size) {
    out.emplace_back(
        "there are more features than samples: choose a low rank, and judge by cross-validation");
  }
}

/// Rare words are always many, repeat one another and differ from common ones in scale.
void about_words(Advice& out) {
  out.emplace_back(
      "features are counts of words: use option prepare=min-df:2,tfidf,unit to leave out words of "
      "one "
      "document and weigh the others, or gain:N for the N words that tell classes apart");
}

void about_samples(const Summary& s, Advice& out) {
  if (s.same_samples.empty()) return;
  const Repeat& first = s.same_samples[0];
  out.push_back(fmt::format(
      "{} another: leave copies out before evaluating, or the copy of a test sample may be "
      "among the training samples (sample {} is sample {})",
      counted(std::ssize(s.same_samples), "sample repeats", "samples repeat"), first.index,
      first.first));
}

void about_labels(const Summary& s, Advice& out) {
  if (!s.has_labels) {
    out.emplace_back(
        "there are no labels: name their column with option label, or learn from pairs or "
        "triplets");
    return;
  }
  if (s.unlabelled > 0) {
    out.push_back(fmt::format("{} no label and will take part in no constraint",
                              counted(s.unlabelled, "sample has", "samples have")));
  }
  if (s.classes.empty()) return;
  const auto [low, high] = std::minmax_element(s.class_sizes.begin(), s.class_sizes.end());
  if (s.classes.size() == 1) out.emplace_back("there is one class only: nothing is different");
  const auto single = std::count(s.class_sizes.begin(), s.class_sizes.end(), 1);
  if (single > 0) {
    const auto which = static_cast<std::size_t>(
        std::find(s.class_sizes.begin(), s.class_sizes.end(), 1) - s.class_sizes.begin());
    out.push_back(fmt::format("{} one sample, which is like no other: leave out or merge, as '{}'",
                              counted(single, "class has", "classes have"), s.classes[which]));
  } else if (static_cast<double>(*high) > uneven_classes * static_cast<double>(*low)) {
    out.push_back(
        fmt::format("classes have from {} to {} samples: draw pairs with option protocol=per-class",
                    *low, *high));
  }
}

}  // namespace

std::vector<std::string> advice(const Summary& summary) {
  Advice out;
  about_cells(summary, out);
  about_squares(summary, out);
  if (summary.raw_text) {
    about_words(out);
  } else {
    about_scales(summary, out);
    about_features(summary, out);
  }
  about_samples(summary, out);
  about_labels(summary, out);
  return out;
}

}  // namespace mahala
