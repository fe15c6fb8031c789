#include "mahala/data/prepare/select_features.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/highest.hpp"
#include "mahala/data/prepare/feature_places.hpp"

namespace mahala {
namespace {

constexpr std::string_view kinds[] = {"min-df", "max-df", "top-df", "gain"};

std::string_view kind_of(std::string_view step) { return step.substr(0, step.find(':')); }

/// What follows the colon as a number, or 0 if it is none.
template <class Number>
Number asked(std::string_view step) {
  const std::string_view digits = step.substr(step.find(':') + 1);
  Number number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} && end == digits.data() + digits.size() ? number : 0;
}

template <class Keep>
std::vector<Index> features_where(Index dim, const Keep& keep) {
  std::vector<Index> kept;
  for (Index k = 0; k < dim; ++k) {
    if (keep(k)) kept.push_back(k);
  }
  return kept;
}

std::vector<Index> kept_by(std::string_view step, const Samples& x, const Labels& labels) {
  const std::string_view kind = kind_of(step);
  if (kind == "gain") {
    require(!labels.empty(), "{} needs labels, and the data has none", step);
    return highest(information_gain(x, labels), asked<Index>(step));
  }
  const Vector df = sample_frequency(x);
  if (kind == "top-df") return highest(df, asked<Index>(step));
  if (kind == "min-df") {
    const auto least = static_cast<double>(asked<Index>(step));
    return features_where(x.dim(), [&](Index k) { return df[k] >= least; });
  }
  // A fraction such as 0.3 is not what its digits say, by a rounding error.
  const double most = asked<double>(step) * static_cast<double>(x.size()) * (1 + 1e-12);
  return features_where(x.dim(), [&](Index k) { return df[k] <= most; });
}

}  // namespace

bool selects_features(std::string_view step) {
  return step.find(':') != std::string_view::npos &&
         std::find(std::begin(kinds), std::end(kinds), kind_of(step)) != std::end(kinds);
}

void check_selection(std::string_view step) {
  if (kind_of(step) != "max-df") {
    require(asked<Index>(step) > 0, "{}: what follows the colon is not a positive integer", step);
    return;
  }
  const double fraction = asked<double>(step);
  require(fraction > 0 && fraction <= 1,
          "{}: what follows the colon is not a fraction of the samples, above 0 and at most 1",
          step);
}

Vector fit_selection(std::string_view step, const Samples& x, const Labels& labels) {
  const std::vector<Index> kept = kept_by(step, x, labels);
  require(!kept.empty(), "{} leaves none of the {} features that {} samples have", step, x.dim(),
          x.size());
  return places(kept, x.dim());
}

Vector inverse_frequency(const Samples& x) {
  const auto n = static_cast<double>(x.size());
  return sample_frequency(x).unaryExpr([n](double df) { return df > 0 ? std::log(n / df) : 0.0; });
}

namespace {

/// Calls visit(feature, sample) for each feature a sample has, samples in their order.
template <class Visit>
void for_each_presence(const Samples& x, const Visit& visit) {
  if (const auto* sparse = x.sparse()) {
    for (Index i = 0; i < sparse->cols(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        if (it.value() != 0) visit(it.row(), i);
      }
    }
    return;
  }
  x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      for (Index k = 0; k < block.rows(); ++k) {
        if (block(k, i) != 0) visit(k, begin + i);
      }
    }
  });
}

/// n ln n, the term of every entropy:  n H = n ln n - sum_c n_c ln n_c.
double term(double n) { return n > 0 ? n * std::log(n) : 0; }

/// The classes of the samples that have each feature, feature after feature.
struct ClassLists {
  std::vector<Index> end;  ///< of feature k's list; it begins where that of k-1 ends
  std::vector<std::int32_t> classes;
};

ClassLists list_classes(const Samples& x, const std::vector<Index>& classes) {
  const Vector df = sample_frequency(x);
  ClassLists lists{std::vector<Index>(static_cast<std::size_t>(x.dim())), {}};
  Index total = 0;
  for (Index k = 0; k < x.dim(); ++k) {
    lists.end[static_cast<std::size_t>(k)] = total;  // for now where it begins
    total += static_cast<Index>(df[k]);
  }
  lists.classes.resize(static_cast<std::size_t>(total));
  for_each_presence(x, [&](Index feature, Index sample) {
    const Index at = lists.end[static_cast<std::size_t>(feature)]++;
    lists.classes[static_cast<std::size_t>(at)] =
        static_cast<std::int32_t>(classes[static_cast<std::size_t>(sample)]);
  });
  return lists;
}

/// Gains that differ by rounding only have to be equal, for ties to go by index.
double rounded(double bits) { return std::ldexp(std::round(std::ldexp(bits, 40)), -40); }

/// The gain of one feature after another; a class costs only where the feature has it.
class Gain {
 public:
  Gain(const std::vector<Index>& classes, Index class_count)
      : total_(static_cast<double>(classes.size())),
        size_(static_cast<std::size_t>(class_count)),
        here_(size_.size()) {
    for (const Index c : classes) ++size_[static_cast<std::size_t>(c)];
    for (const double n : size_) size_terms_ += term(n);
  }

  double operator()(std::span<const std::int32_t> classes) {
    const auto with = static_cast<double>(classes.size());
    double with_terms = 0, without_terms = size_terms_;
    for (const std::int32_t c : classes) ++here_[static_cast<std::size_t>(c)];
    for (const std::int32_t c : classes) {
      double& n = here_[static_cast<std::size_t>(c)];
      if (n == 0) continue;  // seen already
      const double all = size_[static_cast<std::size_t>(c)];
      with_terms += term(n);
      without_terms += term(all - n) - term(all);
      n = 0;
    }
    const double before = term(total_) - size_terms_;
    const double after = term(with) - with_terms + term(total_ - with) - without_terms;
    return rounded((before - after) / total_ / std::log(2.0));
  }

 private:
  double total_;
  std::vector<double> size_, here_;  ///< samples of each class: all, with the feature
  double size_terms_ = 0;
};

}  // namespace

Vector sample_frequency(const Samples& x) {
  Vector df = Vector::Zero(x.dim());
  for_each_presence(x, [&](Index feature, Index) { ++df[feature]; });
  return df;
}

Vector information_gain(const Samples& x, const Labels& labels) {
  require(labels.size() == x.size(), "information gain needs labels, and the data has none");
  const std::vector<Index> classes = labels.classes();
  const ClassLists lists = list_classes(x, classes);
  Gain gain(classes, labels.label_count());
  Vector gains(x.dim());
  std::size_t begin = 0;
  for (Index k = 0; k < x.dim(); ++k) {
    const auto end = static_cast<std::size_t>(lists.end[static_cast<std::size_t>(k)]);
    gains[k] = gain(std::span(lists.classes).subspan(begin, end - begin));
    begin = end;
  }
  return gains;
}

}  // namespace mahala
