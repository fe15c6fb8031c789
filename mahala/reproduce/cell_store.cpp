#include "mahala/reproduce/cell_store.hpp"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/version.hpp"
#include "mahala/reproduce/machine.hpp"

namespace mahala::reproduce {
namespace {

using nlohmann::ordered_json;

constexpr auto store_kind = "mahala reproduce";

std::string cell_key(const std::string& setting, std::uint64_t seed) {
  return fmt::format("{} # {}", setting, seed);
}

/// JSON has no NaN: it was written as null.
std::vector<double> list_from(const ordered_json& json) {
  std::vector<double> list;
  for (const ordered_json& value : json) {
    list.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                   : value.get<double>());
  }
  return list;
}

/// A line for every member, so that files can be compared.
std::string lines_of(const ordered_json& object) {
  std::string text = "{";
  for (const auto& [key, value] : object.items()) {
    text +=
        fmt::format("{}\n{}: {}", text == "{" ? "" : ",", ordered_json(key).dump(), value.dump());
  }
  return text + "}";
}

/// The cells stand in lines of their own.
std::string run_text(const ordered_json& run) {
  ordered_json rest = run;
  rest.erase("cells");
  std::string head = rest.dump();
  head.pop_back();
  return fmt::format("{}, \"cells\": {}}}", head, lines_of(run.at("cells")));
}

}  // namespace

struct CellStore::Content {
  std::string experiment;
  ordered_json runs = ordered_json::object();
};

CellStore::CellStore(std::filesystem::path file, std::string experiment, bool quick,
                     const std::optional<std::string>& key)
    : file_(std::move(file)),
      run_(quick ? "quick" : "full"),
      content_(std::make_unique<Content>(Content{std::move(experiment)})) {
  if (std::filesystem::exists(file_)) {
    std::ifstream in(file_);
    const ordered_json all = ordered_json::parse(in, nullptr, false);
    require(all.is_object() && all.value("kind", "") == store_kind && all.contains("runs") &&
                all.value("experiment", "") == content_->experiment,
            "{}: holds no results of 'mahala reproduce {}'", file_.string(), content_->experiment);
    content_->runs = all.at("runs");
  }
  ordered_json& run = content_->runs[run_];
  const bool known = run.is_object() && run.contains("cells");
  if (known && (!key || (run.value("key", "") == *key && run.value("program", "") == version())))
    return;
  run = {{"key", key.value_or("")}, {"program", version()}, {"cells", ordered_json::object()}};
}

CellStore::~CellStore() = default;

bool CellStore::has(const std::string& setting, std::uint64_t seed) const {
  const std::lock_guard lock(writing_);
  return content_->runs.at(run_).at("cells").contains(cell_key(setting, seed));
}

Numbers CellStore::numbers(const std::string& setting, std::uint64_t seed) const {
  const std::lock_guard lock(writing_);
  Numbers found;
  const ordered_json& cell = content_->runs.at(run_).at("cells").at(cell_key(setting, seed));
  for (const auto& [name, list] : cell.at("numbers").items()) found[name] = list_from(list);
  return found;
}

void CellStore::keep(const std::string& setting, std::uint64_t seed, const Numbers& numbers,
                     double seconds) {
  const std::lock_guard lock(writing_);
  content_->runs[run_]["cells"][cell_key(setting, seed)] = {{"numbers", numbers},
                                                            {"seconds", seconds}};
  write();
}

void CellStore::finish(Index seeds, Index first_seed) {
  const std::lock_guard lock(writing_);
  ordered_json& run = content_->runs[run_];
  run["seeds"] = seeds;
  run["first_seed"] = first_seed;
  run["machine"] = machine();
  run["date"] = today();
  write();
}

RunFacts CellStore::facts() const {
  const std::lock_guard lock(writing_);
  const ordered_json& run = content_->runs.at(run_);
  RunFacts facts{.program = run.value("program", ""),
                 .machine = run.value("machine", ""),
                 .date = run.value("date", ""),
                 .seeds = run.value("seeds", Index{0}),
                 .first_seed = run.value("first_seed", Index{0})};
  for (const ordered_json& cell : run.at("cells")) facts.seconds += cell.value("seconds", 0.0);
  return facts;
}

void CellStore::write() const {
  std::string text = fmt::format("{{\"kind\": \"{}\",\n\"experiment\": {},\n\"runs\": {{",
                                 store_kind, ordered_json(content_->experiment).dump());
  bool first = true;
  for (const auto& [name, run] : content_->runs.items()) {
    text += fmt::format("{}\n\"{}\": {}", first ? "" : ",", name, run_text(run));
    first = false;
  }
  OutputFile out(file_);
  out.write(text + "}}\n");
  out.commit();
}

}  // namespace mahala::reproduce
