#include "mahala/report/model_facts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/model/feature_check.hpp"

namespace mahala {
namespace {

/// A number in six digits; other text as it is.
std::string rounded(const std::string& text) {
  double number = 0;
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end ? fmt::format("{:.6g}", number) : text;
}

/// Learning by steps has no measure of optimality: what it gives says what the objective is.
bool is_objective(const std::string& certificate) { return certificate.starts_with("mean loss"); }

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
  if (certificate == "none" || is_objective(certificate)) return "";
  return certificate == "exact" ? "closed form" : fmt::format("{} {}", certificate, rounded(value));
}

std::string objective_in_words(const std::string& value, const std::string& certificate) {
  return is_objective(certificate) ? fmt::format("{}, {}", value, certificate) : value;
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
  std::set<std::string> told = {"learner",
                                "status",
                                "message",
                                "features",
                                "chosen.tried",
                                curve_note,
                                constraints_sketch_note};
  const std::string certificate = note(model, "certificate");
  if (model.notes.contains("certificate")) {
    const std::string words = optimality_in_words(certificate, note(model, "certificate_value"));
    if (!words.empty()) facts.emplace_back("optimality", words);
    told.insert({"certificate", "certificate_value"});
  }
  for (const auto& [name, text] : model.notes) {
    if (told.contains(name)) continue;
    facts.emplace_back(name,
                       name == "objective" ? objective_in_words(rounded(text), certificate) : text);
  }
  return facts;
}

}  // namespace mahala
