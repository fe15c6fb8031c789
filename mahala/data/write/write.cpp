#include "mahala/data/write/write.hpp"

#include <algorithm>
#include <unordered_set>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/token.hpp"
#include "mahala/data/write/formats.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala {
namespace {

struct Format {
  std::string_view ending, name;
  bool compressible;
  bool ids, labels, features;  ///< has a place for them
  writing::Sink (*open)(const Survey& survey, const std::filesystem::path& path);
};

constexpr Format formats[] = {
    {".csv", "csv", true, true, true, true, writing::csv_sink},
    {".tsv", "tsv", true, true, true, true, writing::tsv_sink},
    {".svm", "svmlight", true, false, true, false, writing::svmlight_sink},
    {".svmlight", "svmlight", true, false, true, false, writing::svmlight_sink},
    {".libsvm", "svmlight", true, false, true, false, writing::svmlight_sink},
    {".arff", "arff", true, true, true, true, writing::arff_sink},
    {".mtx", "mtx", true, false, false, false, writing::matrix_market_sink},
    {".jsonl", "jsonl", true, true, true, true, writing::json_lines_sink},
    {".npy", "npy", false, false, false, false, writing::npy_sink},
    {".npz", "npz", false, false, true, false, writing::npz_sink},
    {".safetensors", "safetensors", false, false, false, false, writing::safetensors_sink},
    {".idx", "idx", true, false, false, false, writing::idx_sink},
    {".fvecs", "fvecs", false, false, false, false, writing::fvecs_sink},
    {".bvecs", "bvecs", false, false, false, false, writing::bvecs_sink},
    {".ivecs", "ivecs", false, false, false, false, writing::ivecs_sink},
};

/// ".csv, .tsv ... or .ivecs"
std::string endings() {
  std::string text;
  for (const Format& format : formats) {
    const bool last = &format == std::end(formats) - 1;
    text += fmt::format("{}{}", text.empty() ? "" : last ? " or " : ", ", format.ending);
  }
  return text;
}

template <class Wanted>
std::size_t find_format(const Wanted& wanted) {
  return static_cast<std::size_t>(std::find_if(std::begin(formats), std::end(formats), wanted) -
                                  std::begin(formats));
}

std::size_t by_name(std::string_view name) {
  const std::size_t found = find_format([&](const Format& f) { return f.name == name; });
  const auto names = writable_formats();
  require(found < std::size(formats), "there is no format '{}'{} (there are: {})", name,
          did_you_mean(name, names), fmt::join(names, ", "));
  return found;
}

std::size_t by_ending(const std::filesystem::path& path) {
  const bool compressed = writing::ending_of(path) == ".gz";
  const std::string ending = writing::ending_of(compressed ? path.stem() : path);
  const std::size_t found = find_format([&](const Format& f) { return f.ending == ending; });
  require(found < std::size(formats), "{}: the ending says no format: use {}", path.string(),
          endings());
  return found;
}

/// Would a reader of the format take a column of that name for something else than a feature?
bool is_taken(std::string_view name, std::string_view format) {
  return name == "id" || name == "label" ||
         (format == "arff" &&
          (reading::equal_in_any_case(name, "class") || reading::equal_in_any_case(name, "label")));
}

/// Would a table that begins with the names be read back as one without? A label column is a mark
/// of the line of names, numbers in it are not.
bool looks_like_sample(const Survey& survey, std::string_view format) {
  if (survey.has_labels || (format != "csv" && format != "tsv")) return false;
  return std::any_of(survey.features.begin(), survey.features.end(), [](const std::string& name) {
    double ignored = 0;
    return reading::parse_number(name, ignored) != reading::Parsed::other;
  });
}

/// Why features cannot keep their names in that format; "" if they can.
std::string_view why_unnamed(const Survey& survey, std::string_view format) {
  const auto& features = survey.features;
  const std::unordered_set<std::string_view> distinct(features.begin(), features.end());
  if (distinct.size() != features.size() ||
      std::any_of(features.begin(), features.end(),
                  [&](const std::string& name) { return is_taken(name, format); })) {
    return "one is that of the label or id, or there twice";
  }
  return looks_like_sample(survey, format)
             ? "one is a number or stands for a missing cell, as in a line of samples"
             : "";
}

}  // namespace

Writer::Writer(std::filesystem::path path, std::string_view format)
    : path_(std::move(path)), format_(format.empty() ? by_ending(path_) : by_name(format)) {
  const Format& found = formats[format_];
  require(found.compressible || writing::ending_of(path_) != ".gz",
          "{}: {} files are not compressed; leave the .gz out", path_.string(), found.ending);
}

std::string_view Writer::format() const { return formats[format_].name; }

bool Writer::needs_numbers() const { return format() == "idx"; }

double Writer::cells(const Survey& survey) const {
  const auto size = static_cast<double>(survey.size), dim = static_cast<double>(survey.dim),
             entries = static_cast<double>(survey.entries);
  if (!survey.sparse) return size * dim;
  if (format() == "svmlight" || format() == "mtx") return entries;
  return format() == "arff" ? entries + dim : size * dim;
}

std::unique_ptr<SampleSink> Writer::open(const Survey& survey) const {
  if (why_unnamed(survey, format()).empty()) return formats[format_].open(survey, path_);
  Survey unnamed = survey;
  unnamed.features.clear();
  return formats[format_].open(unnamed, path_);
}

std::vector<std::string> Writer::losses(const Survey& survey) const {
  const Format& format = formats[format_];
  std::vector<std::string> lost;
  if (survey.has_labels && !format.labels) lost.emplace_back("labels");
  if (survey.has_ids && !format.ids) lost.emplace_back("ids");
  if (survey.has_groups) lost.emplace_back("groups");
  if (!survey.features.empty() && !format.features) lost.emplace_back("names of features");
  for (std::string& what : lost) {
    what = fmt::format("the {} were left out: {} files have no place for them", what, format.name);
  }
  if (const std::string_view why = why_unnamed(survey, format.name);
      format.features && !why.empty()) {
    lost.push_back(fmt::format("the names of features were left out: {}", why));
  }
  return lost;
}

std::vector<std::string_view> writable_formats() {
  std::vector<std::string_view> names;
  for (const Format& format : formats) {
    if (names.empty() || names.back() != format.name) names.push_back(format.name);
  }
  return names;
}

void check_writable_name(const std::filesystem::path& path) { Writer{path}; }

std::vector<std::string> write_dataset(const Dataset& data, const std::filesystem::path& path) {
  const Writer writer(path);
  Surveyor surveyor(writer.needs_numbers());
  surveyor.add(data);
  const Survey survey = surveyor.take();
  const auto sink = writer.open(survey);
  sink->append(data);
  sink->finish();
  std::vector<std::string> losses = writer.losses(survey);
  for (std::string& loss : sink->losses()) losses.push_back(std::move(loss));
  return losses;
}

}  // namespace mahala
