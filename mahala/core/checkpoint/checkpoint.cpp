#include "mahala/core/checkpoint/checkpoint.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr auto children_name = "loop.children";

/// Error that says what the run of the file has that this one has not, or has otherwise.
void check_facts(const std::filesystem::path& file, const RunFacts& theirs, const RunFacts& ours) {
  const auto find = [](const RunFacts& facts, const std::string& name) {
    return std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
  };
  for (const auto& [name, value] : ours) {
    const auto found = find(theirs, name);
    require(found != theirs.end(), "{}: is the checkpoint of another run: it knows no {}, here {}",
            file.string(), name, value);
    require(found->second == value,
            "{}: is the checkpoint of another run: its {} is {}, here it is {}", file.string(),
            name, found->second, value);
  }
  for (const auto& [name, value] : theirs) {
    require(find(ours, name) != ours.end(),
            "{}: is the checkpoint of another run: its {} is {}, here there is none", file.string(),
            name, value);
  }
}

/// None inside a part, where the order in which loops begin depends on threads.
Checkpoint* here(Checkpoint* checkpoint) { return in_parallel_part() ? nullptr : checkpoint; }

}  // namespace

Every parse_every(std::string_view text) {
  const auto last = text.data() + text.size();
  Index steps = 0;
  const auto [end, error] = std::from_chars(text.data(), last, steps);
  if (error == std::errc{} && end == last && steps > 0) return {.steps = steps};
  double seconds = 0;
  const auto [unit, wrong] = std::from_chars(text.data(), last, seconds);
  require(wrong == std::errc{} && unit + 1 == last && *unit == 's' && seconds > 0 &&
              std::isfinite(seconds),
          "'{}' is no number of steps, as 100, nor of seconds, as 30s", text);
  return {.seconds = seconds};
}

Checkpoint::Checkpoint(std::filesystem::path file, RunFacts facts, Every every, bool resume)
    : file_(std::move(file)), every_(every) {
  if (std::filesystem::exists(file_)) {
    content_ = read_checkpoint(file_);
    require(resume, "{}: is the checkpoint of a run that has not ended: resume it, or remove it",
            file_.string());
    check_facts(file_, content_.facts, facts);
    resumed_ = true;
    return;
  }
  content_.facts = std::move(facts);
  write();  // what cannot be written is known before anything is learned
}

void Checkpoint::finish() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

std::string Checkpoint::next_key() {
  ++loops_;
  Frame& outer = open_.back();
  const std::string prefix = outer.key.empty() ? "" : outer.key + ".";
  return fmt::format("{}{}", prefix, outer.children++);
}

bool Checkpoint::is_due(Index steps) {
  since_ += steps;
  return every_.steps > 0 ? since_ >= every_.steps
                          : clock_.seconds() - written_at_ >= every_.seconds;
}

void Checkpoint::write() {
  write_checkpoint(file_, content_);
  since_ = 0;
  written_at_ = clock_.seconds();
}

void Checkpoint::drop_children(const std::string& key) {
  const std::string inside = key + ".";
  std::erase_if(content_.scopes, [&](const auto& each) { return each.first.starts_with(inside); });
}

KeptLoop::KeptLoop(const Run& run, Keep keep)
    : checkpoint_(here(run.checkpoint)), keep_(std::move(keep)) {
  if (checkpoint_ == nullptr) return;
  const std::lock_guard lock(checkpoint_->mutex_);
  Checkpoint::Frame frame{checkpoint_->next_key()};
  const auto found = checkpoint_->content_.scopes.find(frame.key);
  if (found != checkpoint_->content_.scopes.end()) {
    Archive archive(found->second.parts);
    archive(children_name, frame.children);
    keep_(archive);
    resumed_ = true;
    ended_ = found->second.ended;
  }
  checkpoint_->open_.push_back(std::move(frame));
}

KeptLoop::~KeptLoop() {
  if (checkpoint_ != nullptr) checkpoint_->open_.pop_back();
}

void KeptLoop::store(bool ended) {
  Checkpoint::Frame& frame = checkpoint_->open_.back();
  Archive archive;
  archive(children_name, frame.children);
  keep_(archive);
  checkpoint_->drop_children(frame.key);
  checkpoint_->content_.scopes[frame.key] = {ended, archive.take()};
}

void KeptLoop::mark(Index steps) {
  if (checkpoint_ == nullptr) return;
  const std::lock_guard lock(checkpoint_->mutex_);
  if (!checkpoint_->is_due(steps)) return;
  store(false);
  checkpoint_->write();
}

void KeptLoop::save() {
  if (checkpoint_ == nullptr) return;
  const std::lock_guard lock(checkpoint_->mutex_);
  store(false);
  checkpoint_->write();
}

void KeptLoop::end() {
  if (checkpoint_ == nullptr) return;
  const std::lock_guard lock(checkpoint_->mutex_);
  store(true);
}

KeptParts::KeptParts(Checkpoint* checkpoint) : checkpoint_(here(checkpoint)) {
  if (checkpoint_ == nullptr) return;
  const std::lock_guard lock(checkpoint_->mutex_);
  key_ = checkpoint_->next_key();
}

bool KeptParts::recall(Index part, FunctionRef<void(Archive&)> keep) {
  if (checkpoint_ == nullptr) return false;
  const std::lock_guard lock(checkpoint_->mutex_);
  const auto found = checkpoint_->content_.scopes.find(fmt::format("{}.{}", key_, part));
  if (found == checkpoint_->content_.scopes.end()) return false;
  Archive archive(found->second.parts);
  keep(archive);
  return true;
}

void KeptParts::done(Index part, FunctionRef<void(Archive&)> keep) {
  if (checkpoint_ == nullptr) return;
  Archive archive;
  keep(archive);
  const std::lock_guard lock(checkpoint_->mutex_);
  checkpoint_->content_.scopes[fmt::format("{}.{}", key_, part)] = {true, archive.take()};
  if (checkpoint_->is_due(1)) checkpoint_->write();
}

void keep_trace(Archive& archive, std::string_view name, std::vector<Progress>& trace) {
  constexpr Index fields = 6;
  Matrix lines(fields, std::ssize(trace));
  for (Index k = 0; k < lines.cols(); ++k) {
    const Progress& each = trace[static_cast<std::size_t>(k)];
    lines.col(k) << static_cast<double>(each.step), static_cast<double>(each.last_step),
        each.objective, each.gradient_norm, each.seconds, each.held_out;
  }
  archive(name, lines);
  if (!archive.reads()) return;
  trace.clear();
  for (Index k = 0; k < lines.cols(); ++k) {
    trace.push_back({.step = static_cast<Index>(lines(0, k)),
                     .last_step = static_cast<Index>(lines(1, k)),
                     .objective = lines(2, k),
                     .gradient_norm = lines(3, k),
                     .seconds = lines(4, k),
                     .held_out = lines(5, k)});
  }
}

void keep_status(Archive& archive, std::string_view name, Status& status) {
  auto number = static_cast<Index>(status);
  archive(name, number);
  status = static_cast<Status>(number);
}

}  // namespace mahala
