/// Models: what was learned, and what is done with it.
#include "mahala/core/error.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/feature_check.hpp"
#include "mahala/model/index_map.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/scores.hpp"
#include "mahala/train/calibrate.hpp"
#include "mahala/train/choice.hpp"
#include "python/module/module.hpp"

namespace mahala::python {
namespace {

/// One row per sample: the transpose of a column-major matrix is the same bytes.
py::array_t<double> rows_of(const Matrix& columns) {
  py::array_t<double> rows({columns.cols(), columns.rows()});
  std::copy_n(columns.data(), columns.size(), rows.mutable_data());
  return rows;
}

template <class Work>
Matrix unlocked(Work&& work) {
  py::gil_scoped_release release;
  return work();
}

using IndexPairs = py::array_t<Index, py::array::c_style | py::array::forcecast>;

Vector pair_values(const Model& model, const Samples& x, const Samples& z,
                   const IndexPairs& array) {
  require(array.ndim() == 2 && array.shape(1) == 2, "pairs are an array of 2 columns");
  std::vector<std::pair<Index, Index>> pairs;
  for (Index k = 0; k < array.shape(0); ++k) pairs.emplace_back(array.at(k, 0), array.at(k, 1));
  py::gil_scoped_release release;
  return compare_pairs(model, x, z, pairs);
}

py::object calibration_of(const Model& model) {
  if (!model.calibration) return py::none();
  const Calibration& found = *model.calibration;
  py::dict told;
  told["threshold"] = found.threshold;
  told["rule"] = found.rule;
  told["map"] = std::string(name(found.map));
  told["pairs"] = found.pairs;
  told["log_loss"] = found.log_loss;
  return told;
}

/// The model with a threshold and probabilities chosen on these pairs.
Model calibrated(const Model& model, const Table& table, const ConstraintList& list,
                 const Settings& settings) {
  CalibrateOptions options;
  set_all(describe(options), settings);
  check(options);
  const Dataset data = dataset_of(table);
  const Constraints pairs = *constraints_of(list);
  require(std::holds_alternative<Pairs>(pairs), "a model is calibrated on pairs");
  py::gil_scoped_release release;
  check(pairs, data);
  Model with = model;
  with.calibration = calibrate(model, data, std::get<Pairs>(pairs), options).calibration;
  return with;
}

Vector probabilities(const Model& model, const Vector& values) {
  require(model.calibration.has_value(), "the model is not calibrated");
  const double sign = model.kind == ModelKind::metric ? 1 : -1;
  return values.unaryExpr(
      [&](double each) { return model.calibration->probability_same(sign * each); });
}

Model with_threshold(const Model& model, double threshold) {
  Model with = model;
  require(with.calibration.has_value(), "the model is not calibrated");
  with.calibration->threshold = threshold;
  with.calibration->rule = "set by the user";
  return with;
}

/// A metric with W = components^T components.
Model metric_of(const Matrix& components, const std::map<std::string, std::string>& notes) {
  require(components.allFinite(), "components hold a number that is not finite");
  return {.left = components.transpose(), .notes = notes};
}

py::tuple affine_of(const Model& model, const std::string& side) {
  const AffineMap map = affine_map(model, parse_side(side));
  return py::make_tuple(map.a, map.b);
}

py::list trials_of(const Model& model) {
  py::list trials;
  for (const TriedLearner& each : noted_trials(model)) {
    trials.append(py::make_tuple(each.title, each.prepare, each.error, each.folds, each.remark));
  }
  return trials;
}

}  // namespace

void add_models(py::module_& module) {
  py::class_<Model>(module, "Model")
      .def_property_readonly("kind", [](const Model& model) { return name(model.kind); })
      .def_property_readonly("domain", [](const Model& model) { return name(model.domain); })
      .def_readonly("identity", &Model::identity)
      .def_readonly("left", &Model::left)
      .def_readonly("right", &Model::right)
      .def_readonly("labels", &Model::labels)
      .def_readonly("notes", &Model::notes)
      .def_property_readonly("prepare", [](const Model& model) { return model.prepare.plan(); })
      .def_property_readonly("rank", &Model::rank)
      .def_property_readonly("dim", &Model::dim)
      .def_property_readonly("n_features", &Model::input_dim)
      .def_property_readonly("feature_names", &feature_names)
      .def_property_readonly("calibration", &calibration_of)
      .def_property_readonly("tried", &trials_of)
      .def_property_readonly("streamed", [](const Model& model) { return !model.state.empty(); })
      .def("embed",
           [](const Model& model, const HeldSamples& x) {
             return rows_of(unlocked([&] { return embed(model, shared(x)); }));
           })
      .def("embed_side",
           [](const Model& model, const HeldSamples& x, const std::string& side) {
             return embed_side(model, shared(x), parse_side(side));
           })
      .def("label_scores",
           [](const Model& model, const HeldSamples& x) {
             return rows_of(unlocked([&] { return label_scores(model, shared(x)); }));
           })
      .def("pair_values", &pair_values)
      .def("affine_map", &affine_of)
      .def("spectrum", &spectrum)
      .def("calibrated", &calibrated)
      .def("probabilities", &probabilities)
      .def("with_threshold", &with_threshold)
      .def("save",
           [](const Model& model, const std::filesystem::path& file) { save(model, file); });
  module.def("load", &load);
  module.def("metric_of", &metric_of);
}

}  // namespace mahala::python
