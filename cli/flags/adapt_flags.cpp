#include "cli/flags/adapt_flags.hpp"

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

constexpr auto adapting_group = "Adapting";
constexpr auto feedback_group = "Reading the feedback";

Options describe_feedback(FeedbackOptions& options) {
  static const std::vector<std::string> kinds = feedback_kinds();
  return {{"feedback_kind",
           &options.kind,
           "if the columns have no names",
           {},
           {kinds.begin(), kinds.end()}},
          {"graded", &options.graded, "the relevance of qrels is the weight of a positive"},
          {"skip_unknown", &options.skip_unknown, "leave rows out that name an unknown id"}};
}

}  // namespace

void add_adapt_flags(Command& command, AdaptArguments& arguments) {
  command.add_option("EMBEDDINGS", arguments.items.name, "the items, one row each, in any format")
      .required();
  command
      .add_option("FEEDBACK", arguments.feedback,
                  "CSV or TSV: query_id,doc_id,relevance (qrels); query_id,doc_id[,weight][,time] "
                  "(clicks); id_a,id_b (duplicates); query,near,far (triplets); id_a,id_b,score "
                  "(pairs); id,label (labels)")
      .required();
  command.add_option("-o,--output", arguments.output, "the model file to write")
      .text("MODEL")
      .required();
  command
      .add_option("--queries", arguments.queries,
                  "embeddings of the queries, if they are not among the items")
      .text("FILE");
  command.add_option("--query-ids-file", arguments.query_ids, "ids of the queries, one a line")
      .text("FILE");
  command
      .add_option(
          "--held-out", arguments.held_out,
          "feedback that chooses and tests the map instead of folds of FEEDBACK; nothing is "
          "learned from it")
      .text("FILE");
  command
      .add_option("--update", arguments.update,
                  "add FEEDBACK to this adapted model instead of choosing a map anew")
      .text("MODEL");
  add_described(command, describe_feedback(arguments.reading), feedback_group);
  add_described(command, mahala::describe(arguments.options), adapting_group);
  add_described(command, mahala::describe(arguments.updating), "Updating (--update)");
  add_described(command, mahala::describe(arguments.items.reading), reading_group);
  add_common(command, arguments.common, Uses::chance);
}

void check_adapt(const Command& command, const AdaptArguments& arguments) {
  check_data(command);
  if (command.given("--query-ids-file") && !command.given("--queries")) {
    throw UsageError("--query-ids-file: there are no --queries");
  }
  if (command.given("--forget") && !command.given("--update")) {
    throw UsageError("--forget: counts only with --update");
  }
  for (const char* flag :
       {"--side", "--map", "--candidates", "--folds", "--confidence", "--control", "--held-out"}) {
    refuse_both(command, "--update", flag);
  }
  refuse_both(command, "--map", "--held-out");
  check_output(
      arguments.output,
      input_files(arguments.items, {arguments.feedback, arguments.queries, arguments.held_out}));
}

}  // namespace mahala::cli
