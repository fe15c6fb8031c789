#include <fmt/format.h>

#include <array>
#include <fstream>

#include "cli/arguments.hpp"
#include "cli/builtin.hpp"
#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct Arguments {
  Common common;
  DataArguments data;
};

constexpr Index listed = 10;  ///< eigenvalues and classes shown in text

/// safetensors begins with the length of its header in eight bytes, then a brace. No
/// header is so long that the upper bytes are not zero, and no text holds zeros.
bool looks_like_model(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 9> head = {};
  if (!file.read(head.data(), head.size())) return false;
  return head[8] == '{' && head[5] == 0 && head[6] == 0 && head[7] == 0;
}

std::string note(const Model& model, const std::string& name) {
  const auto found = model.notes.find(name);
  return found == model.notes.end() ? "" : found->second;
}

Json model_json(const Model& model, const Vector& values) {
  return {{"kind", "model"},
          {"learner", note(model, "learner")},
          {"status", note(model, "status")},
          {"rank", model.rank()},
          {"dim", model.dim()},
          {"input_dim", model.input_dim()},
          {"identity", model.identity},
          {"spectrum", std::vector<double>(values.begin(), values.end())},
          {"prepare", model.prepare.plan()},
          {"notes", model.notes}};
}

void inspect_model(const Arguments& arguments) {
  const Model model = load(arguments.data.name);
  const Vector values = spectrum(model);
  if (arguments.common.json) return print_json(model_json(model, values));
  const Vector head = values.head(std::min(listed, values.size()));
  fmt::print("model: distance of rank {} on {} features\n", model.rank(), model.dim());
  Facts facts = {{"features of raw samples", std::to_string(model.input_dim())},
                 {"prepare", model.prepare.plan()},
                 {"identity", fmt::format("{:.6g}", model.identity)},
                 {"spectrum", fmt::format("{:.4g}{}", fmt::join(head, " "),
                                          values.size() > listed ? " ..." : "")}};
  for (const auto& [name, text] : model.notes) facts.emplace_back(name, text);
  print_facts(facts);
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
  const auto shown = std::min(counts.size(), static_cast<std::size_t>(listed));
  std::string classes;
  for (std::size_t k = 0; k < shown; ++k) {
    classes += fmt::format("{}{} ({})", k == 0 ? "" : ", ", data.labels.names()[k], counts[k]);
  }
  if (shown < counts.size()) classes += fmt::format(" and {} more", counts.size() - shown);
  fmt::print("data: {} samples of {} features\n", data.size(), data.dim());
  print_facts({{"storage", std::string(data.x.storage_name())},
               {"labels", data.labels.empty()    ? "none"
                          : data.labels.single() ? "one for each sample"
                                                 : "none, one or many for each sample"},
               {"classes", classes},
               {"ids", data.ids.empty() ? "none" : "yes"},
               {"missing cells", std::to_string(missing_cells(data.x))},
               {"fingerprint", fingerprint(data)}});
}

void inspect_data(const Arguments& arguments) {
  const Dataset data = read_data(arguments.data, true);
  const std::vector<Index> counts = label_counts(data.labels);
  if (!arguments.common.json) return print_data(data, counts);
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

}  // namespace

void add_inspect(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  auto* command = app.add_subcommand("inspect", "say what is in a model or data file");
  add_data(*command, arguments->data);
  command->get_option("DATA")->description("a model file, or samples in any format we read");
  add_common(*command, arguments->common);
  command->callback([arguments, command] {
    check_data(*command);
    looks_like_model(resolve_data(arguments->data.name)) ? inspect_model(*arguments)
                                                         : inspect_data(*arguments);
  });
}

}  // namespace mahala::cli
