#include "mahala/model/feature_check.hpp"

#include <algorithm>
#include <sstream>

#include "mahala/core/error.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/data/constraints/overlap.hpp"

namespace mahala {
namespace {

std::vector<std::string> in_order(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

/// The names in the text of a note.
std::vector<std::string> split_features(const std::string& note) {
  std::vector<std::string> names;
  std::istringstream lines(note);
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

}  // namespace

std::string join_features(const Dataset& data) {
  return utf8(fmt::format("{}", fmt::join(data.features, "\n")));
}

std::vector<std::string> feature_names(const Model& model) {
  if (model.text) return model.text->words;
  const auto note = model.notes.find(features_note);
  return note == model.notes.end() ? std::vector<std::string>() : split_features(note->second);
}

void check_features(const Model& model, const Dataset& data, const Remark& remark) {
  const auto learned = feature_names(model);
  if (learned.empty() || data.features.empty()) return;
  const auto here = split_features(join_features(data));
  if (here.size() != learned.size()) return;  // the number of features is checked elsewhere
  const auto [a, b] = std::mismatch(here.begin(), here.end(), learned.begin());
  if (a == here.end()) return;
  const std::string difference =
      fmt::format("{}: feature column {} is '{}', the model was learned with '{}' there",
                  data.source, a - here.begin() + 1, *a, *b);
  require(in_order(here) != in_order(learned), "{}", difference);
  if (remark) remark(difference);
}

std::string learned_here(const Model& model, const Dataset& data, const Constraints& judged) {
  const auto constraints = model.notes.find(constraints_sketch_note);
  const bool given = constraints != model.notes.end() && count(judged) > 0;
  const double share = given ? share_in(constraints->second, judged, data.x) : 0;
  if (share > 0) {
    return fmt::format("the model was learned from {}: its numbers here are optimistic",
                       share_in_words(share, kind(judged)));
  }
  const auto learned_from = model.notes.find(fingerprint_note);
  if (learned_from == model.notes.end() || learned_from->second != fingerprint(data)) return "";
  if (!given) return "the model was learned from these samples: its numbers here are optimistic";
  return fmt::format(
      "the model was learned from other {} of these samples: its numbers here may be optimistic",
      kind(judged));
}

}  // namespace mahala
