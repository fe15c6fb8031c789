#include "cli/flags/common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/utf8.hpp"

namespace mahala::cli {
namespace {

Uses needed_for(std::string_view flag) {
  if (flag == "json") return Uses::json;
  return flag == "seed" ? Uses::chance : Uses::work;
}

void take_at_most(const std::string& memory) {
  try {
    limit_memory(parse_bytes(memory));
  } catch (const Error& error) {
    throw UsageError(fmt::format("--memory: {}", error.what()));
  }
}

}  // namespace

Options describe(Common& common) {
  return {
      {"seed", &common.seed, "random seed", at_least(0)},
      {"threads", &common.threads, "0 = one for each core", between(0, 1024)},
      {"memory", &common.memory,
       "the most memory to take, such as 2G; mapped files do not count, and what is made of large "
       "ones goes to a temporary file (in TMPDIR)"},
      {"quiet", &common.quiet, "no progress and no remarks on standard error"},
      {"json", &common.json, "print one JSON object and nothing else"},
  };
}

void add_common(Command& command, Common& common, Uses uses) {
  constexpr auto group = "Common flags";
  Options honoured = describe(common);
  std::erase_if(honoured, [&](const Option& option) { return needed_for(option.name) > uses; });
  add_described(command, honoured, group);
  command.add_help_flag().group(group);
  command.before_callback([&common] {
    set_threads(static_cast<int>(common.threads));
    if (!common.memory.empty()) take_at_most(common.memory);
  });
}

void print_json(const Json& json) {
  // Names from files need not be UTF-8; JSON must be.
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

std::string counted(Index n, const std::string& noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

void print_facts(const Facts& facts) {
  std::size_t width = 0;
  for (const auto& [name, text] : facts) width = std::max(width, name.size());
  for (const auto& [name, text] : facts) {
    if (!text.empty()) fmt::print("  {:<{}}  {}\n", printable(name), width, printable(text));
  }
}

void show_text(const std::string& text) { fmt::print("{}", printable_lines(text)); }

void tell(const std::string& text) noexcept try {
  const std::string line = fmt::format("mahala: {}\n", printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
} catch (...) {  // no memory for the message: there is none
}

void remark(const Common& common, const std::string& text) {
  if (!common.quiet) tell(text);
}

Json json_value(const Option& option) {
  if (const auto* choice = std::get_if<Choice>(&option.field)) return choice->word();
  return std::visit(
      [](const auto& field) {
        if constexpr (requires { Json(*field); }) return Json(*field);
        return Json();
      },
      option.field);
}

std::string joined_notes(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) {
    if (!note.empty()) text += (text.empty() ? "" : "; ") + note;
  }
  return text;
}

void check_output(const std::filesystem::path& path,
                  const std::vector<std::filesystem::path>& inputs) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (exists(status) && !is_regular_file(status) && !is_directory(status)) return;  // a pipe
  for (const auto& input : inputs) {
    if (std::filesystem::equivalent(path, input, ignored)) {
      throw UsageError(fmt::format("{}: is an input and would be overwritten", path.string()));
    }
  }
  const OutputFile probe(path);
}

void add_checkpoint(Command& command, CheckpointArguments& arguments) {
  command
      .add_option("--checkpoint", arguments.file,
                  "keep in this file what was reached: the same command with --resume goes on from "
                  "there to the same result, and the file goes once that is safe; of --stream the "
                  "model so far")
      .text("FILE")
      .group(checkpoint_group);
  command
      .add_option("--every", arguments.every,
                  "how often: after so many steps (examples of a stream, folds), or after so many "
                  "seconds; default 60s")
      .text("N|SECONDSs")
      .group(checkpoint_group);
  command
      .add_flag("--resume", arguments.resume,
                "go on from the file of --checkpoint, if it is there; of --stream, which begins "
                "anew: pass over the samples that the model of --from has seen")
      .group(checkpoint_group);
}

void check_every(const CheckpointArguments& arguments) {
  try {
    parse_every(arguments.every);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--every: {}", error.what()));
  }
}

void check_checkpoint(const Command& command, const CheckpointArguments& arguments,
                      const std::vector<std::filesystem::path>& others) {
  for (const char* flag : {"--every", "--resume"}) {
    if (!arguments.file.empty() || !command.given(flag)) continue;
    throw UsageError(fmt::format("{} is for --checkpoint", flag));
  }
  if (arguments.file.empty()) return;
  check_every(arguments);
  check_apart(arguments.file, true);
  const auto place = [](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(path);
  };
  for (const auto& other : others) {
    if (other.empty() || place(other) != place(arguments.file)) continue;
    throw UsageError(
        fmt::format("--checkpoint {}: is read or written as something else", arguments.file));
  }
  check_output(arguments.file, others);
}

std::shared_ptr<Checkpoint> begin_checkpoint(const CheckpointArguments& arguments,
                                             const Common& common,
                                             const std::function<Facts()>& facts) {
  if (arguments.file.empty()) return nullptr;
  auto checkpoint = std::make_shared<Checkpoint>(arguments.file, facts(),
                                                 parse_every(arguments.every), arguments.resume);
  if (checkpoint->resumed()) {
    remark(common, fmt::format("{}: goes on from there", arguments.file));
  } else if (arguments.resume) {
    remark(common, fmt::format("{}: is not there, so learning begins anew", arguments.file));
  }
  return checkpoint;
}

void end_checkpoint(const std::shared_ptr<Checkpoint>& checkpoint, const Common& common) {
  if (checkpoint == nullptr) return;
  if (checkpoint->loops() == 0) {
    remark(common, fmt::format("{}: there was nothing to keep: what was asked for is learned in "
                               "one go, not in steps",
                               checkpoint->file().string()));
  }
  checkpoint->finish();
}

}  // namespace mahala::cli
