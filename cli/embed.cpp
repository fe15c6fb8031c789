#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "cli/exit.hpp"
#include "cli/model_data.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct Arguments {
  Common common;
  std::string model;
  DataArguments data;
  std::string output;
};

/// The samples in the space whose Euclidean distance is the learned one.
Dataset embedded(const Model& model, Dataset data) {
  Dataset out{.x = embed_samples(model, std::move(data.x)),
              .labels = std::move(data.labels),
              .ids = std::move(data.ids)};
  for (Index k = 0; k < out.dim(); ++k) out.features.push_back(fmt::format("e{}", k));
  return out;
}

void report(const Arguments& arguments, const Dataset& data, Index input_dim) {
  if (arguments.common.json) {
    return print_json({{"model", arguments.model},
                       {"data", arguments.data.name},
                       {"output", arguments.output},
                       {"samples", data.size()},
                       {"input_dim", input_dim},
                       {"dim", data.dim()},
                       {"labels", !data.labels.empty()},
                       {"ids", !data.ids.empty()}});
  }
  fmt::print("{}, {} -> {}: {}\n", counted(data.size(), "sample"), input_dim,
             counted(data.dim(), "feature"), arguments.output);
}

void embed_file(const CLI::App& command, const Arguments& arguments) {
  check_data(command);
  as_usage([&] { check_writable_name(arguments.output); });
  auto inputs = input_files(arguments.data);
  inputs.push_back(arguments.model);
  check_output(arguments.output, inputs);
  const Model model = load(arguments.model);
  Dataset raw = read_for_model(command, arguments.data, model, arguments.common);
  const Dataset data = embedded(model, std::move(raw));
  write_dataset(data, arguments.output);
  const bool plain = std::filesystem::path(arguments.output).extension() == ".npy";
  if (plain && (!data.labels.empty() || !data.ids.empty())) {
    remark(arguments.common, ".npy files carry neither labels nor ids; they were left out");
  }
  report(arguments, data, model.input_dim());
}

}  // namespace

void add_embed(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  auto* command =
      app.add_subcommand("embed", "map samples to where plain distance is the learned one");
  add_model(*command, arguments->model);
  add_data(*command, arguments->data);
  command
      ->add_option("-o,--output", arguments->output,
                   "the file to write; its ending (.csv, .tsv, .svm, .npy, with .gz but for .npy) "
                   "is its format")
      ->option_text("FILE")
      ->required();
  add_common(*command, arguments->common, Uses::work);
  command->callback([arguments, command] { embed_file(*command, *arguments); });
}

}  // namespace mahala::cli
