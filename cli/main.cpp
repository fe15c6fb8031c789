#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/exit.hpp"
#include "cli/help/help.hpp"
#include "cli/output/in_flags.hpp"
#include "cli/ranks.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/core/version.hpp"
#include "mahala/core/watch.hpp"

namespace mahala::cli {
namespace {

/// "--set a=1 b=2" as "--set a=1 --set b=2".
std::vector<std::string> repeat_set(const std::vector<std::string>& typed) {
  std::vector<std::string> arguments;
  bool settings = false;  // the word before was a setting
  for (std::size_t k = 0; k < typed.size(); ++k) {
    const bool value = k > 0 && typed[k - 1] == "--set";
    const bool setting = !typed[k].starts_with('-') && typed[k].find('=') != std::string::npos;
    if (!value && settings && setting) arguments.push_back("--set");
    settings = value || (settings && setting);
    arguments.push_back(typed[k]);
  }
  return arguments;
}

const CLI::App& used_command(const CLI::App& app) {
  const auto used = app.get_subcommands();
  return used.empty() ? app : *used.front();
}

/// What CLI11 has to say, which begins with the flag, in plain words.
std::string in_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (error.get_name() != "ArgumentMismatch") return text;
  const std::string flag = text.substr(0, text.find_first_of(": "));
  if (text.find("At Most") != std::string::npos) return flag + ": was given more than once";
  if (text.find("override") != std::string::npos) return "--" + flag + ": takes no value";
  return flag + ": needs a value";
}

/// What other programs call our flags.
constexpr std::pair<std::string_view, std::string_view> flags_elsewhere[] = {
    {"--n-components", "--rank"},   {"--n_components", "--rank"}, {"--n-clusters", "--clusters"},
    {"--n_clusters", "--clusters"}, {"--n-neighbors", "--k"},     {"--n_neighbors", "--k"},
    {"--random-state", "--seed"},   {"--random_state", "--seed"}, {"--n-jobs", "--threads"},
    {"--k", "--clusters"}};

/// "; did you mean '--rank'?", or "" where nothing is near.
std::string flag_meant(std::string_view typed, const std::vector<std::string_view>& known) {
  for (const auto& [theirs, ours] : flags_elsewhere) {
    const bool here = std::ranges::find(known, ours) != known.end();
    if (typed == theirs && here) return fmt::format("; did you mean '{}'?", ours);
  }
  std::vector<std::string_view> names;
  for (const std::string_view flag : known) names.push_back(flag.substr(2));
  const auto near = nearest_names(typed.substr(typed.find_first_not_of('-')), names, 1);
  return near.empty() ? "" : fmt::format("; did you mean '--{}'?", near.front());
}

/// CLI11 reports what is missing before what is misspelt, which usually is the reason.
std::string explain(const CLI::App& command, const CLI::ParseError& error) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  const std::vector<std::string_view> known(flags.begin(), flags.end());
  for (const std::string& left : command.remaining()) {
    const std::string flag = left.substr(0, left.find('='));
    if (flag.starts_with("-")) {
      return fmt::format("there is no flag '{}'{}", flag, flag_meant(flag, known));
    }
  }
  const auto left = command.remaining();
  return left.empty() ? in_words(error)
                      : fmt::format("'{}' is one argument too many", left.front());
}

void parse(CLI::App& app, std::vector<std::string> arguments) {
  if (!arguments.empty() && !arguments[0].starts_with('-') &&
      find_command(app, arguments[0]) == nullptr) {
    throw UsageError(unknown_command(app, arguments[0]));
  }
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    const CLI::App& command = used_command(app);
    fmt::print("{}", &command == &app ? overview(app) : help_on(command));
  } catch (const CLI::CallForVersion&) {
    fmt::print("mahala {}\n", version());
  } catch (const CLI::ParseError& error) {
    throw UsageError(explain(used_command(app), error));
  }
}

int run(CLI::App& app, const std::vector<std::string>& arguments) {
  app.formatter(std::make_shared<HelpFormat>());
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string(version()));
  Command program(app);
  for (const auto add :
       {add_fit,    add_evaluate,  add_compare,  add_tune,    add_adapt,     add_embed,
        add_search, add_calibrate, add_score,    add_label,   add_cluster,   add_index,
        add_export, add_inspect,   add_describe, add_convert, add_split,     add_learners,
        add_sample, add_generate,  add_report,   add_demo,    add_reproduce, add_help}) {
    add(program);
  }
  check_command_on_ranks(arguments);
  if (arguments.empty()) {
    fmt::print("{}", overview(app));
  } else {
    parse(app, repeat_set(arguments));
  }
  require(std::fflush(stdout) == 0 && std::ferror(stdout) == 0,
          "standard output cannot be written");
  return exit_done;
}

