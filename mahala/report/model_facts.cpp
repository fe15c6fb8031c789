#include "mahala/report/model_facts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "mahala/learn/stream/learning_curve.hpp"

namespace mahala {
namespace {

/// A number in six digits; other text as it is.
std::string rounded(const std::string& text) {
  double number = 0;
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end ? fmt::format("{:.6g}", number) : text;
}

void add_note(ModelFacts& facts, const Model& model, const std::string& name) {
  const std::string text = note(model, name);
  if (!text.empty()) facts.emplace_back(name, text);
}

}  // namespace

std::string note(const Model& model, const std::string& name) {
  const auto found = model.notes.find(name);
  return found == model.notes.end() ? "" : found->second;
}

std::string status_in_words(const std::string& status) {
  return status == name(Status::budget_spent) ? "iteration limit reached" : status;
}

std::string optimality_in_words(const std::string& certificate, const std::string& value) {
  if (certificate == "none") return "";
  return certificate == "exact" ? "closed form" : fmt::format("{} {}", certificate, rounded(value));
}

ModelFacts model_facts(const Model& model) {
  const Index most = model.domain == Domain::kernel ? model.left.rows() : model.dim();
  ModelFacts facts;
  if (model.kind != ModelKind::metric) facts.emplace_back("kind", name(model.kind));
  facts.emplace_back("rank", fmt::format("{} of {}", model.rank(), most));
  facts.emplace_back("prepare", model.prepare.plan());
  add_note(facts, model, "learner");
  if (model.notes.contains("status")) {
    facts.emplace_back("status", status_in_words(note(model, "status")));
  }
  add_note(facts, model, "message");
  std::set<std::string> told = {"learner",  "status",       "message",
                                "features", "chosen.tried", curve_note};
  if (model.notes.contains("certificate")) {
    facts.emplace_back(
        "optimality", note(model, "certificate") + " " + rounded(note(model, "certificate_value")));
    told.insert({"certificate", "certificate_value"});
  }
  for (const auto& [name, text] : model.notes) {
    if (!told.contains(name)) facts.emplace_back(name, name == "objective" ? rounded(text) : text);
  }
  return facts;
}

}  // namespace mahala
