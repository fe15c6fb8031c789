#include "cli/flags/contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/report/picture/picture.hpp"
#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

constexpr auto file_kind = "mahala compare";

/// A number of /proc/self/status in megabytes; 0 where there is none.
double status_megabytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1)) / 1024;
  }
  return 0;
}

/// Forgets the most memory held so far, so that it is counted from now.
void restart_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

Json kept_json(const Standing& s) {
  if (!s.failure.empty()) return {{"failure", s.failure}};
  return {{"errors", s.errors},
          {"fit_seconds", s.fit_seconds},
          {"megabytes", s.megabytes},
          {"rank", s.rank}};
}

void summarise(Standing& s) {
  s.error_mean = sample_mean(s.errors);
  s.error_sd = sample_sd(s.errors);
}

Standing from_json(const Json& json) {
  Standing s;
  s.failure = json.value("failure", "");
  if (!s.failure.empty()) return s;
  s.errors = json.at("errors").get<std::vector<double>>();
  s.fit_seconds = json.at("fit_seconds");
  s.megabytes = json.at("megabytes");
  s.rank = json.at("rank");
  summarise(s);
  return s;
}

Standing measured(const Entrant& entrant, const Dataset& data, const Protocol& protocol,
                  const TrainOptions& training, const Common& common) {
  Candidate candidate =
      learning(*entrant.entry, entrant.learner, std::nullopt, training, data.size());
  candidate.name = entrant.title;
  restart_peak();
  const double before = status_megabytes("VmRSS");
  Method method = measure_or_say(candidate, data, protocol, common);
  Standing s;
  s.failure = std::move(method.error);
  if (!s.failure.empty()) return s;
  s.errors = std::move(method.score.errors);
  s.fit_seconds = method.score.fit_seconds;
  s.megabytes = std::max(0.0, status_megabytes("VmHWM") - before);
  s.rank = method.score.rank;
  summarise(s);
  return s;
}

std::string marks(const Standing& s, const Standing& euclidean) {
  std::string text;
  if (s.p_best < significant) text += "*";
  if (s.p_euclidean < significant) text += s.error_mean < euclidean.error_mean ? "+" : "-";
  return text;
}

std::vector<std::string> cells(const Standing& s, const Standing& euclidean) {
  if (!s.failure.empty()) return {s.title, "not run", "", "", "", "", ""};
  return {s.title,
          fmt::format("{:.2f}", 100 * s.error_mean),
          fmt::format("{:.2f}", 100 * s.error_sd),
          marks(s, euclidean),
          fmt::format("{:.3g}", s.fit_seconds),
          fmt::format("{:.0f}", s.megabytes),
          std::to_string(s.rank)};
}

constexpr Index least_differences = 4;  ///< for a paired test to mean anything

const std::vector<std::string> contest_header = {"method",    "error %", "sd",  "mark",
                                                 "s per fit", "MB",      "rank"};

}  // namespace

std::string settings_text(const Options& options) {
  std::string text;
  for (const Option& option : options) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", option.name, value(option));
  }
  return text;
}

std::string ContestKey::text() const {
  return fmt::format("data {} | prepare {} | cv {} | k {} | seed {} | sampling {}", fingerprint,
                     prepare, cv, k, seed, sampling);
}

Contest::Contest(const std::filesystem::path& file, ContestKey key)
    : file_(file), key_(std::move(key)) {
  if (file.empty() || !std::filesystem::exists(file)) return;
  std::ifstream in(file);
  const Json all = Json::parse(in, nullptr, false);
  require(all.is_object() && all.value("kind", "") == file_kind && all.contains("results"),
          "{}: holds no results of 'mahala compare'", file.string());
  kept_ = all.at("results");
}

void Contest::keep() const {
  if (file_.empty()) return;
  write_text(file_, Json{{"kind", file_kind}, {"results", kept_}}.dump(1) + "\n");
}

const Standing& Contest::stand(const Entrant& entrant, const Dataset& data,
                               const Protocol& protocol, const TrainOptions& training,
                               const Common& common) {
  const std::string name = fmt::format("{} {}", entrant.entry->name, entrant.settings);
  Json& known = kept_[key_.text()];
  Standing s;
  if (known.contains(name)) {
    s = from_json(known.at(name));
    ++known_;
  } else {
    s = measured(entrant, data, protocol, training, common);
    known[name] = kept_json(s);
    keep();
  }
  s.title = entrant.title;
  s.settings = entrant.settings;
  asked_.push_back(std::move(s));
  return asked_.back();
}

std::vector<Standing> Contest::table(Index folds) const {
  std::vector<Standing> sorted = asked_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Standing& a, const Standing& b) {
    if (a.failure.empty() != b.failure.empty()) return a.failure.empty();
    return a.error_mean < b.error_mean;
  });
  const Standing best = best_of(sorted), euclidean = euclidean_of(sorted);
  for (Standing& s : sorted) {
    if (!s.failure.empty()) continue;
    // Two differences that happen to be alike would be called certain.
    if (std::ssize(s.errors) < least_differences) continue;
    s.p_best = paired_test(s.errors, best.errors, folds);
    s.p_euclidean = paired_test(s.errors, euclidean.errors, folds);
  }
  return sorted;
}

const Standing& best_of(const std::vector<Standing>& table) {
  require(!table.empty() && table.front().failure.empty(), "no method could be run: {}",
          table.empty() ? "there is none" : table.front().failure);
  return table.front();
}

const Standing& euclidean_of(const std::vector<Standing>& table) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [](const Standing& s) { return s.title == "euclidean"; });
  require(found != table.end() && found->failure.empty(), "the Euclidean metric could not be run");
  return *found;
}

std::string contest_table(const std::vector<Standing>& table, bool markdown) {
  const Standing& euclidean = euclidean_of(table);
  if (!markdown) {
    Table text(contest_header);
    for (const Standing& s : table) text.add(cells(s, euclidean));
    return text.str();
  }
  std::string text =
      fmt::format("| {} |\n|---|---|---|---|---|---|---|\n", fmt::join(contest_header, " | "));
  for (const Standing& s : table) {
    text += fmt::format("| {} |\n", fmt::join(cells(s, euclidean), " | "));
  }
  return text;
}

Json to_json(const std::vector<Standing>& table) {
  Json rows = Json::array();
  for (const Standing& s : table) {
    Json row = {{"method", s.title}, {"settings", s.settings}};
    row.update(kept_json(s));
    if (s.failure.empty()) {
      row.update({{"error_mean", s.error_mean},
                  {"error_sd", s.error_sd},
                  {"p_best", s.p_best},
                  {"p_euclidean", s.p_euclidean}});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string contest_picture(const std::vector<Standing>& table, const std::string& title) {
  Bars bars{.title = title, .value_label = "error, %, and its standard deviation over folds"};
  for (const Standing& s : table) {
    if (!s.failure.empty()) continue;
    bars.names.push_back(s.title);
    bars.values.push_back(100 * s.error_mean);
    bars.spread.push_back(100 * s.error_sd);
  }
  std::string svg = draw_svg(bars);
  const auto root = svg.find("<svg");
  if (svg.find("xmlns=", root) == std::string::npos) {
    svg.insert(root + 4, " xmlns=\"http://www.w3.org/2000/svg\"");
  }
  return svg;
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  OutputFile out(file);
  out.write(text);
  out.commit();
}

}  // namespace mahala::cli
