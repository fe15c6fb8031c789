#include "cli/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "mahala/core/error.hpp"

namespace mahala::cli {
namespace {

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string join_features(const Dataset& data) {
  return utf8(fmt::format("{}", fmt::join(data.features, "\n")));
}

std::vector<std::string> split_features(const std::string& note) {
  std::vector<std::string> names;
  std::istringstream lines(note);
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

void check_features(const Model& model, const Dataset& data, const Common& common) {
  const auto note = model.notes.find(features_note);
  if (note == model.notes.end() || data.features.empty()) return;
  const auto learned = split_features(note->second), here = split_features(join_features(data));
  if (here.size() != learned.size()) return;  // the number of features is checked elsewhere
  const auto [a, b] = std::mismatch(here.begin(), here.end(), learned.begin());
  if (a == here.end()) return;
  const std::string difference =
      fmt::format("{}: feature column {} is '{}', the model was learned with '{}' there",
                  data.source, a - here.begin() + 1, *a, *b);
  require(sorted(here) != sorted(learned), "{}", difference);
  remark(common, difference);
}

Dataset read_for_model(const DataArguments& data, const Model& model, const Common& common) {
  Dataset read = read_data(data, model.prepare.fills_missing(), model.input_dim());
  require(read.dim() == model.input_dim(), "{}: the model takes {} features, the data has {}",
          data.name, model.input_dim(), read.dim());
  check_features(model, read, common);
  return read;
}

std::string learned_here(const Model& model, const Dataset& data) {
  const auto learned_from = model.notes.find("fingerprint");
  if (learned_from == model.notes.end() || learned_from->second != fingerprint(data)) return "";
  return "the model was learned from these samples: its numbers here are optimistic";
}

}  // namespace mahala::cli
