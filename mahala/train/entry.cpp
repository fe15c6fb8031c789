#include "mahala/train/entry.hpp"

#include <fmt/format.h>

#include "mahala/learn/stream/learning_curve.hpp"

namespace mahala::registering {

void note_fit(std::string_view learner, const Options& options, Fit& fit) {
  Notes& notes = fit.model.notes;
  notes["learner"] = learner;
  notes["status"] = name(fit.status);
  notes["message"] = fit.message;
  notes["objective"] = fmt::format("{}", fit.objective);
  notes["certificate"] = fit.certificate.name;
  notes["certificate_value"] = fmt::format("{}", fit.certificate.value);
  notes["iterations"] = fmt::format("{}", fit.iterations);
  if (!fit.trace.empty()) notes[curve_note] = write_curve(learning_curve(fit.trace, fit.timed));
  for (const Option& option : options) {
    notes[fmt::format("option.{}", option.name)] = value(option);
  }
}

std::string kinds_in_words(Supervision needs, const std::vector<Supervision>& accepts) {
  std::string text(name(needs));
  for (std::size_t k = 0; k < accepts.size(); ++k) {
    text += fmt::format("{}{}", k + 1 < accepts.size() ? ", " : " or ", name(accepts[k]));
  }
  return text;
}

}  // namespace mahala::registering
