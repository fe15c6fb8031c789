#include "cli/output/inspect_report.hpp"

#include <algorithm>
#include <iterator>

#include "cli/output/calibration_report.hpp"
#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/model/feature_check.hpp"
#include "mahala/report/model_facts.hpp"
#include "mahala/train/choice.hpp"

namespace mahala::cli {
namespace {

constexpr Index most_listed = 10;  ///< eigenvalues, classes and features shown in text

std::string listed_names(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), static_cast<std::size_t>(most_listed));
  const std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + std::ptrdiff_t(shown), ", "));
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

/// How raw text is read, as facts.
Facts text_facts(const TextForm& form) {
  Facts facts = {{"text", form.field.empty() ? "one document a line" : "key " + form.field}};
  TextOptions options = form.options;
  for (const Option& option : mahala::describe(options)) {
    facts.emplace_back(option.name, value(option));
  }
  return facts;
}

/// What a learned kernel is made of, as facts.
Facts kernel_facts(const LearnedKernel& kernel) {
  Facts facts = {{"support samples", std::to_string(kernel.middle().rows())},
                 {"weight of the kernel itself", fmt::format("{:.6g}", kernel.weight())}};
  KernelOptions options = kernel.options();
  for (const Option& option : mahala::describe(options)) {
    facts.emplace_back(fmt::format("kernel: {}", option.name), value(option));
  }
  return facts;
}

Json kernel_json(const LearnedKernel& kernel) {
  Json json = {{"support", kernel.middle().rows()}, {"weight", kernel.weight()}};
  KernelOptions options = kernel.options();
  for (const Option& option : mahala::describe(options)) {
    json[std::string(option.name)] = json_value(option);
  }
  return json;
}

Json text_json(const TextSpace& text) {
  Json json = {{"field", text.form.field}, {"vocabulary", text.words}};
  TextOptions options = text.form.options;
  for (const Option& option : mahala::describe(options)) {
    json[std::string(option.name)] = json_value(option);
  }
  return json;
}

Json model_json(const Model& model, const Vector& values) {
  Json json = {{"kind", "model"},
               {"model_kind", name(model.kind)},
               {"learner", note(model, "learner")},
               {"status", note(model, "status")},
               {"rank", model.rank()},
               {"domain", name(model.domain)},
               {"dim", model.dim()},
               {"input_dim", model.input_dim()},
               {"identity", model.identity},
               {"spectrum", std::vector<double>(values.begin(), values.end())},
               {"prepare", model.prepare.plan()},
               {"notes", model.notes}};
  if (model.kernel) json["kernel"] = kernel_json(*model.kernel);
  if (model.calibration) json["calibration"] = calibration_json(model);
  if (model.prepare.selects()) json["kept"] = prepared_names(model.prepare, feature_names(model));
  if (model.text) json["text"] = text_json(*model.text);
  if (model.kind == ModelKind::similarity) json["symmetric"] = !model.has_right();
  if (model.kind == ModelKind::ranking) json["labels"] = model.labels;
  return json;
}

std::string kind_in_words(const Model& model) {
  if (model.kind == ModelKind::metric) return "distance";
  if (model.kind == ModelKind::similarity) {
    return model.has_right() ? "similarity" : "symmetric similarity";
  }
  return fmt::format("ranking of {}", counted(std::ssize(model.labels), "label"));
}

