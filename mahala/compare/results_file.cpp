#include "mahala/compare/results_file.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "mahala/core/file/output_file.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

using nlohmann::ordered_json;

constexpr auto results_kind = "mahala compare";

ordered_json kept_json(const ComparedMethod& s) {
  if (!s.ran()) return {{"failure", s.failure}};
  return {{"errors", s.errors},
          {"fit_seconds", s.fit_seconds},
          {"megabytes", s.megabytes},
          {"rank", s.rank},
          {"means", s.means}};
}

ComparedMethod kept_method(const ordered_json& json) {
  ComparedMethod s{.failure = json.value("failure", "")};
  if (!s.ran()) return s;
  s.errors = json.at("errors").get<std::vector<double>>();
  s.fit_seconds = json.at("fit_seconds");
  s.megabytes = json.at("megabytes");
  s.rank = json.at("rank");
  s.means = json.value("means", s.means);
  s.error_mean = sample_mean(s.errors);
  s.error_sd = sample_sd(s.errors);
  return s;
}

std::string candidate_key(const LearnerCandidate& candidate) {
  const std::string own = candidate.prepare.empty() ? "" : " | prepare " + candidate.prepare;
  return fmt::format("{} {}{}", candidate.learner->facts().name, candidate.settings, own);
}

std::string sampling_text(SampleOptions sampling) {
  std::string text;
  for (const Option& option : describe(sampling)) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", option.name, value(option));
  }
  return text;
}

/// Different groups, different text.
std::string groups_text(const Dataset& data) {
  return data.groups.empty() ? ""
                             : fmt::format(" in groups {}", fmt::join(data.groups.classes(), " "));
}

}  // namespace

struct ResultsFile::Content {
  ordered_json results = ordered_json::object();
};

ResultsFile::ResultsFile(std::filesystem::path file, std::string key)
    : file_(std::move(file)), key_(std::move(key)), content_(std::make_unique<Content>()) {
  if (file_.empty() || !std::filesystem::exists(file_)) return;
  std::ifstream in(file_);
  const ordered_json all = ordered_json::parse(in, nullptr, false);
  require(all.is_object() && all.value("kind", "") == results_kind && all.contains("results"),
          "{}: holds no results of 'mahala compare'", file_.string());
  content_->results = all.at("results");
}

ResultsFile::~ResultsFile() = default;

std::optional<ComparedMethod> ResultsFile::find(const LearnerCandidate& candidate) const {
  const auto known = content_->results.find(key_);
  if (known == content_->results.end()) return std::nullopt;
  const auto found = known->find(candidate_key(candidate));
  if (found == known->end()) return std::nullopt;
  return kept_method(*found);
}

void ResultsFile::keep(const LearnerCandidate& candidate, const ComparedMethod& method) {
  content_->results[key_][candidate_key(candidate)] = kept_json(method);
  if (file_.empty()) return;
  OutputFile out(file_);
  out.write(ordered_json{{"kind", results_kind}, {"results", content_->results}}.dump(1) + "\n");
  out.commit();
}

std::string results_key(const Dataset& data, const CompareOptions& options) {
  const Protocol& protocol = options.protocol;
  const std::string repeats = protocol.repeats == 1 ? "" : fmt::format("x{}", protocol.repeats);
  const std::string asked =
      protocol.by ? fmt::format("by {}{}", fingerprint(*protocol.by), groups_text(data))
                  : fmt::format("k {}", protocol.k);
  return fmt::format("data {} | prepare {} | cv {}{} | {} | seed {} | sampling {}",
                     fingerprint(data), preparation_asked(options.training), protocol.folds,
                     repeats, asked, protocol.seed, sampling_text(options.training.sampling));
}

}  // namespace mahala
