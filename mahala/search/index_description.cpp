#include "mahala/search/index_description.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala {
namespace {

constexpr std::size_t longest_description = 200;

/// In the order in which they may follow each other.
enum class Role { transform, lists, graph, codes, refinement };

constexpr Index the_dimension = -1;  ///< of what the part is given, as a bound

struct Range {
  Index low = 1, high = the_dimension;
};

/// '#' in the pattern stands for a number.
struct IndexPart {
  std::string_view pattern;
  Role role;
  std::array<Range, 2> ranges = {};
  int gives = none;  ///< the number that is the dimension after it

  static constexpr int none = -1;
};

constexpr Range many_lists = {1, 1 << 20}, graph_links = {2, 512}, bits = {1, 12},
                padded = {1, 1 << 16};

constexpr IndexPart parts[] = {
    {"PCA#", Role::transform, {}, 0},
    {"PCAR#", Role::transform, {}, 0},
    {"PCAW#", Role::transform, {}, 0},
    {"PCAWR#", Role::transform, {}, 0},
    {"RR#", Role::transform, {}, 0},
    {"ITQ#", Role::transform, {}, 0},
    {"OPQ#", Role::transform},
    {"OPQ#_#", Role::transform, {}, 1},
    {"Pad#", Role::transform, {padded}, 0},
    {"L2norm", Role::transform},
    {"IVF#", Role::lists, {many_lists}},
    {"IVF#_HNSW#", Role::lists, {many_lists, graph_links}},
    {"IMI2x#", Role::lists, {Range{1, 10}}},
    {"HNSW#", Role::graph, {graph_links}},
    {"Flat", Role::codes},
    {"SQ4", Role::codes},
    {"SQ6", Role::codes},
    {"SQ8", Role::codes},
    {"SQfp16", Role::codes},
    {"PQ#", Role::codes},
    {"PQ#np", Role::codes},
    {"PQ#x4fs", Role::codes},
    {"PQ#x4fsr", Role::codes},
    {"PQ#x#", Role::codes, {Range{}, bits}},
    {"PQ#x#np", Role::codes, {Range{}, bits}},
    {"LSH", Role::codes},
    {"RFlat", Role::refinement},
    {"Refine(Flat)", Role::refinement},
    {"Refine(SQ8)", Role::refinement},
    {"Refine(SQfp16)", Role::refinement},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The numbers a text has where the pattern has '#', or false if it is no such text.
bool match(std::string_view pattern, std::string_view text, std::vector<Index>& numbers) {
  constexpr std::size_t most_digits = 9;
  numbers.clear();
  for (const char c : pattern) {
    if (c != '#') {
      if (!text.starts_with(c)) return false;
      text.remove_prefix(1);
      continue;
    }
    const auto end = std::min(
        text.size(), static_cast<std::size_t>(std::distance(
                         text.begin(), std::find_if_not(text.begin(), text.end(), is_digit))));
    long value = 0;
    if (end > most_digits || !reading::parse_integer(text.substr(0, end), value)) return false;
    numbers.push_back(value);
    text.remove_prefix(end);
  }
  return text.empty();
}

/// Reads a description from left to right.
class Description {
 public:
  Description(const IndexKind& kind, Index dim) : name_(reading::excerpt(kind.name)), dim_(dim) {}

  void take(std::string_view text) {
    std::vector<Index> numbers;
    const auto* part = std::find_if(std::begin(parts), std::end(parts), [&](const IndexPart& each) {
      return match(each.pattern, text, numbers);
    });
    require(part != std::end(parts),
            "index {}: '{}' is no part of an index; see the page on searching", name_,
            reading::excerpt(text));
    check_place(*part, text);
    for (std::size_t k = 0; k < numbers.size(); ++k) check(text, numbers[k], part->ranges[k]);
    if (part->pattern.starts_with("PQ")) {
      require(dim_ % numbers.front() == 0, "index {}: {} dimensions are no multiple of {} in '{}'",
              name_, dim_, numbers.front(), text);
    }
    if (part->gives != IndexPart::none) dim_ = numbers[static_cast<std::size_t>(part->gives)];
  }

  void end() const {
    require(stored_, "index {}: says not how items are stored; end it with Flat", name_);
  }

 private:
  void check_place(const IndexPart& part, std::string_view text) {
    const bool follows =
        part.role == Role::transform ? last_ == Role::transform
        : part.role == Role::refinement
            ? stored_ && last_ != Role::refinement
            : last_ < part.role && !(last_ == Role::lists && part.role == Role::graph);
    require(follows, "index {}: '{}' cannot stand there", name_, text);
    last_ = part.role;
    stored_ = stored_ || part.role == Role::graph || part.role == Role::codes;
  }

  void check(std::string_view text, Index number, Range range) const {
    const Index high = range.high == the_dimension ? dim_ : range.high;
    require(range.low <= number && number <= high, "index {}: {} in '{}' is not between {} and {}",
            name_, number, text, range.low, high);
  }

  std::string name_;
  Index dim_;
  Role last_ = Role::transform;
  bool stored_ = false;
};

/// The pieces between commas.
std::vector<std::string_view> pieces(std::string_view text) {
  std::vector<std::string_view> all;
  for (auto comma = text.find(','); comma != text.npos; comma = text.find(',')) {
    all.push_back(text.substr(0, comma));
    text.remove_prefix(comma + 1);
  }
  all.push_back(text);
  return all;
}

struct Parameter {
  std::string_view name;
  Index low, high;
};

constexpr Parameter parameters[] = {
    {"nprobe", 1, 1 << 20},           {"efSearch", 1, 1 << 20},
    {"efConstruction", 1, 1 << 20},   {"k_factor_rf", 1, 1000},
    {"quantizer_nprobe", 1, 1 << 20}, {"quantizer_efSearch", 1, 1 << 20},
    {"max_codes", 0, 1 << 30},        {"ht", 0, 1 << 16},
};

void check_parameter(const std::string& index, std::string_view text) {
  const auto sign = text.find('=');
  const std::string_view name = text.substr(0, sign);
  const auto* known = std::find_if(std::begin(parameters), std::end(parameters),
                                   [&](const Parameter& each) { return each.name == name; });
  require(known != std::end(parameters),
          "index {}: there is no parameter '{}' to tune; nprobe and efSearch are the usual ones",
          index, reading::excerpt(name));
  long value = 0;
  const bool number = sign != text.npos && reading::parse_integer(text.substr(sign + 1), value);
  require(number && known->low <= value && value <= known->high,
          "index {}: {} must be a whole number between {} and {}, not '{}'", index, name,
          known->low, known->high,
          sign == text.npos ? "" : reading::excerpt(text.substr(sign + 1)));
}

}  // namespace

void check_description(const IndexKind& kind, Index dim) {
  const std::string name = reading::excerpt(kind.name);
  require(kind.name.size() <= longest_description && kind.tune.size() <= longest_description,
          "index {}: a description has at most {} bytes", name, longest_description);
  Description description(kind, dim);
  for (const std::string_view text : pieces(kind.name)) description.take(text);
  description.end();
  if (kind.tune.empty()) return;
  for (const std::string_view text : pieces(kind.tune)) check_parameter(name, text);
}

}  // namespace mahala
