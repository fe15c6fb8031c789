#include "mahala/data/read/read.hpp"

#include <algorithm>
#include <new>

#include "mahala/core/error.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/number.hpp"
#include "mahala/data/read/source.hpp"

namespace mahala {
namespace {

using reading::Source;

std::string_view separators_of(const std::string& format) {
  if (format == "tsv") return "\t";
  return format == "csv" ? ",;" : ",\t;";
}

/// Flags of another format are not ignored.
void check_flags(std::string_view format, const ReadOptions& options, const std::string& file) {
  const std::string_view title = reading::title_of(format);
  const bool table = format == "csv" || format == "tsv";
  require(table || options.header == "auto", "--header is for CSV, {} is {}", file, title);
  require(format == "svmlight" || !options.zero_based, "--zero-based is for svmlight, {} is {}",
          file, title);
  require(format == "npz" || format == "safetensors" || options.tensor.empty(),
          "--tensor is for safetensors and npz, {} is {}", file, title);
  require(format == "jsonl" || options.text.empty(), "--text is for JSON lines, {} is {}", file,
          title);
  TextOptions given = options.text_options, standard;
  const Options words = describe(given), usual = describe(standard);
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::string flag = fmt::format("--{}", words[k].name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    require(value(words[k]) == value(usual[k]) || reading::is_raw_text(format, options),
            "{} is for text (--text KEY or --format text), {} is {}", flag, file, title);
  }
}

/// The format of a file for a model that was learned from text: the model's own if it may be that,
/// else counts of words, which are numbers in a format with a mark of its own.
std::string_view format_for(const TextForm& form, const ReadOptions& options,
                            const Source& source) {
  const std::string_view found = reading::recognised_format(source);
  const bool json = found == "jsonl", prose = found == "csv" || found == "svmlight";
  if (form.field.empty() && options.text.empty()) {
    require(!json,
            "{}: the model was learned from lines of text and this is JSON lines; use --text "
            "KEY, or --format text if its lines are the documents",
            source.name());
    return prose ? "text" : found;
  }
  require(found != "csv",
          "{}: is not JSON lines, from which the model was learned; use --format "
          "text if its lines are documents, --format csv for a table of counts",
          source.name());
  return found;
}

std::string_view format_of(const ReadOptions& options, const Source& source) {
  if (options.format != "auto") return options.format;
  return options.space ? format_for(options.space->form, options, source)
                       : reading::recognised_format(source);
}

void check_mappable(const Source& source, std::string_view format) {
  const std::string_view title = reading::title_of(format);
  require(source.regular(), "{}: {} files are mapped and must be regular files", source.name(),
          title);
  require(!source.compressed(), "{}: {} files cannot be mapped from gzip; decompress it first",
          source.name(), title);
}

bool is_mapped(std::string_view format) {
  return format == "npy" || format == "npz" || format == "safetensors" || format.ends_with("vecs");
}

Dataset map_samples(const std::filesystem::path& path, const ReadOptions& options,
                    std::string_view format) {
  if (format == "npy") return reading::read_npy(path, options);
  if (format == "npz") return reading::read_npz(path, options);
  if (format == "safetensors") return reading::read_safetensors(path, options);
  return reading::read_vecs(path, options, format);
}

Dataset read_samples(const std::filesystem::path& path, const ReadOptions& options) {
  Source source(path, options.max_bytes);
  const std::string_view format = format_of(options, source);
  check_flags(format, options, source.name());
  if (is_mapped(format)) {
    check_mappable(source, format);
    return map_samples(path, options, format);
  }
  if (reading::is_raw_text(format, options)) return reading::read_text(source, options, format);
  if (format == "idx") return reading::read_idx(source, path, options);
  if (format == "mtx") return reading::read_matrix_market(source, options);
  if (format == "jsonl") return reading::read_json_lines(source, options);
  if (format == "arff") return reading::read_arff(source, options);
  if (format == "svmlight") return reading::read_svmlight(source, options);
  return reading::read_csv(source, options, separators_of(options.format));
}

std::vector<std::string> label_names(const std::filesystem::path& path, Index max_bytes) {
  Source source(path, max_bytes);
  if (source.peek().starts_with(reading::npy_magic)) {
    check_mappable(source, "npy");
    return reading::read_npy_names(path);
  }
  if (reading::looks_like_idx(source.peek())) return reading::read_idx_names(source, path);
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

Labels read_labels(const std::filesystem::path& path, const Dataset& data, Index max_bytes) {
  const std::vector<std::string> names = label_names(path, max_bytes);
  require(std::ssize(names) == data.size(), "{}: {} labels for {} samples of {}", path.string(),
          names.size(), data.size(), data.source);
  return Labels::from_names(names);
}

}  // namespace

Options describe(ReadOptions& options) {
  Options described = {
      {.name = "format",
       .field = &options.format,
       .help = "what the data file is; auto looks at its content",
       .choices = {"auto", "csv", "tsv", "svmlight", "npy", "npz", "safetensors", "idx", "arff",
                   "mtx", "fvecs", "bvecs", "ivecs", "jsonl", "text"}},
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
       .help = "file with one label per line, or a 1-D .npy or IDX array; replaces labels of the "
               "data"},
      {.name = "tensor",
       .field = &options.tensor,
       .help = "the array of a safetensors or npz file that holds the samples; otherwise x, X, "
               "data or arr_0, or the only one with two axes"},
      {.name = "zero_based",
       .field = &options.zero_based,
       .help = "svmlight feature indices start at 0 instead of 1"},
      {.name = "max_bytes",
       .field = &options.max_bytes,
       .help = "the most that may come out of a compressed file or a pipe; 0 is no bound",
       .range = at_least(0)},
      {.name = "text",
       .field = &options.text,
       .help = "the key of JSON lines whose text is the document; words are counted (with --format "
               "text every line is a document)"},
  };
  for (const Option& option : describe(options.text_options)) described.push_back(option);
  return described;
}

Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options) {
  ReadOptions checked = options;
  check(describe(checked));
  require(options.label.empty() || options.labels_file.empty(),
          "labels cannot come from both column '{}' and the file {}: give label or labels_file",
          options.label, options.labels_file);
  try {
    Dataset data = read_samples(path, options);
    data.source = path.string();
    if (!options.labels_file.empty()) {
      data.labels = read_labels(options.labels_file, data, options.max_bytes);
    }
    return data;
  } catch (const std::bad_alloc&) {
    fail("{}: does not fit in memory", path.string());
  }
}

}  // namespace mahala
