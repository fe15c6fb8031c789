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

/// What is shown: ranks of at most 5; pairs near the class borders where features are many.
std::vector<Showcase> showcases() {
  const SampleOptions per_class{.protocol = PairProtocol::per_class},
      borders{.protocol = PairProtocol::neighbours};
  return {{.name = "iris", .rank = 2, .sampling = per_class},
          {.name = "wine", .rank = 4, .sampling = per_class},
          {.name = "balance_scale", .rank = 4, .sampling = per_class},
          {.name = "breast_cancer", .rank = 5, .sampling = borders},
          {.name = "digits", .rank = 5, .sampling = borders}};
}

Table demo_table(const std::vector<Shown>& all) {
  Table result({"data", "rank", "before", "before, same rank", "after", "errors", "p"});
  for (const Shown& shown : all) result.add(showcase_row(shown));
  return result;
}

void print_demo(const std::vector<Shown>& all) {
  fmt::print(
      "5-nearest-neighbour error in %, ten-fold cross-validation twice: the plain distance on all\n"
      "features, the plain distance on as many principal components as the learned one has\n"
      "dimensions, the learned distance, how many errors it adds or saves against the second,\n"
      "and the p-value of that difference\n\n{}\n",
      demo_table(all).str());
}

Page make_page(const std::vector<Shown>& all) {
  Page page("mahala: before and after");
  page.paragraph(
      "A distance learned from pairs of alike and different samples, on five data sets that come "
      "with the program. Every number is the error of a 5-nearest-neighbour vote on samples the "
      "learner has not seen; every picture shows such samples. \"Same rank\" is the plain distance "
      "on as many principal components as the learned distance has dimensions.");
  page.table(demo_table(all), "Error in %, ten-fold cross-validation twice.");
  for (const Shown& shown : all) add_section(shown, page);
  return page;
}

Json shown_json(const Shown& shown) {
  Json json = {{"rank", shown.showcase.rank}, {"p_value", shown.p_value}};
  for (const Score* score : {&shown.euclidean, &shown.pca, &shown.learned}) {
    json[score->name] = {{"error_mean", score->error_mean}, {"error_sd", score->error_sd}};
  }
  return json;
}

void demo(const DemoArguments& arguments) {
  check_apart(arguments.output, true);
  check_output(arguments.output, {});
  std::vector<Shown> all;
  for (const Showcase& showcase : showcases()) {
    remark(arguments.common, fmt::format("learning on {}", showcase.name));
    const Dataset data = read_dataset(resolve_data("builtin:" + showcase.name), {.label = "label"});
    all.push_back(show(showcase, data, static_cast<std::uint64_t>(arguments.common.seed)));
  }
  make_page(all).save(arguments.output);
  if (!arguments.common.json) {
    print_demo(all);
    return fmt::print("report with pictures: {}\n", arguments.output);
  }
  Json json = {{"report", arguments.output}, {"data", Json::object()}};
  for (const Shown& shown : all) json["data"][shown.showcase.name] = shown_json(shown);
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