/// All but the first line.
Facts facts_of_model(const Model& model, const Vector& values) {
  const Vector head = values.head(std::min(most_listed, values.size()));
  const bool objects = model.domain == Domain::objects;
  Facts facts = {{"features of raw samples", objects ? "" : std::to_string(model.input_dim())},
                 {"prepare", model.prepare.plan()},
                 {"identity", model.kernel ? "" : fmt::format("{:.6g}", model.identity)},
                 {"spectrum", fmt::format("{:.4g}{}", fmt::join(head, " "),
                                          values.size() > most_listed ? " ..." : "")}};
  facts.emplace_back("labels", listed_names(model.labels));
  if (model.kernel) std::ranges::copy(kernel_facts(*model.kernel), std::back_inserter(facts));
  std::ranges::copy(calibration_facts(model), std::back_inserter(facts));
  facts.emplace_back("features", listed_names(feature_names(model)));
  if (model.prepare.selects()) {
    const auto kept = prepared_names(model.prepare, feature_names(model));
    facts.emplace_back("features kept", listed_names(kept));
  }
  if (model.text) std::ranges::copy(text_facts(model.text->form), std::back_inserter(facts));
  for (const auto& [name, text] : model.notes) {
    // The curve is a picture of 'mahala report'; how far from optimal it is stands in one line.
    if (name == features_note || name == curve_note || name == "certificate_value" ||
        name == constraints_sketch_note) {
      continue;
    }
    if (name == "chosen.tried") {
      for (const TriedLearner& each : noted_trials(model)) {
        facts.emplace_back(
            "tried", fmt::format("{}", fmt::join(trial_cells(each, noted_judge(model)), "  ")));
      }
    } else if (name == "certificate") {
      facts.emplace_back("optimality", optimality_in_words(text, note(model, "certificate_value")));
    } else if (name == "objective") {
      facts.emplace_back(name, objective_in_words(text, note(model, "certificate")));
    } else {
      facts.emplace_back(name, name == "status" ? status_in_words(text) : text);
    }
  }
  return facts;
}

Index missing_cells(const Samples& x) {
  Index missing = 0;
  if (x.is_sparse()) return missing;
  x.for_each_block(
      [&](Index, const MatrixView& block) { missing += block.array().isNaN().count(); });
  return missing;
}

std::vector<Index> label_counts(const Labels& labels) {
  std::vector<Index> counts(static_cast<std::size_t>(labels.label_count()));
  for (Index i = 0; i < labels.size(); ++i) {
    for (const Index label : labels[i]) ++counts[static_cast<std::size_t>(label)];
  }
  return counts;
}

void print_data(const Dataset& data, const std::vector<Index>& counts) {
  std::vector<std::string> classes;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    classes.push_back(fmt::format("{} ({})", data.labels.names()[k], counts[k]));
  }
  show("data: {} of {}\n", counted(data.size(), "sample"), counted(data.dim(), "feature"));
  print_facts({{"storage", std::string(data.x.storage_name())},
               {"labels", data.labels.empty()    ? "none"
                          : data.labels.single() ? "one for each sample"
                                                 : "none, one or many for each sample"},
               {"classes", listed_names(classes)},
               {"ids", data.ids.empty() ? "none" : "yes"},
               {"missing cells", std::to_string(missing_cells(data.x))},
               {"fingerprint", fingerprint(data)}});
}

}  // namespace

void report_model(const Model& model, const Common& common) {
  const Vector values = spectrum(model);
  if (common.json) return print_json(model_json(model, values));
  const bool objects = model.domain == Domain::objects;
  show("model: {} of rank {} on {}{}\n", kind_in_words(model), model.rank(),
       counted(model.dim(), objects ? "object" : "feature"), model.kernel ? ", by a kernel" : "");
  print_facts(facts_of_model(model, values));
}

void report_data(const Dataset& data, const Common& common) {
  const std::vector<Index> counts = label_counts(data.labels);
  if (!common.json) return print_data(data, counts);
  Json classes = Json::object();
  for (std::size_t k = 0; k < counts.size(); ++k) classes[data.labels.names()[k]] = counts[k];
  print_json({{"kind", "data"},
              {"samples", data.size()},
              {"features", data.dim()},
              {"storage", data.x.storage_name()},
              {"single_label", data.labels.single()},
              {"classes", classes},
              {"ids", !data.ids.empty()},
              {"missing", missing_cells(data.x)},
              {"fingerprint", fingerprint(data)}});
}

}  // namespace mahala::cli
