#include "mahala/data/numeric_labels.hpp"

#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {

Vector numeric_labels(const Dataset& data) {
  const std::vector<Index> classes = data.labels.classes();
  std::vector<double> value(data.labels.names().size(), std::nan(""));
  for (std::size_t k = 0; k < value.size(); ++k) {
    std::string_view name = data.labels.names()[k];
    if (name.starts_with('+')) name.remove_prefix(1);
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value[k]);
    if (error != std::errc{} || end != name.data() + name.size()) value[k] = std::nan("");
  }
  const std::string source = data.source.empty() ? "" : data.source + ": ";
  Vector all(data.size());
  for (Index i = 0; i < all.size(); ++i) {
    const auto label = static_cast<std::size_t>(classes[static_cast<std::size_t>(i)]);
    all[i] = value[label];
    require(std::isfinite(all[i]),
            "{}sample {}: the label '{}' is not a finite number, which outputs are", source, i,
            data.labels.names()[label]);
  }
  return all;
}

}  // namespace mahala
