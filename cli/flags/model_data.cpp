#include "cli/flags/model_data.hpp"

#include "cli/flags/builtin.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/features.hpp"

namespace mahala::cli {
namespace {

/// Words are cut as in training or they are other words.
void check_text_flags(const Command& command, const DataArguments& data, const Model& model) {
  if (!model.text) {
    require(data.reading.text.empty() && data.reading.format != "text",
            "{}: the model was learned from numbers and takes no raw text", data.name);
    return;
  }
  TextOptions options;
  for (const Option& option : mahala::describe(options)) {
    const std::string flag = flag_name(option.name);
    if (!command.given(flag)) continue;
    throw UsageError(fmt::format("{}: the model keeps how its text is read", flag));
  }
}

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

void remark_empty(const Dataset& data, const Model& model, const Common& common) {
  const auto* counts = std::get_if<SparseMatrix>(&data.x.storage());
  if (!data.text || counts == nullptr) return;
  const Index empty = count_empty(*counts, model);
  if (empty == 0) return;
  remark(common, fmt::format("{}: {} of {} have no word the model knows and are zero vectors",
                             data.source, empty, counted(data.size(), "document")));
}

}  // namespace

Dataset read_for_model(const Command& command, const DataArguments& data, const Model& model,
                       const Common& common) {
  check_text_flags(command, data, model);
  ReadOptions reading = data.reading;
  reading.keep_missing = model.prepare.fills_missing();
  // Counts that end early may be of fewer words, but not of other ones.
  reading.dim = model.text ? 0 : model.input_dim();
  reading.space = model.text;
  Dataset read = read_dataset(resolve_data(data.name), reading);
  if (model.domain == Domain::objects) {
    const auto known = model.notes.find("fingerprint");
    require(known == model.notes.end() || known->second == fingerprint(read),
            "{}: the model places the samples it was learned from and has no map for others; "
            "these are not those",
            data.name);
    return read;
  }
  require(read.dim() == model.input_dim(), "{}: the model takes {} features, the data has {}{}",
          data.name, model.input_dim(), read.dim(),
          model.text ? "; counts must be of the model's own words, all of them" : "");
  check_features(model, read, common);
  remark_empty(read, model, common);
  return read;
}

}  // namespace mahala::cli
