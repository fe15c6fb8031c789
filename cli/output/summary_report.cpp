#include "cli/output/summary_report.hpp"

#include "cli/output/in_flags.hpp"
#include "mahala/report/data_page.hpp"

namespace mahala::cli {
namespace {

constexpr Index rows_shown = 10;
constexpr std::size_t classes_shown = 10, repeats_listed = 10;

std::string label_text(const Summary& s) {
  if (!s.has_labels) return "none";
  if (s.unlabelled + s.several_labels == 0) return "one for each sample";
  return fmt::format("none for {}, several for {}", counted(s.unlabelled, "sample"),
                     counted(s.several_labels, "sample"));
}

std::string class_text(const Summary& s) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(s.classes.size(), classes_shown); ++k) {
    names.push_back(fmt::format("{} ({})", s.classes[k], s.class_sizes[k]));
  }
  const std::string more = s.classes.size() > classes_shown
                               ? fmt::format(" and {} more", s.classes.size() - classes_shown)
                               : "";
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

/// "3 (7 is 2, 9 is 2, 12 is 5)".
template <class Name>
std::string repeat_text(const std::vector<Repeat>& repeats, const Name& name) {
  constexpr std::size_t shown = 3;
  if (repeats.empty()) return "none";
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < std::min(repeats.size(), shown); ++k) {
    texts.push_back(fmt::format("{} is {}", name(repeats[k].index), name(repeats[k].first)));
  }
  return fmt::format("{} ({}{})", repeats.size(), fmt::join(texts, ", "),
                     repeats.size() > shown ? ", ..." : "");
}

void print_summary(const Dataset& data, const Summary& s) {
  show("data: {} of {}\n", counted(s.size, "sample"), counted(s.dim, "feature"));
  const auto id = [&](Index i) {
    return s.has_ids ? data.ids[static_cast<std::size_t>(i)] : std::to_string(i);
  };
  print_facts(
      {{"storage", fmt::format("{}, {:.3g} % of the cells not 0", s.storage, 100 * s.density())},
       {"labels", label_text(s)},
       {"classes", class_text(s)},
       {"ids", s.has_ids ? "yes" : "none"},
       {"missing cells", std::to_string(s.missing_cells())},
       {"constant features", std::to_string(s.constant.size())},
       {"repeated features",
        repeat_text(s.same_features, [&](Index k) { return s.feature_name(k); })},
       {"repeated samples", repeat_text(s.same_samples, id)}});
  show("\n{}{}", feature_table(s, rows_shown).str(), s.dim > rows_shown ? "...\n" : "");
  const auto lines = in_flags(advice(s));
  show("\n{}\n", lines.empty() ? "nothing stands out" : "what to do:");
  for (const std::string& line : lines) show("- {}\n", line);
}

Json repeats_json(const std::vector<Repeat>& repeats) {
  Json listed = Json::array();
  for (std::size_t k = 0; k < std::min(repeats.size(), repeats_listed); ++k) {
    listed.push_back({repeats[k].index, repeats[k].first});
  }
  return {{"count", repeats.size()}, {"first", std::move(listed)}};
}

Json feature_json(const Summary& s) {
  Json features = Json::array();
  for (Index k = 0; k < s.dim; ++k) {
    const auto at = static_cast<std::size_t>(k);
    Json feature = {{"missing", s.missing[at]}, {"infinite", s.infinite[at]},
                    {"mean", s.mean[k]},        {"sd", s.sd[k]},
                    {"low", s.low[k]},          {"high", s.high[k]}};
    if (!s.features.empty()) feature["name"] = s.features[at];
    features.push_back(std::move(feature));
  }
  return features;
}

Json summary_json(const Summary& s) {
  Json classes = Json::object();
  for (std::size_t k = 0; k < s.classes.size(); ++k) classes[s.classes[k]] = s.class_sizes[k];
  return {{"samples", s.size},
          {"dim", s.dim},
          {"storage", s.storage},
          {"density", s.density()},
          {"missing", s.missing_cells()},
          {"infinite", s.infinite_cells()},
          {"labels", s.has_labels},
          {"classes", std::move(classes)},
          {"unlabelled", s.unlabelled},
          {"several_labels", s.several_labels},
          {"ids", s.has_ids},
          {"constant", s.constant},
          {"same_features", repeats_json(s.same_features)},
          {"id_like", s.id_like},
          {"same_samples", repeats_json(s.same_samples)},
          {"features", feature_json(s)},
          {"advice", in_flags(advice(s))}};
}

}  // namespace

void report_summary(const Dataset& data, const Summary& summary, const std::string& page,
                    const Common& common) {
  if (!common.json) return print_summary(data, summary);
  Json json = summary_json(summary);
  if (!page.empty()) json["report"] = page;
  print_json(json);
}

}  // namespace mahala::cli
