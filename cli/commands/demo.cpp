#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/common.hpp"
#include "cli/output/announce.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/report/showcase.hpp"

namespace mahala::cli {
namespace {

struct DemoArguments {
  Common common;
  std::string output = "mahala-demo.html";
};

constexpr std::string_view shown_sets[] = {"iris", "wine", "balance_scale", "breast_cancer",
                                           "digits"};

void print_demo(const std::vector<Shown>& all) {
  fmt::print(
      "5-nearest-neighbour error in %, five-fold cross-validation: the plain distance on raw and "
      "on\n"
      "standardised features, lda, and the distance learned with nothing chosen (learner auto); "
      "what\n"
      "was chosen in most folds, how many errors it adds or saves against the better plain "
      "distance,\n"
      "and the p-value of that difference\n\n{}\n",
      showcase_table(all).str());
}

Page make_page(const std::vector<Shown>& all) {
  Page page("mahala: before and after");
  page.paragraph(
      "A distance learned with nothing chosen, on five data sets that come with the program: "
      "learner auto races several and keeps the plain distance where none is better. Every number "
      "is the error of a 5-nearest-neighbour vote on samples the learner has not seen; every "
      "picture shows such samples. p-values compare with the better of the two plain distances.");
  page.table(showcase_table(all), "Error in %, five-fold cross-validation.");
  for (const Shown& shown : all) add_section(shown, page);
  return page;
}

Json error_json(const Score& score) {
  return {{"error_mean", score.error_mean}, {"error_sd", score.error_sd}};
}

Json shown_json(const Shown& shown) {
  Json json = {{"p_value", shown.euclidean().p_value}};
  json["auto"] = error_json(shown.comparison.learned);
  for (const Baseline& each : shown.comparison.baselines) json[each.name] = error_json(each.score);
  return json;
}

void demo(const DemoArguments& arguments) {
  check_apart(arguments.output, true);
  check_output(arguments.output, {});
  std::vector<Shown> all;
  for (const std::string_view set : shown_sets) {
    remark(arguments.common, fmt::format("learning on {}", set));
    const std::string name(set);
    const Dataset data = read_dataset(resolve_data("builtin:" + name), {.label = "label"});
    all.push_back(show(name, data, static_cast<std::uint64_t>(arguments.common.seed)));
  }
  make_page(all).save(arguments.output);
  if (!arguments.common.json) {
    print_demo(all);
    return fmt::print("report with pictures: {}\n", arguments.output);
  }
  Json json = {{"report", arguments.output}, {"data", Json::object()}};
  for (const Shown& shown : all) json["data"][shown.name] = shown_json(shown);
  print_json(json);
}

}  // namespace

void add_demo(Command& app) {
  auto arguments = std::make_shared<DemoArguments>();
  Command command = app.add_command("demo", "learn on built-in data and show what it brings");
  command.add_option("-o,--output", arguments->output, "the report to write")
      .text("HTML")
      .show_default();
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments] { demo(*arguments); });
}

}  // namespace mahala::cli
