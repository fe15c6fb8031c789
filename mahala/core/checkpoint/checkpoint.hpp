/// @file
/// Runs that can be killed at any moment and go on to the last bit.
///
/// A learner is a function of its data, options and seed, so whatever a checkpoint does not hold
/// is computed again, to the same bits. It holds what takes time: of every loop (KeptLoop) all
/// that the loop carries from step to step, or, once the loop has ended, what it ended with; and
/// the results of parts that may be done in any order, as folds (KeptParts). Loops are known by
/// the order in which they begin, those inside another's step by that order within it.
///
/// A run is resumed by the same calls with the same arguments: loops that had ended give what they
/// ended with, the one that was at work starts at its last mark. What a run depends on is written
/// beside it (RunFacts), and another run is refused by the name of what differs.
///
/// Loops inside parts of a parallel loop are not kept: which comes first would depend on threads.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/checkpoint/checkpoint_file.hpp"
#include "mahala/core/function_ref.hpp"
#include "mahala/core/run.hpp"

namespace mahala {

/// How often a checkpoint is written: after so many steps (or parts), or after so many seconds at
/// the end of the step.
struct Every {
  Index steps = 0;
  double seconds = 60;  ///< counts where `steps` is 0
};

/// "100": steps; "30s" or "0.5s": seconds. Error otherwise.
Every parse_every(std::string_view text);

/// An archive's function (core/linalg/archive.hpp).
using Keep = std::function<void(Archive&)>;

class Checkpoint {
 public:
  /// `resume` goes on from the file, if it is there. Error if it is of another run, or there
  /// without `resume`, or cannot be written.
  Checkpoint(std::filesystem::path file, RunFacts facts, Every every, bool resume);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  bool resumed() const { return resumed_; }  ///< there was a file to go on from
  Index loops() const { return loops_; }     ///< and parts, that could be kept so far
  const std::filesystem::path& file() const { return file_; }

  /// The result is safe: removes the file.
  void finish();

 private:
  friend class KeptLoop;
  friend class KeptParts;

  struct Frame {
    std::string key;
    Index children = 0;  ///< begun inside so far
  };

  std::string next_key();
  bool is_due(Index steps);
  void write();
  void drop_children(const std::string& key);

  std::filesystem::path file_;
  Every every_;
  CheckpointContent content_;
  bool resumed_ = false;
  Index loops_ = 0, since_ = 0;  ///< steps since the last time it was written
  Stopwatch clock_;
  double written_at_ = 0;
  std::vector<Frame> open_ = {{}};
  std::mutex mutex_ = {};
};

/// One loop of a run, for as long as it lives; one without a checkpoint does nothing.
class KeptLoop {
 public:
  /// `keep` names all that the loop carries from step to step. It is read at once if the
  /// checkpoint knows this loop.
  KeptLoop(const Run& run, Keep keep);
  ~KeptLoop();
  KeptLoop(const KeptLoop&) = delete;
  KeptLoop& operator=(const KeptLoop&) = delete;

  bool resumed() const { return resumed_; }  ///< what it carries was read
  bool ended() const { return ended_; }      ///< that is what it ended with

  /// Between two steps: a place to go on from, `steps` after the last one, kept if it is time.
  void mark(Index steps = 1);
  void save();  ///< the same, kept now
  void end();   ///< what the loop carries now is what it ends with

 private:
  void store(bool ended);

  Checkpoint* checkpoint_;
  Keep keep_;
  bool resumed_ = false, ended_ = false;
};

/// Parts of a run that may be done in any order and by any thread, each known by its number.
class KeptParts {
 public:
  explicit KeptParts(Checkpoint* checkpoint);  ///< null: keeps nothing

  /// True if the part was done: `keep` has read its result.
  bool recall(Index part, FunctionRef<void(Archive&)> keep);

  /// The part is done, and this is its result.
  void done(Index part, FunctionRef<void(Archive&)> keep);

 private:
  Checkpoint* checkpoint_;
  std::string key_ = {};
};

/// A history, as a loop carries it.
void keep_trace(Archive& archive, std::string_view name, std::vector<Progress>& trace);

/// A status by its number.
void keep_status(Archive& archive, std::string_view name, Status& status);

}  // namespace mahala
