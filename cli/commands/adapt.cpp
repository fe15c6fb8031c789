#include "cli/commands/commands.hpp"
#include "cli/flags/adapt_flags.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/output/adapt/adapt_report.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

/// The queries are read as the items are, with ids of their own.
std::optional<Dataset> read_queries(const AdaptArguments& arguments) {
  if (arguments.queries.empty()) return std::nullopt;
  DataArguments queries{arguments.queries, arguments.items.reading};
  queries.reading.ids_file = arguments.query_ids;
  return read_data(queries, false);
}

void adapt_embeddings(const Command& command, AdaptArguments arguments) {
  check_adapt(command, arguments);
  arguments.options.seed = arguments.updating.seed =
      static_cast<std::uint64_t>(arguments.common.seed);
  arguments.items.reading.missing_advice = "an embedding has no gaps that could be filled";
  const Dataset items = read_data(arguments.items, false);
  const std::optional<Dataset> queries = read_queries(arguments);
  const Dataset* asked = queries ? &*queries : nullptr;
  Feedback feedback = read_feedback(arguments.feedback, items, asked, arguments.reading);
  if (!arguments.held_out.empty()) {
    const Feedback apart = read_feedback(arguments.held_out, items, asked, arguments.reading);
    feedback = with_held_out(std::move(feedback), apart, asked != nullptr ? *asked : items);
  }
  if (!arguments.update.empty()) {
    arguments.updating.metric = arguments.options.metric;
    const Updated updated =
        update_adapted(load(arguments.update), items, asked, feedback, arguments.updating);
    save(updated.model, arguments.output);
    return report_updated(updated.report, arguments.output, arguments.common);
  }
  const Adapted adapted = adapt(items, asked, feedback, arguments.options);
  save(adapted.model, arguments.output);
  report_adapted(adapted.report, arguments.output, arguments.common);
}

}  // namespace

void add_adapt(Command& app) {
  auto arguments = std::make_shared<AdaptArguments>();
  Command command = app.add_command("adapt", "adapt embeddings to feedback, if that improves them");
  add_adapt_flags(command, *arguments);
  command.callback([arguments, command] { adapt_embeddings(command, *arguments); });
}

}  // namespace mahala::cli
