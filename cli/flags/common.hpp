/// @file
/// What every sub-command takes and how every sub-command speaks.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags/command.hpp"
#include "mahala/core/option.hpp"

namespace mahala {
class Checkpoint;
}

namespace mahala::cli {

using Json = nlohmann::ordered_json;

struct Common {
  Index seed = 0;
  Index threads = 0;   ///< 0 = all cores
  std::string memory;  ///< the most to take, "" = what there is
  bool quiet = false;  ///< no progress, no remarks
  bool json = false;   ///< one JSON object on standard output, and nothing else there
};

Options describe(Common& common);

/// Which of them a sub-command honours: --json; --threads, --memory and --quiet as well; --seed as
/// well.
enum class Uses { json, work, chance };

/// Adds them to a sub-command, to be called last: they close its help. Threads are set
/// before the sub-command's callback runs.
void add_common(Command& command, Common& common, Uses uses);

/// Columns that tables for people take at most, so that they fit a terminal.
inline constexpr Index terminal_width = 100;

/// One object on standard output; NaN and infinities become null.
void print_json(const Json& json);

/// "1 sample", "2 samples".
std::string counted(Index n, const std::string& noun);

/// Text for people on standard output, in which names from files cannot command a terminal
/// (printable). What programs read, such as JSON and CSV, is printed as it is.
void show_text(const std::string& text);

template <class... Args>
void show(fmt::format_string<Args...> text, Args&&... args) {
  show_text(fmt::format(text, std::forward<Args>(args)...));
}

/// "name  value" lines, the values aligned and printable; empty values are left out.
using Facts = std::vector<std::pair<std::string, std::string>>;
void print_facts(const Facts& facts);

/// Those that say something, as one text.
std::string joined_notes(const std::vector<std::string>& notes);

/// "mahala: text" as one printable line on standard error. Where that is closed or full nothing is
/// told, and the work goes on.
void tell(const std::string& text) noexcept;

/// The same, unless --quiet.
void remark(const Common& common, const std::string& text);

/// The value as a JSON number, boolean or string.
Json json_value(const Option& option);

/// Error unless a file can be made at `path`: known before an hour of work, not after.
/// UsageError if it is one of `inputs`, which would be overwritten; "" stands for none.
void check_output(const std::filesystem::path& path,
                  const std::vector<std::filesystem::path>& inputs);

inline constexpr auto checkpoint_group = "Checkpoints";

/// What can be killed and goes on (core/checkpoint/checkpoint.hpp).
struct CheckpointArguments {
  std::string file, every = "60s";
  bool resume = false;
};

void add_checkpoint(Command& command, CheckpointArguments& arguments);

/// UsageError for --every that is no interval.
void check_every(const CheckpointArguments& arguments);

/// The same, for flags without --checkpoint, or if its file is one of `others`, which are read or
/// written; Error if it cannot be written.
void check_checkpoint(const Command& command, const CheckpointArguments& arguments,
                      const std::vector<std::filesystem::path>& others);

/// The checkpoint of a run, begun or resumed, which is said; null if none is asked for. The facts,
/// which hash all samples, are taken only then.
std::shared_ptr<Checkpoint> begin_checkpoint(const CheckpointArguments& arguments,
                                             const Common& common,
                                             const std::function<Facts()>& facts);

/// The result is safe: the file goes. Says so if there was nothing to keep.
void end_checkpoint(const std::shared_ptr<Checkpoint>& checkpoint, const Common& common);

}  // namespace mahala::cli
