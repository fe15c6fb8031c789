#include "mahala/report/model_facts.hpp"

#include <fmt/format.h>

#include <set>

#include "mahala/learn/learning_curve.hpp"

namespace mahala {
namespace {

void add_note(ModelFacts& facts, const Model& model, const std::string& name) {
  const std::string text = note(model, name);
  if (!text.empty()) facts.emplace_back(name, text);
}

}  // namespace

std::string note(const Model& model, const std::string& name) {
  const auto found = model.notes.find(name);
  return found == model.notes.end() ? "" : found->second;
}

ModelFacts model_facts(const Model& model) {
  ModelFacts facts = {{"rank", fmt::format("{} of {}", model.rank(), model.dim())},
                      {"prepare", model.prepare.plan()}};
  add_note(facts, model, "learner");
  add_note(facts, model, "status");
  add_note(facts, model, "message");
  std::set<std::string> told = {"learner", "status", "message", "features", curve_note};
  if (model.notes.contains("certificate")) {
    facts.emplace_back("certificate",
                       note(model, "certificate") + " " + note(model, "certificate_value"));
    told.insert({"certificate", "certificate_value"});
  }
  for (const auto& [name, text] : model.notes) {
    if (!told.contains(name)) facts.emplace_back(name, text);
  }
  return facts;
}

}  // namespace mahala
