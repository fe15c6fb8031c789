/// @file
/// Groups of flags that several sub-commands share, and what they stand for.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/flags/command.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

namespace mahala::cli {

inline constexpr auto reading_group = "Reading the data";
inline constexpr auto learning_group = "Learning";
inline constexpr auto constraint_group = "Constraints from a file (instead of from the labels)";
inline constexpr auto sampling_group = "Drawing constraints from the labels";

/// DATA and the flags that say how to read it.
struct DataArguments {
  std::string name;
  ReadOptions reading = {};
};

void add_data(Command& command, DataArguments& data);

/// Adds -o for samples in any format that can be written; it is required.
void add_data_output(Command& command, std::string& output);

/// UsageError for flags of reading that exclude each other.
void check_data(const Command& command);

/// Reads DATA to learn from. Cells may be missing if something fills them in later.
Dataset read_data(const DataArguments& data, bool keep_missing);

/// The files that reading DATA reads.
std::vector<std::filesystem::path> input_files(const DataArguments& data);

/// The same and files that are read besides.
std::vector<std::filesystem::path> input_files(const DataArguments& data,
                                               const std::vector<std::string>& others);

/// MODEL and BASE of the sub-commands that search with a model.
void add_model(Command& command, std::string& model);
void add_base(Command& command, std::string& base);

/// --learner and its options.
struct LearnerArguments {
  std::string name = "auto";
  std::vector<std::string> settings = {};  ///< "option=value"
  std::string rank = {};                   ///< --rank, the same as the setting rank=...
  std::string budget = {};                 ///< --budget, likewise
  bool online = false;                     ///< asks for its online solver
};

/// All there are.
std::vector<std::string> learner_names();

void add_learner(Command& command, LearnerArguments& learner);

struct ConfiguredLearner {
  const LearnerEntry& entry;
  std::unique_ptr<Learner> learner;
};

/// UsageError for an unknown learner or option, or a value out of its range.
ConfiguredLearner configure(const LearnerArguments& learner);

/// The flags of preparation and of sampling.
void add_training(Command& command, TrainOptions& options);

/// UsageError unless preparation and sampling are well formed.
void check_training(const TrainOptions& options);

/// UsageError naming the first flag of sampling that was given and counts for nothing where
/// `kind` is drawn ("nothing" and "labels" are drawn by nobody); `why` says whose wish it is.
void check_sampling(const Command& command, const SampleOptions& options, Supervision kind,
                    const std::string& why);
void check_sampling(const Command& command, const SampleOptions& options,
                    const LearnerEntry& learner);

/// --pairs, --triplets, --sets, --rankings, --forms: (kind, file) as given.
struct ConstraintArguments {
  std::vector<std::pair<Supervision, std::string>> files = {};
};

/// Nothing where there is no file.
Supervision kind_given(const ConstraintArguments& constraints);

void add_constraints(Command& command, ConstraintArguments& constraints);

/// UsageError if there are two files, or a file and flags of sampling.
void check_constraints(const Command& command, const ConstraintArguments& constraints);

/// The constraints of the file, if one was given; Error if it holds none.
std::optional<Constraints> read_given(const ConstraintArguments& constraints, const Dataset& data);

}  // namespace mahala::cli
