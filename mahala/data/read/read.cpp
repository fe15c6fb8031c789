#include "mahala/data/read/read.hpp"

#include "mahala/core/error.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/number.hpp"
#include "mahala/data/read/source.hpp"

namespace mahala {
namespace {

using reading::Source;

std::string recognised_format(const Source& source) {
  if (source.peek().starts_with(reading::npy_magic)) return "npy";
  return reading::looks_like_svmlight(source.peek()) ? "svmlight" : "csv";
}

std::string_view separators_of(const std::string& format) {
  if (format == "tsv") return "\t";
  return format == "csv" ? ",;" : ",\t;";
}

std::string_view title_of(std::string_view format) {
  if (format == "npy") return "NumPy";
  if (format == "svmlight") return "svmlight";
  return format == "csv" ? "CSV" : "TSV";
}

/// Flags of another format are not ignored.
void check_flags(std::string_view format, const ReadOptions& options, const std::string& file) {
  const bool table = format == "csv" || format == "tsv";
  require(table || options.header == "auto", "--header is for CSV, {} is {}", file,
          title_of(format));
  require(format == "svmlight" || !options.zero_based, "--zero-based is for svmlight, {} is {}",
          file, title_of(format));
}

void check_mappable(const Source& source) {
  require(source.regular(), "{}: NumPy files are mapped and must be regular files", source.name());
  require(!source.compressed(), "{}: NumPy files cannot be mapped from gzip; decompress it first",
          source.name());
}

Dataset read_samples(const std::filesystem::path& path, const ReadOptions& options) {
  Source source(path);
  const std::string format = options.format == "auto" ? recognised_format(source) : options.format;
  check_flags(format, options, source.name());
  if (format == "npy") {
    check_mappable(source);
    return reading::read_npy(path, options);
  }
  if (format == "svmlight") return reading::read_svmlight(source, options);
  return reading::read_csv(source, options, separators_of(options.format));
}

std::vector<std::string> label_names(const std::filesystem::path& path) {
  Source source(path);
  if (source.peek().starts_with(reading::npy_magic)) {
    check_mappable(source);
    return reading::read_npy_names(path);
  }
  std::vector<std::string> names;
  for (std::string_view line; source.line(line);) {
    names.emplace_back(reading::without_return(line));
    const std::string_view name = reading::trimmed(names.back());
    if (reading::is_missing(name)) {
      fail("{}:{}: {}", source.name(), source.line_number(), reading::no_label(name));
    }
  }
  return names;
}

Labels read_labels(const std::filesystem::path& path, const Dataset& data) {
  const std::vector<std::string> names = label_names(path);
  require(std::ssize(names) == data.size(), "{}: {} labels for {} samples of {}", path.string(),
          names.size(), data.size(), data.source);
  return Labels::from_names(names);
}

}  // namespace

Options describe(ReadOptions& options) {
  return {
      {.name = "format",
       .field = &options.format,
       .help = "what the data file is; auto looks at its content",
       .choices = {"auto", "csv", "tsv", "svmlight", "npy"}},
      {.name = "label",
       .field = &options.label,
       .help = "label column, by name or position (from 0; negative counts from the end); "
               "otherwise the column named label, if there is one"},
      {.name = "id",
       .field = &options.id,
       .help = "column of unique sample names, by name or position; otherwise the column named "
               "id, if there is one"},
      {.name = "header",
       .field = &options.header,
       .help = "whether the first CSV line names the columns; auto says yes if none of its "
               "cells is a number",
       .choices = {"auto", "yes", "no"}},
      {.name = "labels_file",
       .field = &options.labels_file,
       .help = "file with one label per line, or a 1-D .npy array; replaces labels of the data"},
      {.name = "zero_based",
       .field = &options.zero_based,
       .help = "svmlight feature indices start at 0 instead of 1"},
  };
}

Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options) {
  ReadOptions checked = options;
  check(describe(checked));
  require(options.label.empty() || options.labels_file.empty(),
          "labels cannot come from both column '{}' and the file {}: give label or labels_file",
          options.label, options.labels_file);
  Dataset data = read_samples(path, options);
  data.source = path.string();
  if (!options.labels_file.empty()) data.labels = read_labels(options.labels_file, data);
  return data;
}

}  // namespace mahala
