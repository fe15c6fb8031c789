#include "mahala/model/model_file.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/core/version.hpp"
#include "mahala/data/file/safetensors.hpp"
#include "mahala/data/prepare/feature_places.hpp"
#include "mahala/data/prepare/select_features.hpp"
#include "mahala/model/model_factors.hpp"
#include "mahala/model/model_kernel.hpp"
#include "mahala/model/model_table.hpp"
#include "mahala/model/model_text.hpp"

namespace mahala {
namespace {

constexpr std::string_view format_name = "mahala", note_prefix = "note.", state_prefix = "state.";

/// Metrics are written as they always were; programs that know nothing else refuse the rest.
constexpr std::string_view metric_version = "1", newest_version = "2";

/// Which tensors a fitted step of this name has.
struct StepParts {
  bool shift = false, scale = false, axes = false, weight = false, place = false;
};

StepParts step_parts(std::string_view step) {
  const std::string_view kind = step.substr(0, step.find(':'));
  if (kind == "impute" || kind == "centre") return {.shift = true};
  if (kind == "standardise") return {.shift = true, .scale = true};
  if (kind == "scale") return {.scale = true};
  if (kind == "pca") return {.shift = true, .axes = true};
  if (kind == "whiten") return {.axes = true};
  if (kind == "tfidf") return {.weight = true};
  if (selects_features(step)) return {.place = true};
  return {};
}

/// N of "pca:N"; whitening leaves as many features as it found.
Index axes_asked(std::string_view step, Index found) {
  if (step.starts_with("whiten:")) return found;
  Index count = 0;
  std::from_chars(step.data() + step.find(':') + 1, step.data() + step.size(), count);
  return count;
}

std::string tensor_name(std::size_t step, std::string_view part) {
  return fmt::format("prepare.{}.{}", step, part);
}

// ---- what has to hold of a model on either side of a file ----

void check_finite(const MatrixView& values, std::string_view what) {
  require(values.allFinite(), "{} holds a number that is not finite", what);
}

/// `dim` is the number of features so far, 0 while no step has told; becomes what it leaves.
void check_step(const PrepareStep& step, std::size_t k, Index& dim) {
  const auto meet = [&](Index size) {
    require(dim == 0 || size == dim, "step {} ({}) has {} features where {} were expected", k,
            step.name, size, dim);
    dim = size;
  };
  const StepParts parts = step_parts(step.name);
  require((step.shift.size() > 0) == parts.shift && (step.scale.size() > 0) == parts.scale &&
              (step.axes.size() > 0) == parts.axes && (step.weight.size() > 0) == parts.weight &&
              (step.place.size() > 0) == parts.place,
          "step {} ({}) lacks a tensor or has one too many", k, step.name);
  if (parts.shift) meet(step.shift.size());
  if (parts.scale) meet(step.scale.size());
  if (parts.weight) meet(step.weight.size());
  if (parts.place) {
    meet(step.place.size());
    require(are_places(step.place), "{} does not say where features go", tensor_name(k, "place"));
    dim = kept_count(step.place);
    require(dim > 0, "step {} ({}) leaves no features", k, step.name);
  }
  if (parts.axes) {
    meet(step.axes.rows());
    dim = step.axes.cols();
    require(axes_asked(step.name, step.axes.rows()) == dim, "step {} ({}) leaves {} features", k,
            step.name, dim);
  }
  check_finite(step.shift, tensor_name(k, "shift"));
  check_finite(step.scale, tensor_name(k, "scale"));
  check_finite(step.axes, tensor_name(k, "axes"));
  check_finite(step.weight, tensor_name(k, "weight"));
  require((step.weight.array() >= 0).all(), "{} holds a negative weight", tensor_name(k, "weight"));
  require((step.scale.array() > 0).all(), "{} holds a scale that is not positive",
          tensor_name(k, "scale"));
}

void check_preparation(const Model& model) {
  Index dim = 0;
  for (std::size_t k = 0; k < model.prepare.steps.size(); ++k) {
    check_step(model.prepare.steps[k], k, dim);
  }
  if (model.domain == Domain::objects) return;
  require(dim == 0 || dim == model.dim(), "preparation leaves {} features, the {} has {}", dim,
          name(model.kind), model.dim());
  if (model.text) check_text(*model.text, model.input_dim());
  if (model.table) check_table(*model.table, model.input_dim());
}

void check(const Model& model) {
  require(std::isfinite(model.identity) && model.identity >= 0,
          "identity is {}; it has to be finite and not negative", model.identity);
  check_finite(model.left, "left");
  check_finite(model.right, "right");
  check_finite(model.minus, "minus");
  check_factors(model);
  require(model.kernel.has_value() == (model.domain == Domain::kernel), "a model of {} {} a kernel",
          name(model.domain), model.kernel ? "has" : "lacks");
  if (model.kernel) check_kernel(*model.kernel, model);
  if (model.calibration) check(*model.calibration);
  require(model.domain == Domain::features || model.identity == 0,
          "the identity is {} for objects, which have no features", model.identity);
  check_preparation(model);
}

// ---- writing ----

/// A d x r matrix lies in memory as the row-major [r, d] the format asks for.
TensorView view(std::string name, const Matrix& x) {
  return {std::move(name),
          {static_cast<std::uint64_t>(x.cols()), static_cast<std::uint64_t>(x.rows())},
          {x.data(), static_cast<std::size_t>(x.size())}};
}

TensorView view(std::string name, const Vector& x) {
  return {std::move(name),
          {static_cast<std::uint64_t>(x.size())},
          {x.data(), static_cast<std::size_t>(x.size())}};
}

/// Large factors whose numbers all are floats take half the room, and come back to the last bit.
TensorView factor_view(std::string name, const Matrix& x) {
  TensorView factor = view(std::move(name), x);
  factor.as_floats = x.size() >= large_factor && are_floats(factor.data);
  return factor;
}

std::vector<TensorView> tensors_of(const Model& model) {
  std::vector<TensorView> tensors;
  if (model.left.rows() > 0) tensors.push_back(factor_view("left", model.left));
  if (model.has_right()) tensors.push_back(factor_view("right", model.right));
  if (model.minus.cols() > 0) tensors.push_back(factor_view("minus", model.minus));
  if (model.kernel) {
    tensors.push_back(view(support_name, stored_support(*model.kernel)));
    tensors.push_back(view(middle_name, model.kernel->middle()));
  }
  if (model.calibration && model.calibration->at.size() > 0) {
    tensors.push_back(view(calibration_at, model.calibration->at));
    tensors.push_back(view(calibration_probability, model.calibration->probability));
  }
  for (std::size_t k = 0; k < model.prepare.steps.size(); ++k) {
    const PrepareStep& step = model.prepare.steps[k];
    if (step.shift.size() > 0) tensors.push_back(view(tensor_name(k, "shift"), step.shift));
    if (step.scale.size() > 0) tensors.push_back(view(tensor_name(k, "scale"), step.scale));
    if (step.axes.size() > 0) tensors.push_back(view(tensor_name(k, "axes"), step.axes));
    if (step.weight.size() > 0) tensors.push_back(view(tensor_name(k, "weight"), step.weight));
    if (step.place.size() > 0) tensors.push_back(view(tensor_name(k, "place"), step.place));
  }
  for (const auto& [name, numbers] : model.state.numbers) {
    tensors.push_back(view(std::string(state_prefix) + name, numbers));
  }
  return tensors;
}

std::string_view version_for(const Model& model) {
  return model.kind == ModelKind::metric ? metric_version : newest_version;
}

Metadata metadata_of(const Model& model) {
  Metadata metadata = {{"format", std::string(format_name)},
                       {"format_version", std::string(version_for(model))},
                       {"identity", fmt::format("{}", model.identity)},
                       {"domain", std::string(name(model.domain))},
                       {"prepare", model.prepare.plan()}};
  for (const auto& [name, text] : model.notes) metadata[std::string(note_prefix) + name] = text;
  for (const auto& [name, text] : model.state.texts) {
    metadata[std::string(state_prefix) + name] = text;
  }
  if (model.text) add_text(*model.text, metadata);
  if (model.table) add_table(*model.table, metadata);
  if (model.kind != ModelKind::metric) metadata["kind"] = name(model.kind);
  if (model.kind == ModelKind::ranking) metadata["labels"] = write_names(model.labels);
  if (model.kernel) add_kernel(*model.kernel, metadata);
  if (model.calibration) add_calibration(*model.calibration, metadata);
  return metadata;
}

// ---- reading ----

bool names_us(const Metadata& metadata) {
  const auto format = metadata.find("format");
  return format != metadata.end() && format->second == format_name;
}

class ModelReader {
 public:
  explicit ModelReader(const std::filesystem::path& path) : file_(path) {}

