#include "mahala/data/read/read.hpp"

#include <limits>
#include <new>

#include "mahala/core/error.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/stream.hpp"

namespace mahala {
namespace {

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names = {"auto"};
  for (const reading::Format& format : reading::formats()) names.push_back(format.name);
  return names;
}

}  // namespace

namespace {

Options column_options(ReadOptions& options) {
  return {
      {.name = "columns",
       .field = &options.columns,
       .help = "columns that are features, by name or position, separated by commas; otherwise all "
               "but label, id and group. A model keeps which they were"},
      {.name = "drop", .field = &options.drop, .help = "columns to leave out, likewise"},
      {.name = "group",
       .field = &options.group,
       .help = "column of names of groups, by name or position: folds keep a group on one side"},
      {.name = "encode",
       .field = &options.encode,
       .help = "what becomes of columns of text: one-hot makes a 0/1 feature of each category, "
               "which a model keeps; with none they are an error",
       .choices = {"none", "one-hot"}}};
}

}  // namespace

Options describe(ReadOptions& options) {
  Options described = {
      {.name = "format",
       .field = &options.format,
       .help = "what the data file is; auto looks at its content",
       .choices = format_names()},
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
      {.name = "ids_file",
       .field = &options.ids_file,
       .help = "file with one id per line, or a 1-D .npy or IDX array; replaces ids of the data"},
      {.name = "tensor",
       .field = &options.tensor,
       .help = "the array of a safetensors or npz file that holds the samples; otherwise x, X, "
               "data or arr_0, or the only one with two axes"},
      {.name = "zero_based",
       .field = &options.zero_based,
       .help = "svmlight feature indices start at 0 instead of 1"},
      {.name = "max_bytes",
       .field = &options.max_bytes,
       .help = "the most bytes that may come out of a compressed file or a pipe, or that sparse "
               "samples may take with their zeros; 0 is no bound",
       .range = at_least(0)},
      {.name = "text",
       .field = &options.text,
       .help = "the key of JSON lines whose text is the document; words are counted "
               "(--format text takes every line as a document)"},
  };
  return joined({std::move(described), column_options(options), describe(options.text_options)});
}

Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options) {
  try {
    const auto samples = open_samples(path, options, std::numeric_limits<std::size_t>::max());
    Dataset data = samples->next();
    samples->next();  // there are none, which is for the stream to check
    data.source = path.string();
    return data;
  } catch (const std::bad_alloc&) {
    fail(
        "{}: does not fit in memory; mahala convert makes it a file (x.npy) that is learned from "
        "where it lies",
        path.string());
  }
}

void read_outputs(const std::filesystem::path& path, Dataset& data) {
  const Dataset outputs = read_dataset(path);
  require(outputs.size() == data.size(), "{}: outputs of {} samples, and {} has {}", path.string(),
          outputs.size(), data.source, data.size());
  require(outputs.labels.empty(), "{}: outputs are numbers, and these have labels", path.string());
  data.outputs = outputs.x.block(0, outputs.size());
}

}  // namespace mahala
