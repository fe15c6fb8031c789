#include "mahala/model/read_for_model.hpp"

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// Documents none of whose words reach the metric.
Index count_empty(const SparseMatrix& counts, const Model& model) {
  std::vector<bool> kept(static_cast<std::size_t>(counts.rows()));
  for (const Index k : features_kept(model.prepare, counts.rows())) {
    kept[static_cast<std::size_t>(k)] = true;
  }
  Index empty = 0;
  for (Index i = 0; i < counts.cols(); ++i) {
    SparseMatrix::InnerIterator it(counts, i);
    while (it && !kept[static_cast<std::size_t>(it.row())]) ++it;
    if (!it) ++empty;
  }
  return empty;
}

void remark_empty(const Dataset& data, const Model& model, const Remark& remark) {
  const auto* counts = data.x.sparse();
  if (!remark || !data.text || counts == nullptr) return;
  const Index empty = count_empty(*counts, model);
  if (empty == 0) return;
  remark(fmt::format("{}: {} of {} document{} have no word the model knows and are zero vectors",
                     data.source, empty, data.size(), data.size() == 1 ? "" : "s"));
}

/// Error unless these are the samples the model places.
void check_objects(const Model& model, const Dataset& data, const std::filesystem::path& path) {
  const auto known = model.notes.find(fingerprint_note);
  require(known == model.notes.end() || known->second == fingerprint(data),
          "{}: the model places the samples it was learned from and has no map for others; "
          "these are not those",
          path.string());
}

}  // namespace

ReadOptions reading_for_model(ReadOptions reading, const Model& model) {
  reading.keep_missing = model.prepare.fills_missing();
  // Counts that end early may be of fewer words, but not of other ones.
  reading.dim = model.text ? 0 : model.input_dim();
  reading.space = model.text;
  reading.table = model.table;
  return reading;
}

Dataset read_for_model(const std::filesystem::path& path, const ReadOptions& reading,
                       const Model& model, const Remark& remark) {
  require(model.text || (reading.text.empty() && reading.format != "text"),
          "{}: the model was learned from numbers and takes no raw text", path.string());
  require(model.table || reading.encode == "none",
          "option encode: the model was learned without encoded columns");
  Dataset data = read_dataset(path, reading_for_model(reading, model));
  if (model.domain == Domain::objects) {
    check_objects(model, data, path);
    return data;
  }
  require(data.dim() == model.input_dim(), "{}: the model takes {} features, the data has {}{}",
          path.string(), model.input_dim(), data.dim(),
          model.text ? "; counts must be of the model's own words, all of them" : "");
  if (remark) {
    for (const std::string& text : data.remarks) remark(text);
  }
  check_features(model, data, remark);
  remark_empty(data, model, remark);
  return data;
}

}  // namespace mahala