  Model read() {
    check_format();
    file_.check_content();
    Model model{.kind = read_kind(), .identity = read_identity(), .domain = read_domain()};
    // What has to be there, and with what, check() knows.
    if (model.kind == ModelKind::metric || has("left")) model.left = read_matrix("left");
    if (model.kind != ModelKind::metric && has("right")) model.right = read_matrix("right");
    if (model.kind == ModelKind::metric && has("minus")) model.minus = read_matrix("minus");
    if (model.kind == ModelKind::ranking) model.labels = read_names("labels", text("labels"));
    if (model.domain == Domain::kernel) {
      model.kernel =
          read_kernel(file_.metadata(), read_matrix(support_name), read_matrix(middle_name));
    }
    model.calibration = read_calibration(
        file_.metadata(), [this](const std::string& name) { return read_vector(name); });
    for (const std::string& name : step_names()) {
      model.prepare.steps.push_back(read_step(name, model.prepare.steps.size()));
    }
    model.state = read_state();
    for (const auto& [name, entry] : file_.tensors()) {
      require(known_.contains(name), "tensor {} has no place in a model", name);
    }
    model.notes = read_notes();
    model.text = read_text(file_.metadata());
    model.table = read_table(file_.metadata());
    check(model);
    return model;
  }

 private:
  const std::string& text(const std::string& name) const {
    const auto found = file_.metadata().find(name);
    require(found != file_.metadata().end(), "metadata {} is missing", name);
    return found->second;
  }

