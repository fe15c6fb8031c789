#include "mahala/train/choice.hpp"

#include <fmt/format.h>

#include <charconv>

namespace mahala {
namespace {

constexpr auto tried_note = "chosen.tried", judge_note = "chosen.judged_by";

/// What stands before the next `end`, which is taken off with it.
std::string_view cut(std::string_view& text, char end) {
  const auto at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

template <class T>
T number_in(std::string_view text) {
  T number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

bool takes(const Learner& learner, Supervision kind) {
  if (dynamic_cast<const ChoosingLearner*>(&learner) != nullptr) {
    return kind == Supervision::pairs || kind == Supervision::triplets;
  }
  return learner.facts().takes(kind);
}

void note_choice(const LearnerChoice& choice, Model& model) {
  model.notes["chosen"] = "auto";
  model.notes["chosen.why"] = choice.why;
  model.notes[judge_note] = name(choice.judged_by);
  std::string lines;
  for (const TriedLearner& each : choice.tried) {
    lines += fmt::format("{}\t{}\t{:.6g}\t{}\t{}\n", each.title, each.prepare, each.error,
                         each.folds, each.remark);
  }
  if (!lines.empty()) model.notes[tried_note] = lines;
}

std::vector<TriedLearner> noted_trials(const Model& model) {
  const auto found = model.notes.find(tried_note);
  std::vector<TriedLearner> tried;
  if (found == model.notes.end()) return tried;
  for (std::string_view rest = found->second; !rest.empty();) {
    std::string_view line = cut(rest, '\n');
    TriedLearner each{std::string(cut(line, '\t')), std::string(cut(line, '\t'))};
    each.error = number_in<double>(cut(line, '\t'));
    each.folds = number_in<Index>(cut(line, '\t'));
    each.remark = std::string(line);
    tried.push_back(std::move(each));
  }
  return tried;
}

Supervision noted_judge(const Model& model) {
  const auto found = model.notes.find(judge_note);
  for (const Supervision each : {Supervision::pairs, Supervision::triplets}) {
    if (found != model.notes.end() && found->second == name(each)) return each;
  }
  return Supervision::labels;
}

std::string_view judged_measure(Supervision judged_by) {
  if (judged_by == Supervision::pairs) return "AUC";
  return judged_by == Supervision::triplets ? "violated %" : "error %";
}

double judged_number(double error, Supervision judged_by) {
  return judged_by == Supervision::pairs ? 1 - error : 100 * error;
}

std::vector<std::string> trial_cells(const TriedLearner& tried, Supervision judged_by) {
  const int digits = judged_by == Supervision::pairs ? 4 : 2;
  const double number = judged_number(tried.error, judged_by);
  return {tried.title, tried.prepare, tried.folds > 0 ? fmt::format("{:.{}f}", number, digits) : "",
          std::to_string(tried.folds), tried.remark};
}

std::vector<std::string> trial_header(Supervision judged_by) {
  return {"tried", "prepare", std::string(judged_measure(judged_by)), "folds", ""};
}

}  // namespace mahala
