#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/evaluate/folds.hpp"

namespace mahala::cli {
namespace {

struct SplitArguments {
  Common common;
  DataArguments data;
  SplitOptions options;
  std::string train, test;
};

void check_split(const Command& command, const SplitArguments& arguments) {
  check_data(command);
  refuse_both(command, "--share", "--per-class");
  as_usage([&] {
    check_writable_name(arguments.train);
    check_writable_name(arguments.test);
  });
  if (arguments.train == arguments.test) throw UsageError("--train and --test are the same file");
  for (const std::string& file : {arguments.train, arguments.test}) {
    check_output(file, input_files(arguments.data));
  }
}

void split(const Command& command, const SplitArguments& arguments) {
  check_split(command, arguments);
  const Dataset data = read_data(arguments.data, true);
  Rng rng = make_rng(static_cast<std::uint64_t>(arguments.common.seed), RandomStream::repeats);
  const Fold parts = random_split(data, arguments.options, rng);
  std::vector<std::string> lost;
  for (const auto& [samples, file] :
       {std::pair(&parts.train, &arguments.train), std::pair(&parts.test, &arguments.test)}) {
    lost = write_dataset(data.select(*samples), *file);
    for (const std::string& loss : lost) remark(arguments.common, loss);
  }
  if (!arguments.common.json) {
    return show("{}: {}\n{}: {}\n", counted(std::ssize(parts.train), "sample"), arguments.train,
                counted(std::ssize(parts.test), "sample"), arguments.test);
  }
  print_json({{"train", arguments.train},
              {"test", arguments.test},
              {"train_samples", std::ssize(parts.train)},
              {"test_samples", std::ssize(parts.test)},
              {"seed", arguments.common.seed},
              {"lost", lost}});
}

}  // namespace

void add_split(Command& app) {
  auto arguments = std::make_shared<SplitArguments>();
  Command command =
      app.add_command("split", "samples to learn from and samples to test by, in two files");
  add_data(command, arguments->data);
  const auto add = [&](const std::string& flag, std::string& file, const std::string& what) {
    command.add_option(flag, file, what + "; its ending is its format, as of convert")
        .text("FILE")
        .required()
        .group("Splitting");
  };
  add("--train", arguments->train, "the samples to learn from");
  add("--test", arguments->test, "the samples to test by");
  add_described(command, describe(arguments->options), "Splitting");
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { split(command, *arguments); });
}

}  // namespace mahala::cli