  void check_format() const {
    require(names_us(file_.metadata()), "is a safetensors file but not a mahala model");
    const std::string& found = text("format_version");
    require(found == metric_version || found == newest_version,
            "model format version {} is not known to mahala {} (it reads versions {} and {})",
            found, version(), metric_version, newest_version);
  }

  bool has(const std::string& tensor) const { return file_.tensors().contains(tensor); }

  /// The first version had one kind.
  ModelKind read_kind() const {
    if (text("format_version") == metric_version) return ModelKind::metric;
    const std::string& found = text("kind");
    for (const ModelKind kind : {ModelKind::metric, ModelKind::similarity, ModelKind::ranking}) {
      if (found == name(kind)) return kind;
    }
    fail("kind '{}' is none of metric, similarity and ranking", found);
  }

  double read_identity() const {
    const std::string& digits = text("identity");
    double number = 0;
    const auto end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, number);
    require(result.ec == std::errc() && result.ptr == end, "identity '{}' is not a number", digits);
    return number;
  }

  /// Files written before there were objects do not say.
  Domain read_domain() const {
    const auto found = file_.metadata().find("domain");
    if (found == file_.metadata().end() || found->second == "features") return Domain::features;
    if (found->second == "kernel") return Domain::kernel;
    require(found->second == "objects", "domain '{}' is none of features, objects and kernel",
            found->second);
    return Domain::objects;
  }

  std::vector<std::string> step_names() const {
    const std::string& plan = text("prepare");
    check_plan(plan);
    std::vector<std::string> names;
    if (plan == "none") return names;
    for (std::size_t begin = 0; begin <= plan.size();) {
      const std::size_t end = std::min(plan.find(',', begin), plan.size());
      names.push_back(plan.substr(begin, end - begin));
      begin = end + 1;
    }
    return names;
  }

