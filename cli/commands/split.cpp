#include "cli/commands/commands.hpp"
#include "cli/flags/split_flags.hpp"
#include "mahala/data/write/write.hpp"

namespace mahala::cli {
namespace {

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
  add_split_flags(command, *arguments);
  command.callback([arguments, command] { split(command, *arguments); });
}

}  // namespace mahala::cli
