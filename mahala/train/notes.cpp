#include "mahala/train/notes.hpp"

#include "mahala/core/utf8.hpp"
#include "mahala/core/version.hpp"
#include "mahala/data/constraints/overlap.hpp"
#include "mahala/model/feature_check.hpp"

namespace mahala {

Provenance provenance_of(const Dataset& data, const std::string& name) {
  return {.data = plain_name(name.empty() ? data.source : name),
          .fingerprint = fingerprint(data),
          .features = data.text ? "" : join_features(data),  // words are the model's own
          .samples = data.size(),
          .dim = data.dim()};
}

void note_provenance(Provenance provenance, Model& model) {
  Notes& notes = model.notes;
  notes["data"] = provenance.data;
  if (!provenance.fingerprint.empty()) notes[fingerprint_note] = provenance.fingerprint;
  if (!provenance.features.empty()) notes[features_note] = provenance.features;
  notes["samples"] = std::to_string(provenance.samples);
  notes["seed"] = std::to_string(provenance.seed);
  notes["version"] = version();
  notes["constraints"] = std::to_string(provenance.constraints);
  if (!provenance.constraints_fingerprint.empty()) {
    notes[constraints_fingerprint_note] = provenance.constraints_fingerprint;
  }
  if (!provenance.constraints_sketch.empty()) {
    notes[constraints_sketch_note] = provenance.constraints_sketch;
  }
  if (!provenance.constraints_file.empty()) {
    notes["constraints_file"] = plain_name(provenance.constraints_file);
    return;
  }
  if (provenance.constraints == 0) return;
  for (const Option& option : describe(provenance.sampling)) {
    notes[fmt::format("sampling.{}", option.name)] = value(option);
  }
}

Trained train_with_notes(const Learner& learner, Dataset data,
                         const std::optional<Constraints>& given, const TrainOptions& options,
                         const Run& run, Provenance& provenance) {
  if (given && count(*given) > 0) {
    check(*given, data);
    provenance.constraints_fingerprint = fingerprint(*given);
    provenance.constraints_sketch = sketch(*given, data.x);
  }
  Trained trained = train(learner, std::move(data), given, options, run);
  provenance.seed = run.seed;
  provenance.constraints = trained.constraints;
  provenance.sampling = resolved(options.sampling, learner.facts().recipe);
  note_provenance(provenance, trained.fit.model);
  if (trained.bounds) {
    if (const std::string words = in_words(*trained.bounds); !words.empty()) {
      trained.fit.model.notes["bounds"] = words;
    }
  }
  return trained;
}

}  // namespace mahala
