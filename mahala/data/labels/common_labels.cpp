#include "mahala/data/labels/common_labels.hpp"

#include <numeric>

namespace mahala {
namespace {

void append_names(const Labels& labels, std::vector<std::vector<std::string>>& all) {
  for (Index i = 0; i < labels.size(); ++i) {
    std::vector<std::string> names;
    for (const Index id : labels[i]) names.push_back(labels.names()[static_cast<std::size_t>(id)]);
    all.push_back(std::move(names));
  }
}

}  // namespace

std::pair<Labels, Labels> common_labels(const Labels& a, const Labels& b) {
  std::vector<std::vector<std::string>> names;
  append_names(a, names);
  append_names(b, names);
  const Labels both = Labels::from_names(names);
  std::vector<Index> places(names.size());
  std::iota(places.begin(), places.end(), Index{0});
  const auto first = static_cast<std::size_t>(a.size());
  return {both.select(std::span(places).first(first)),
          both.select(std::span(places).subspan(first))};
}

}  // namespace mahala
