#include "mahala/train/race_candidates.hpp"

#include <algorithm>
#include <array>

#include "mahala/train/registry.hpp"

namespace mahala {
namespace {

constexpr double rate = 1.2e10;         ///< operations a second
constexpr double raced_samples = 2000;  ///< by auto

bool in_closed_form(std::string_view learner) {
  constexpr std::array names = {"lda", "rca", "lfda", "covariance", "pca", "dmlmj", "lsa"};
  return std::ranges::find(names, learner) != names.end();
}

/// All that racers_for lets race, on three folds.
double work_of_race(RaceSize size) {
  size.n = std::min(size.n, raced_samples);
  const auto [n, d, m] = size;
  const RaceSize few{n, std::min(d, 100.0), m};
  return race_folds * (2 * counted_work("euclidean", size) + 6 * counted_work("psd-flat", size) +
                       3 * counted_work("lda", few) + 2 * counted_work("frobmetric", few));
}

/// "standardise" with so many principal axes behind it where there are more features.
std::string in_axes(const std::string& plan, Index axes, const Dataset& data) {
  const Index most = std::min(axes, 2 * data.size() / race_folds - 1);
  if (data.dim() <= most || data.x.is_sparse()) return plan;
  return plan == "none" ? fmt::format("pca:{}", most) : fmt::format("{},pca:{}", plan, most);
}

}  // namespace

double counted_work(std::string_view learner, const RaceSize& size) {
  const auto [n, d, m] = size;
  const double p = std::min({d, n, 64.0}), votes_of = m > 0 ? (n + m) * d : n * n * d;
  const double axes = n * d * std::min(n, d);
  if (m > 0 && learner == "psd-flat") return (axes + 400 * (n * p * p + m * p)) / rate;
  if (m > 0 && learner == "itml") return 200 * m * d * d / rate;
  if (learner == "psd-flat") return (axes + 8 * n * n * p + 400 * n * p * p) / rate;
  if (learner == "frobmetric") return (axes + 600 * n * p * p + 60 * p * p * p) / (rate / 4);
  if (learner == "euclidean") return votes_of / rate;
  if (learner == "auto") return work_of_race(size);
  if (learner == "lmnn") return (axes + 20 * n * n * p + 800 * n * p * p) / rate;
  if (learner == "nca" || learner == "mcml") return (axes + 200 * n * n * p) / rate;
  const double closed = 2 * n * d * d + 10 * d * d * d + votes_of;
  return (in_closed_form(learner) ? closed : 100 * closed) / rate;
}

Racer make_racer(std::string title, std::string_view learner,
                 const std::vector<std::string>& settings, std::string prepare,
                 const RaceSize& size) {
  std::shared_ptr<Learner> made = find_learner(learner).make();
  for (const std::string& setting : settings) set(made->options(), setting);
  return {.title = std::move(title),
          .prepare = std::move(prepare),
          .learner = std::move(made),
          .work = counted_work(learner, size)};
}

std::vector<Racer> racers_given(const Dataset& data, const Constraints& given,
                                const std::vector<std::string>& plans) {
  constexpr Index few_axes = 100;
  const auto n = static_cast<double>(data.size()), d = static_cast<double>(data.dim()),
             m = static_cast<double>(count(given));
  const RaceSize whole{n, d, m}, few{n, std::min<double>(d, few_axes), m};
  const bool pairs = std::holds_alternative<Pairs>(given), dense = !data.x.is_sparse();
  std::vector<Racer> all;
  for (const std::string& plan : plans)
    all.push_back(make_racer("euclidean", "euclidean", {}, plan, whole));
  if (pairs && dense) {
    all.push_back(make_racer("rca", "rca", {}, in_axes(plans.front(), few_axes, data), few));
  }
  for (const char* lambda : {"10", "1", "0.1", "0.01"}) {
    const std::string setting = fmt::format("lambda={}", lambda);
    for (const std::string& plan : plans) {
      all.push_back(make_racer("psd-flat " + setting, "psd-flat", {setting}, plan, whole));
    }
  }
  if (!dense) return all;
  for (const std::string& plan : plans) {
    const std::string_view other = pairs ? "itml" : "frobmetric";
    all.push_back(make_racer(std::string(other), other, {}, in_axes(plan, few_axes, data), few));
  }
  return all;
}

std::vector<Racer> racers_for(const Dataset& data, const std::vector<std::string>& plans) {
  const auto n = static_cast<double>(data.size()), d = static_cast<double>(data.dim());
  constexpr Index few_axes = 100, many_axes = 800;
  const RaceSize whole{n, d}, few{n, std::min<double>(d, few_axes)},
      many{n, std::min<double>(d, many_axes)};
  std::vector<Racer> all;
  for (const std::string& plan : plans)
    all.push_back(make_racer("euclidean", "euclidean", {}, plan, whole));
  const std::string& usual = plans.front();
  if (!data.x.is_sparse()) {
    all.push_back(make_racer("lda", "lda", {}, in_axes(usual, many_axes, data), many));
    all.push_back(make_racer("rca", "rca", {"identity=0"}, in_axes(usual, few_axes, data), few));
    all.push_back(make_racer("lfda", "lfda", {"identity=0"}, in_axes(usual, few_axes, data), few));
  }
  const auto add = [&](const std::string& title, std::string_view learner,
                       const std::vector<std::string>& settings) {
    for (const std::string& plan : plans) {
      const bool frob = learner == "frobmetric";
      all.push_back(make_racer(title, learner, settings,
                               frob ? in_axes(plan, few_axes, data) : plan, frob ? few : whole));
    }
  };
  add("psd-flat", "psd-flat", {});
  if (!data.x.is_sparse()) add("psd-flat start=rca", "psd-flat", {"start=rca"});
  add("psd-flat lambda=0.05", "psd-flat", {"lambda=0.05"});
  if (!data.x.is_sparse()) add("frobmetric", "frobmetric", {});
  return all;
}

}  // namespace mahala