  PrepareStep read_step(const std::string& name, std::size_t k) {
    const StepParts parts = step_parts(name);
    PrepareStep step{.name = name};
    if (parts.shift) step.shift = read_vector(tensor_name(k, "shift"));
    if (parts.scale) step.scale = read_vector(tensor_name(k, "scale"));
    if (parts.axes) step.axes = read_matrix(tensor_name(k, "axes"));
    if (parts.weight) step.weight = read_vector(tensor_name(k, "weight"));
    if (parts.place) step.place = read_vector(tensor_name(k, "place"));
    return step;
  }

  /// The entry of a tensor that has to exist with so many sides, each within reach of BLAS.
  /// After this its size is bounded by the file's, or one of its sides is zero.
  const TensorEntry& entry(const std::string& name, std::size_t sides) {
    const auto found = file_.tensors().find(name);
    require(found != file_.tensors().end(), "tensor {} is missing", name);
    require(found->second.shape.size() == sides, "tensor {} has {} sides instead of {}", name,
            found->second.shape.size(), sides);
    require(found->second.is_readable(), "tensor {} holds {}, not F64 or F32", name,
            found->second.dtype);
    for (const std::uint64_t side : found->second.shape) {
      require(side <= std::numeric_limits<int>::max(), "tensor {} has a side of {}", name, side);
    }
    known_.insert(name);
    return found->second;
  }

  Matrix read_matrix(const std::string& name) {
    const TensorEntry& tensor = entry(name, 2);
    Matrix x(static_cast<Index>(tensor.shape[1]), static_cast<Index>(tensor.shape[0]));
    file_.read(name, {x.data(), static_cast<std::size_t>(x.size())});
    return x;
  }

  Vector read_vector(const std::string& name) {
    Vector x(static_cast<Index>(entry(name, 1).shape[0]));
    file_.read(name, {x.data(), static_cast<std::size_t>(x.size())});
    return x;
  }

  ArchiveParts read_state() {
    ArchiveParts state;
    for (const auto& [name, entry] : file_.tensors()) {
      if (!name.starts_with(state_prefix)) continue;
      state.numbers[name.substr(state_prefix.size())] = read_matrix(name);
    }
    for (const auto& [name, value] : file_.metadata()) {
      if (name.starts_with(state_prefix)) state.texts[name.substr(state_prefix.size())] = value;
    }
    return state;
  }

  Notes read_notes() const {
    Notes notes;
    for (const auto& [name, value] : file_.metadata()) {
      if (name.starts_with(note_prefix)) notes[name.substr(note_prefix.size())] = value;
    }
    return notes;
  }

  SafetensorsFile file_;
  std::set<std::string> known_;
};

/// Puts the path in front of what is wrong.
template <class F>
auto naming(const std::filesystem::path& path, const F& work) {
  try {
    return work();
  } catch (const Error& e) {
    const std::string_view what = e.what();
    const std::string prefix = path.string() + ": ";
    throw Error(what.starts_with(prefix) ? std::string(what) : prefix + std::string(what));
  }
}

/// safetensors begins with the length of its header in eight bytes, then a brace. No
/// header is so long that the upper bytes are not zero, and no text holds zeros. A pipe is
/// data: what is read here would be lost to the reader.
bool looks_like_safetensors(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 9> head = {};
  if (!file.read(head.data(), head.size())) return false;
  return head[8] == '{' && head[5] == 0 && head[6] == 0 && head[7] == 0;
}

}  // namespace

void save(const Model& model, const std::filesystem::path& path) {
  naming(path, [&] { check(model); });
  const std::vector<TensorView> tensors = tensors_of(model);
  Metadata metadata = metadata_of(model);
  metadata[checksum_name] = checksum(tensors, metadata);
  write_safetensors(path, tensors, metadata);
}

bool is_model(const std::filesystem::path& path) {
  return looks_like_safetensors(path) && names_us(SafetensorsFile(path).metadata());
}

Model load(const std::filesystem::path& path) {
  require(!std::filesystem::is_regular_file(path) || looks_like_safetensors(path),
          "{}: is not a safetensors file, which models are; fit and tune make them", path.string());
  return naming(path, [&] { return ModelReader(path).read(); });
}

}  // namespace mahala
