#include "mahala/learn/classes.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {

std::vector<std::vector<Index>> Classes::members() const {
  std::vector<std::vector<Index>> all(sizes.size());
  for (Index i = 0; i < std::ssize(of); ++i) {
    all[static_cast<std::size_t>((*this)[i])].push_back(i);
  }
  return all;
}

Classes classes_of(const Dataset& data) {
  require(data.labels.size() == data.size(), "{} samples have {} labels", data.size(),
          data.labels.size());
  Classes classes{.of = data.labels.classes()};
  std::vector<Index> id(static_cast<std::size_t>(data.labels.label_count()), -1);
  for (Index& c : classes.of) {
    Index& own = id[static_cast<std::size_t>(c)];
    if (own < 0) {
      own = classes.count();
      classes.sizes.push_back(0);
    }
    c = own;
    ++classes.sizes[static_cast<std::size_t>(c)];
  }
  return classes;
}

std::string_view nothing_to_compare(const Classes& classes) {
  if (classes.count() == 1) return "all samples have one label";
  const auto alone = [](Index size) { return size == 1; };
  if (std::all_of(classes.sizes.begin(), classes.sizes.end(), alone)) {
    return "no two samples share a label";
  }
  return "";
}

}  // namespace mahala
