#include "mahala/reproduce/experiments/checks.hpp"

#include <cmath>

namespace mahala::reproduce {

std::string cell(const Results& results, const std::string& setting, const Compared& what) {
  return in_text(results.mean(setting, what.number), what.digits, what.scale);
}

std::string side_by_side(const Results& results, const std::vector<std::string>& settings,
                         const Compared& what) {
  std::string text;
  for (const std::string& setting : settings) {
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", setting,
                        cell(results, setting, what), what.unit);
  }
  return text;
}

Check exceeds(std::string claim, const Results& results, const std::string& a, const std::string& b,
              const Compared& what, double margin) {
  return {std::move(claim), side_by_side(results, {a, b}, what),
          results.difference(a, b, what.number).mean >= margin};
}

Check alike(std::string claim, const Results& results, const std::string& a, const std::string& b,
            const Compared& what, double margin) {
  return {std::move(claim), side_by_side(results, {a, b}, what),
          std::abs(results.difference(a, b, what.number).mean) <= margin};
}

}  // namespace mahala::reproduce
