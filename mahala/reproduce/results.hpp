/// @file
/// Numbers that were measured, by setting and seed, and what they say over seeds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala::reproduce {

/// What a cell measures: lists of numbers by name. Times have names that begin with "seconds"; all
/// others depend on the seed alone and not on the number of threads.
using Numbers = std::map<std::string, std::vector<double>>;

/// A mean over seeds with the half width of its 95 % interval (Student's t); NaN for one seed.
struct Estimate {
  double mean = 0, half = 0;
  Index seeds = 0;
};

Estimate estimate(const std::vector<double>& values);

/// "0.93 ± .02" with so many digits behind the point, values times `scale`; "0.93" for one seed.
std::string in_text(const Estimate& value, int digits, double scale = 1);

class Results {
 public:
  /// By setting, one entry a seed.
  explicit Results(std::map<std::string, std::vector<Numbers>> cells) : cells_(std::move(cells)) {}

  bool has(const std::string& setting, const std::string& number) const;

  /// The first entry of a list, for each seed. Error if there is none.
  std::vector<double> values(const std::string& setting, const std::string& number) const;

  Estimate mean(const std::string& setting, const std::string& number) const;

  /// Of the differences over seeds.
  Estimate difference(const std::string& setting, const std::string& other,
                      const std::string& number) const;

  /// Of one seed, by its place.
  const std::vector<double>& list(const std::string& setting, const std::string& number,
                                  std::size_t seed = 0) const;

  /// Entry by entry over seeds, which must have lists of equal length.
  std::vector<double> mean_list(const std::string& setting, const std::string& number) const;

 private:
  const std::vector<Numbers>& of(const std::string& setting) const;

  std::map<std::string, std::vector<Numbers>> cells_;
};

}  // namespace mahala::reproduce
