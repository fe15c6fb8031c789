#include "cli/flags/generate_flags.hpp"

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "mahala/data/write/write.hpp"

namespace mahala::cli {
namespace {

Options describe_problem(GenerateArguments& arguments) {
  return {{"problem",
           &arguments.problem,
           "classes that differ in a hidden subspace, or outputs x^T W x of a system of low rank",
           {},
           {"classes", "outputs"}},
          {"truth", &arguments.truth, "of outputs: a model file for the system at the end"}};
}

}  // namespace

void add_generate_flags(Command& command, GenerateArguments& arguments) {
  constexpr auto group = "The problem";
  add_data_output(command, arguments.output);
  add_described(command, describe_problem(arguments), group);
  add_described(command, describe(arguments.classes), group);
  add_described(command, describe(arguments.outputs), group);
  add_common(command, arguments.common, Uses::chance);
}

void check_generate(const Command& command, const GenerateArguments& arguments) {
  for (const char* flag : {"--classes", "--separation", "--least-noise", "--most-noise"}) {
    if (!arguments.of_outputs() || !command.given(flag)) continue;
    throw UsageError(fmt::format("{} is for --problem classes", flag));
  }
  for (const char* flag : {"--noise", "--additive", "--drift", "--jump", "--truth"}) {
    if (arguments.of_outputs() || !command.given(flag)) continue;
    throw UsageError(fmt::format("{} is for --problem outputs", flag));
  }
  as_usage([&] {
    check_writable_name(arguments.output);
    if (!arguments.of_outputs()) check_hidden_subspace(arguments.classes);
  });
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, {});
  if (!arguments.truth.empty()) check_output(arguments.truth, {});
}

}  // namespace mahala::cli