int end_with(ExitCode code, const std::string& message) {
  std::fflush(stdout);
  tell(message);
  return code;
}

/// The message and, on a line of its own, where to read on.
int end_with_hint(ExitCode code, const std::string& message, const std::string& hint) {
  end_with(code, message);
  std::fputs(fmt::format("try 'mahala {}'\n", hint).c_str(), stderr);
  return code;
}

std::string hint(const CLI::App& app) {
  const CLI::App& command = used_command(app);
  const bool any = &command == &app || command.get_name() == "help";
  return any ? "help" : "help " + command.get_name();
}

std::string out_of_memory(const CLI::App& app) {
  const std::string command = used_command(app).get_name();
  if (memory_limit() > 0) {
    return fmt::format("out of memory: 'mahala {}' needs more than the {} of --memory", command,
                       bytes_text(static_cast<double>(memory_limit())));
  }
  return fmt::format("out of memory: 'mahala {}' needs more than this machine, or its limits, give",
                     command);
}

int run_and_explain(CLI::App& app, const std::vector<std::string>& arguments) try {
  return run(app, arguments);
} catch (const UsageError& error) {
  return end_with_hint(error.code(), in_flags(error.what(), arguments), hint(app));
} catch (const Exit& end) {
  return end_with(end.code(), in_flags(end.what(), arguments));
} catch (const Error& error) {
  return end_with(exit_bad_input, in_flags(error.what(), arguments));
} catch (const std::filesystem::filesystem_error& error) {
  return end_with(exit_bad_input,
                  fmt::format("{}: {}", error.path1().string(), error.code().message()));
} catch (const std::system_error& error) {  // printing throws it
  if (std::ferror(stdout) != 0)
    return end_with(exit_bad_input, "standard output cannot be written");
  return end_with(exit_internal, fmt::format("internal error, please report it: {}", error.what()));
} catch (const Interrupted&) {
  return end_with(exit_interrupted, "interrupted before there was anything to keep");
} catch (const std::bad_alloc&) {
  return end_with(exit_bad_input, out_of_memory(app));
} catch (const std::length_error&) {  // more than any memory holds
  return end_with(exit_bad_input, out_of_memory(app));
} catch (const std::exception& error) {
  return end_with(exit_internal, fmt::format("internal error, please report it: {}", error.what()));
}

}  // namespace
}  // namespace mahala::cli

/// Two libraries read their environment before main begins, hence the second start of the program,
/// with its arguments as they were. OpenMP's threads spin while they wait; on a busy machine that
/// starves the thread they wait for and makes two threads slower than one. And OpenBLAS starts
/// threads, which we never use, and which ask for memory for ever where there is too little of it.
static void start_with_calm_libraries(char** argv) {
  const char* blas_threads = std::getenv("OPENBLAS_NUM_THREADS");
  const bool calm = blas_threads != nullptr && std::string_view(blas_threads) == "1";
  if (calm && std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
  ::setenv("OMP_WAIT_POLICY", "passive", 0);
  ::execv("/proc/self/exe", argv);  // returns only where it is refused; then it works as it is
}

/// Every evaluation of a learner asks for the same few megabytes; giving them back to the system in
/// between would have it clear them anew each time.
static void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int megabyte = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, 32 * megabyte);
  ::mallopt(M_TRIM_THRESHOLD, 256 * megabyte);
  // Each thread would set 128 MB of addresses aside for itself, of few that there are.
  rlimit addresses = {};
  const bool limited =
      ::getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY;
  if (limited) ::mallopt(M_ARENA_MAX, 1);
#endif
}

int main(int argc, char** argv) {
  start_with_calm_libraries(argv);
  keep_freed_memory();
  mahala::hold_standard_descriptors();
  mahala::cli::begin_on_ranks();
  mahala::leave_nothing_behind();
  CLI::App app("Low-rank metric learning.", "mahala");
  return mahala::cli::end_on_ranks(mahala::cli::run_and_explain(app, {argv + 1, argv + argc}));
}
