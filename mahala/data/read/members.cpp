#include "mahala/data/read/members.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala::reading {
namespace {

constexpr std::string_view sample_names[] = {"x", "X", "data", "arr_0"};
constexpr std::string_view label_names[] = {"y", "labels", "label"};
constexpr std::size_t arrays_shown = 20;

using Found = std::optional<std::size_t>;

Found called(std::string_view name, const std::vector<Member>& members) {
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (members[k].name == name) return k;
  }
  return {};
}

/// The first of `names` that has as many axes.
Found usual(std::span<const std::string_view> names, std::size_t axes,
            const std::vector<Member>& members) {
  for (const std::string_view name : names) {
    const Found found = called(name, members);
    if (found && members[*found].shape.size() == axes) return found;
  }
  return {};
}

std::string list(const std::vector<Member>& members) {
  std::string text;
  for (std::size_t k = 0; k < std::min(members.size(), arrays_shown); ++k) {
    text += fmt::format("{}{} ({})", k > 0 ? ", " : "", excerpt(members[k].name),
                        shape_in_words(members[k].shape));
  }
  return members.size() > arrays_shown ? text + ", ..." : text;
}

[[noreturn]] void refuse(const std::string& wish, const std::vector<Member>& members,
                         const std::string& file) {
  std::vector<std::string_view> names;
  for (const Member& member : members) names.push_back(member.name);
  fail("{}: there is no tensor '{}'{} (there are: {})", file, excerpt(wish),
       did_you_mean(wish, names), list(members));
}

std::size_t find_samples(const std::vector<Member>& members, const ReadOptions& options,
                         const std::string& file) {
  require(!members.empty(), "{}: holds no arrays", file);
  if (!options.tensor.empty()) {
    const Found found = called(options.tensor, members);
    if (!found) refuse(options.tensor, members, file);
    return *found;
  }
  if (const Found found = usual(sample_names, 2, members)) return *found;
  Found only;
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (members[k].shape.size() != 2) continue;
    require(!only, "{}: which array holds the samples? Use option tensor (there are: {})", file,
            list(members));
    only = k;
  }
  require(only.has_value(), "{}: no array has two axes, as samples need (there are: {})", file,
          list(members));
  return *only;
}

/// Error unless there is one for each sample; other axes are refused where they are read.
void check_count(const NumberArray& names, const NumberArray& samples, std::string_view what,
                 const std::string& file) {
  require(
      names.shape.size() != 1 || samples.shape.size() != 2 || names.shape[0] == samples.shape[0],
      "{}: {} {} for {} samples", file, names.shape.empty() ? 0 : names.shape[0], what,
      samples.shape.empty() ? 0 : samples.shape[0]);
}

}  // namespace

ArrayFile member_arrays(const std::vector<Member>& members,
                        const std::function<NumberArray(std::size_t)>& load,
                        const ReadOptions& options, const std::string& file) {
  const std::size_t samples = find_samples(members, options, file);
  Found labels =
      options.label.empty() ? usual(label_names, 1, members) : called(options.label, members);
  if (!labels && options.own_labels_will_do) labels = usual(label_names, 1, members);
  ArrayFile arrays{
      .samples = load(samples), .name = file + ":" + members[samples].name, .options = options};
  if (labels) arrays.options.label.clear();
  if (const Found groups = called(options.group, members); groups && !options.group.empty()) {
    arrays.options.group.clear();
    arrays.groups_name = file + ":" + members[*groups].name;
    arrays.groups = load(*groups);
    check_count(*arrays.groups, arrays.samples, "groups", arrays.groups_name);
  }
  if (!labels || !options.labels_file.empty()) return arrays;
  arrays.labels_name = file + ":" + members[*labels].name;
  arrays.labels = load(*labels);
  check_count(*arrays.labels, arrays.samples, "labels", arrays.labels_name);
  return arrays;
}

}  // namespace mahala::reading
