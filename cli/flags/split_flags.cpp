#include "cli/flags/split_flags.hpp"

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/data/write/write.hpp"

namespace mahala::cli {

void add_split_flags(Command& command, SplitArguments& arguments) {
  constexpr auto group = "Splitting";
  add_data(command, arguments.data);
  const auto add = [&](const std::string& flag, std::string& file, const std::string& what) {
    command.add_option(flag, file, what + "; its ending is its format, as of convert")
        .text("FILE")
        .required()
        .group(group);
  };
  add("--train", arguments.train, "the samples to learn from");
  add("--test", arguments.test, "the samples to test by");
  add_described(command, describe(arguments.options), group);
  add_common(command, arguments.common, Uses::chance);
}

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

}  // namespace mahala::cli
