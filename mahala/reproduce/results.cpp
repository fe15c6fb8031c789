#include "mahala/reproduce/results.hpp"

#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala::reproduce {
Estimate estimate(const std::vector<double>& values) {
  require(!values.empty(), "there is nothing to take the mean of");
  const auto n = static_cast<Index>(values.size());
  const double half = n < 2 ? std::numeric_limits<double>::quiet_NaN()
                            : student_quantile(0.975, n - 1) * sample_sd(values) /
                                  std::sqrt(static_cast<double>(n));
  return {sample_mean(values), half, n};
}

std::string in_text(const Estimate& value, int digits, double scale) {
  const std::string mean = fmt::format("{:.{}f}", scale * value.mean, digits);
  return std::isnan(value.half) ? mean
                                : fmt::format("{} ± {:.{}f}", mean, scale * value.half, digits);
}

const std::vector<Numbers>& Results::of(const std::string& setting) const {
  const auto found = cells_.find(setting);
  require(found != cells_.end() && !found->second.empty(), "setting '{}' was not measured",
          setting);
  return found->second;
}

bool Results::has(const std::string& setting, const std::string& number) const {
  const auto found = cells_.find(setting);
  return found != cells_.end() && !found->second.empty() && found->second.front().contains(number);
}

const std::vector<double>& Results::list(const std::string& setting, const std::string& number,
                                         std::size_t seed) const {
  const std::vector<Numbers>& cells = of(setting);
  require(seed < cells.size(), "setting '{}' has {} seeds", setting, cells.size());
  const auto found = cells[seed].find(number);
  require(found != cells[seed].end() && !found->second.empty(), "setting '{}' measures no '{}'",
          setting, number);
  return found->second;
}

std::vector<double> Results::values(const std::string& setting, const std::string& number) const {
  std::vector<double> all;
  for (std::size_t k = 0; k < of(setting).size(); ++k) {
    all.push_back(list(setting, number, k).front());
  }
  return all;
}

Estimate Results::mean(const std::string& setting, const std::string& number) const {
  return estimate(values(setting, number));
}

Estimate Results::difference(const std::string& setting, const std::string& other,
                             const std::string& number) const {
  std::vector<double> a = values(setting, number);
  const std::vector<double> b = values(other, number);
  require(a.size() == b.size(), "'{}' and '{}' have different seeds", setting, other);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] -= b[k];
  return estimate(a);
}

std::vector<double> Results::mean_list(const std::string& setting,
                                       const std::string& number) const {
  std::vector<double> sum = list(setting, number);
  const std::size_t seeds = of(setting).size();
  for (std::size_t k = 1; k < seeds; ++k) {
    const std::vector<double>& more = list(setting, number, k);
    require(more.size() == sum.size(), "the lists '{}' of '{}' differ in length", number, setting);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
  }
  for (double& value : sum) value /= static_cast<double>(seeds);
  return sum;
}

}  // namespace mahala::reproduce
