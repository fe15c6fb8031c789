// Golden samples with their classes.
#pragma once

#include "mahala/data/dataset.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test {

/// "X", a row a sample, with "y".
inline Dataset labelled(const nlohmann::json& golden) {
  std::vector<std::string> names;
  for (const auto& y : golden.at("y")) names.push_back(y.dump());
  return {.x = Samples(Matrix(matrix(golden.at("X")).transpose())),
          .labels = Labels::from_names(names)};
}

}  // namespace mahala::test
