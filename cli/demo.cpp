#include <fmt/format.h>

#include "cli/builtin.hpp"
#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "cli/showcase.hpp"
#include "mahala/report/page.hpp"

namespace mahala::cli {
namespace {

struct Arguments {
  Common common;
  std::string output = "mahala-demo.html";
};

/// What is shown: a rank of at most 5, and for the ten digits pairs near the class borders.
std::vector<Showcase> showcases() {
  const SampleOptions near_borders{.protocol = "neighbours"};
  return {{.name = "iris", .rank = 2},
          {.name = "wine", .rank = 4},
          {.name = "breast_cancer", .rank = 5},
          {.name = "balance_scale", .rank = 4},
          {.name = "digits", .rank = 5, .sampling = near_borders}};
}

void print_table(const std::vector<Shown>& all) {
  Table table({"data", "rank", "before, all features", "before, same rank (pca)", "after", ""});
  for (const Shown& shown : all) table.add(row(shown));
  fmt::print(
      "5-nearest-neighbour error in % (two folds, five times), before and after learning\n\n"
      "{}\n",
      table.str());
}

Page make_page(const std::vector<Shown>& all) {
  Page page("mahala: before and after");
  page.paragraph(
      "A distance learned from pairs of alike and different samples, on five data sets that come "
      "with the program. Every number is the error of a 5-nearest-neighbour vote on samples the "
      "learner has not seen; every picture shows such samples.");
  for (const Shown& shown : all) add_section(shown, page);
  return page;
}

void demo(const Arguments& arguments) {
  check_output(arguments.output, "");
  std::vector<Shown> all;
  for (const Showcase& showcase : showcases()) {
    remark(arguments.common, fmt::format("learning on {}", showcase.name));
    all.push_back(show(showcase, static_cast<std::uint64_t>(arguments.common.seed)));
  }
  make_page(all).save(arguments.output);
  if (!arguments.common.json) {
    print_table(all);
    return fmt::print("report with pictures: {}\n", arguments.output);
  }
  Json json = {{"report", arguments.output}, {"data", Json::object()}};
  for (const Shown& shown : all) json["data"][shown.showcase.name] = to_json(shown);
  print_json(json);
}

}  // namespace

void add_demo(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  auto* command = app.add_subcommand("demo", "learn on built-in data and show what it brings");
  command->add_option("-o,--output", arguments->output, "the report to write")
      ->option_text("HTML")
      ->capture_default_str();
  add_common(*command, arguments->common);
  command->callback([arguments] { demo(*arguments); });
}

}  // namespace mahala::cli
