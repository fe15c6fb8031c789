#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "mahala/data/dense_size.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct EmbedArguments {
  Common common;
  std::string model;
  DataArguments data;
  std::string output;
  std::string side;  ///< of a similarity or ranking
};

/// Sparse samples stay sparse under a metric that is diagonal; their features are named, and the
/// output may need the zeros.
void check_embedded_zeros(const Samples& x, const EmbedArguments& arguments) {
  const auto* sparse = x.sparse();
  if (sparse == nullptr) return;
  const SparseShape shape = sparse_shape(*sparse);
  const Survey survey{
      .size = shape.size, .dim = shape.dim, .entries = shape.entries, .sparse = true};
  const double cells = Writer(arguments.output).cells(survey) + static_cast<double>(shape.dim);
  check_dense_size(arguments.data.name, shape, cells, arguments.data.reading.max_bytes);
}

/// The samples in the space whose Euclidean distance, or inner product, is the learned one.
Dataset embedded(const Model& model, Dataset data, const EmbedArguments& arguments) {
  require(!arguments.side.empty() || model.kind != ModelKind::similarity || !model.has_right(),
          "{}: the similarity is not symmetric; say --side left (queries) or --side right (items)",
          arguments.model);
  const Side side = arguments.side.empty() ? Side::right : parse_side(arguments.side);
  Dataset out{.x = embed_for_reading(model, std::move(data.x), side, arguments.data.name,
                                     arguments.data.reading.max_bytes),
              .labels = std::move(data.labels),
              .ids = std::move(data.ids)};
  check_embedded_zeros(out.x, arguments);
  for (Index k = 0; k < out.dim(); ++k) out.features.push_back(fmt::format("e{}", k));
  return out;
}

/// What the file could not hold. The names e0, e1 ... say no more than the places do.
std::vector<std::string> write_embedded(const Dataset& data, const std::string& output) {
  std::vector<std::string> losses = write_dataset(data, output);
  std::erase_if(losses,
                [](const std::string& loss) { return loss.starts_with("the names of features"); });
  return losses;
}

void report_embedding(const EmbedArguments& arguments, const Dataset& data, Index input_dim,
                      const std::vector<std::string>& losses) {
  if (arguments.common.json) {
    return print_json({{"model", arguments.model},
                       {"data", arguments.data.name},
                       {"output", arguments.output},
                       {"samples", data.size()},
                       {"input_dim", input_dim},
                       {"dim", data.dim()},
                       {"labels", !data.labels.empty()},
                       {"ids", !data.ids.empty()},
                       {"lost", losses}});
  }
  announce(arguments.common, arguments.output,
           fmt::format("{}, {} -> {}: {}", counted(data.size(), "sample"), input_dim,
                       counted(data.dim(), "feature"), arguments.output));
}

void embed_file(const Command& command, const EmbedArguments& arguments) {
  check_data(command);
  as_usage([&] { check_writable_name(arguments.output); });
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, input_files(arguments.data, {arguments.model}));
  const Model model = load(arguments.model);
  require(arguments.side.empty() || model.kind != ModelKind::metric,
          "{}: the model is a metric, which has no sides", arguments.model);
  Dataset raw = read_for_model(command, arguments.data, model, arguments.common);
  const Index raw_dim = raw.dim();
  const Dataset data = embedded(model, std::move(raw), arguments);
  const std::vector<std::string> losses = write_embedded(data, arguments.output);
  for (const std::string& loss : losses) remark(arguments.common, loss);
  report_embedding(arguments, data, raw_dim, losses);
}

}  // namespace

void add_embed(Command& app) {
  auto arguments = std::make_shared<EmbedArguments>();
  Command command =
      app.add_command("embed", "embed samples: Euclidean distance there is the learned metric");
  add_model(command, arguments->model);
  add_data(command, arguments->data);
  add_data_output(command, arguments->output);
  const Option side{"side",
                    &arguments->side,
                    "of a similarity: left (queries) or right (items), whose inner product is the "
                    "score; of a ranking: right",
                    {},
                    {"left", "right"}};
  add_described(command, {side}, "Similarities and rankings");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { embed_file(command, *arguments); });
}

}  // namespace mahala::cli
