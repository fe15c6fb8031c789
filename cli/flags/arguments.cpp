#include "cli/flags/arguments.hpp"

#include <algorithm>
#include <iterator>

#include "cli/flags/builtin.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/train/auto_learner.hpp"
#include "mahala/train/check_options.hpp"

namespace mahala::cli {
namespace {

/// Why an option of sampling counts for nothing; "" if it counts.
std::string why_idle(std::string_view option, const SampleOptions& sampling, Supervision kind,
                     const std::string& otherwise) {
  SampleOptions described = sampling;
  const Options counting = mahala::describe(described, kind);
  const auto found = std::find_if(counting.begin(), counting.end(),
                                  [&](const Option& each) { return each.name == option; });
  if (found == counting.end()) return otherwise;
  for (const Condition& condition : found->counts_if) {
    const auto& values = condition.values;
    if (condition.option != "protocol") continue;
    if (std::find(values.begin(), values.end(), name(sampling.protocol)) != values.end()) continue;
    return fmt::format("--protocol is {}", sampling.protocol);
  }
  return "";
}

/// Learners that have a choice are told; those that know nothing else need no telling.
void ask_for_online(ConfiguredLearner& configured, const std::vector<std::string>& settings) {
  const LearnerEntry& entry = configured.entry;
  require(entry.steps != Stepping::batch, "--online: {} has no online solver", entry.name);
  if (entry.steps == Stepping::online) return;
  for (const std::string& setting : settings) {
    require(!setting.starts_with("solver=") || setting == "solver=online",
            "--online contradicts --set {}", setting);
  }
  set(configured.learner->options(), "solver", "online");
}

/// A flag that is short for an option of learners that have it.
void set_short(const std::string& option, const std::string& text, const LearnerArguments& learner,
               const ConfiguredLearner& configured) {
  if (text.empty()) return;
  for (const std::string& setting : learner.settings) {
    if (!setting.starts_with(option + "=")) continue;
    throw UsageError(fmt::format("--{} and --set {} cannot be used together", option, setting));
  }
  const Options options = configured.learner->options();
  const auto found = std::ranges::find(options, option, &Option::name);
  if (found == options.end()) {
    throw UsageError(
        fmt::format("--{}: {} has no option {}; 'mahala learners {}' lists those it has", option,
                    configured.entry.name, option, configured.entry.name));
  }
  set_flag(*found, text);
}

}  // namespace

void add_data(Command& command, DataArguments& data) {
  command
      .add_option("DATA", data.name,
                  "samples in any supported format (--format lists them; text may be gzipped); or "
                  "builtin:NAME")
      .required();
  add_described(command, mahala::describe(data.reading), reading_group);
}

void add_data_output(Command& command, std::string& output) {
  command
      .add_option(
          "-o,--output", output,
          fmt::format("the file to write; its ending is its format: .{} (text with .gz too)",
                      fmt::join(writable_formats(), ", .")))
      .text("FILE")
      .required();
}

void check_data(const Command& command) {
  refuse_both(command, "--label", "--labels-file");
  refuse_both(command, "--id", "--ids-file");
  const TextOptions usual;
  const Index shortest = command.number("--min-word", usual.min_word);
  const Index longest = command.number("--max-word", usual.max_word);
  if (shortest > longest) {
    throw UsageError(fmt::format("--min-word: {} is above --max-word, {}", shortest, longest));
  }
}

Dataset read_data(const DataArguments& data, bool keep_missing) {
  ReadOptions reading = data.reading;
  reading.keep_missing = keep_missing;
  reading.shared = true;
  return read_dataset(resolve_data(data.name), reading);
}

std::vector<std::filesystem::path> input_files(const DataArguments& data) {
  std::vector<std::filesystem::path> files = {resolve_data(data.name), data.reading.labels_file,
                                              data.reading.ids_file};
  const std::string& words = data.reading.text_options.stop_words;
  if (words != "none" && words != "english") files.emplace_back(words);
  return files;
}

std::vector<std::filesystem::path> input_files(const DataArguments& data,
                                               const std::vector<std::string>& others) {
  auto files = input_files(data);
  files.insert(files.end(), others.begin(), others.end());
  return files;
}

void add_model(Command& command, std::string& model) {
  command.add_option("MODEL", model, "a model file made by 'mahala fit'").required();
}

void add_base(Command& command, std::string& base) {
  command.add_option("BASE", base, "database: samples in any supported format; or builtin:NAME")
      .required();
}

std::vector<std::string> learner_names() {
  std::vector<std::string> names = {std::string(auto_learner().name)};
  for (const LearnerEntry& entry : learners()) names.emplace_back(entry.name);
  return names;
}

void add_learner(Command& command, LearnerArguments& learner) {
  const auto take = [&learner](const std::string& name) {
    learner.name = as_usage([&] { return std::string(find_learner(name).name); });
  };
  command
      .add_option(
          "--learner", take,
          "the method; 'mahala learners' lists them; auto chooses one, and a preparation, by "
          "held-out errors (default auto)")
      .text("NAME")
      .group(learning_group)
      .choices(learner_names());
  command
      .add_list("--set", learner.settings,
                "an option of the learner, may be repeated; 'mahala learners NAME' lists them")
      .text("OPTION=VALUE ...")
      .group(learning_group);
  command.add_option("--rank", learner.rank, "dimensions of the model; the same as --set rank=N")
      .text("N")
      .group(learning_group);
  command
      .add_option("--budget", learner.budget,
                  "of learner auto: work of its race, in seconds; the same as --set budget=X")
      .text("X")
      .group(learning_group);
}

ConfiguredLearner configure(const LearnerArguments& learner) {
  return as_usage([&] {
    const LearnerEntry& entry = find_learner(learner.name);
    ConfiguredLearner configured{entry, entry.make()};
    for (const std::string& setting : learner.settings) {
      set(configured.learner->options(), setting);
    }
    set_short("rank", learner.rank, learner, configured);
    set_short("budget", learner.budget, learner, configured);
    if (learner.online) ask_for_online(configured, learner.settings);
    check_used(configured.learner->options(), entry.make()->options());
    check_online_steps(configured.learner->options());
    return configured;
  });
}

void add_training(Command& command, TrainOptions& options) {
  add_described(command, mahala::describe(options), learning_group);
  add_described(command, mahala::describe(options.sampling), sampling_group);
}

void check_training(const TrainOptions& options) {
  as_usage([&] { check(options); });
}

void check_sampling(const Command& command, const SampleOptions& options, Supervision kind,
                    const std::string& why) {
  SampleOptions described = options;
  for (const Option& option : mahala::describe(described)) {
    const std::string flag = flag_name(option.name);
    if (!command.given(flag)) continue;
    const std::string idle = why_idle(option.name, options, kind, why);
    if (idle.empty()) continue;
    throw UsageError(fmt::format("{} is for {}: {}", flag, where_it_counts(option.name), idle));
  }
}

void check_sampling(const Command& command, const SampleOptions& options,
                    const LearnerEntry& learner) {
  if (learner.samples_itself) {
    return check_sampling(command, options, Supervision::nothing,
                          fmt::format("{} draws {} as it goes; --set steps=N says how many",
                                      learner.name, learner.needs));
  }
  check_sampling(command, options, learner.needs,
                 fmt::format("{} learns from {}", learner.name, learner.needs));
}

void add_constraints(Command& command, ConstraintArguments& constraints) {
  const auto add = [&](Supervision kind, const std::string& columns) {
    command
        .add_option(
            fmt::format("--{}", kind),
            [&constraints, kind](const std::string& file) {
              constraints.files.emplace_back(kind, file);
            },
            columns)
        .text("FILE")
        .group(constraint_group);
  };
  add(Supervision::pairs,
      "CSV of i,j,same (1 or 0, yes or no ...), or i,j,relation with same/different, "
      "must-link/cannot-link, =, <= or >=; value, a squared distance, and weight may be columns "
      "too");
  add(Supervision::triplets, "CSV of query,near,far[,weight]");
  add(Supervision::sets, "CSV of query,near,far with several samples to a cell: 4;9;12");
  add(Supervision::rankings,
      "CSV of sample,relevant with several labels to a cell: sport;politics");
  add(Supervision::forms,
      "bounds on tr(W A), CSV of form,relation,value,factor,i,j (or row,column for entries of A), "
      "a "
      "term of A a line; weight may be a column too");
}

void check_constraints(const Command& command, const ConstraintArguments& constraints) {
  const auto& files = constraints.files;
  if (files.size() > 1) {
    throw UsageError(
        fmt::format("--{} and --{} cannot be used together", files[0].first, files[1].first));
  }
  if (!files.empty()) refuse_together(command, fmt::format("--{}", files[0].first), sampling_group);
}

Supervision kind_given(const ConstraintArguments& constraints) {
  return constraints.files.empty() ? Supervision::nothing : constraints.files.front().first;
}

std::optional<Constraints> read_given(const ConstraintArguments& constraints, const Dataset& data) {
  if (constraints.files.empty()) return std::nullopt;
  const auto& [kind, file] = constraints.files.front();
  return read_constraints(kind, file, data);
}

}  // namespace mahala::cli
