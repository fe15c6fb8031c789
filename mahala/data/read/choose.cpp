// Which format a file is read in, and whether the options are for it.

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

/// Flags of another format are not ignored.
void check_flags(std::string_view format, const ReadOptions& options, const std::string& file) {
  const std::string_view title = title_of(format);
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
    require(value(words[k]) == value(usual[k]) || is_raw_text(format, options),
            "{} is for text (--text KEY or --format text), {} is {}", flag, file, title);
  }
}

/// The format of a file for a model that was learned from text: the model's own if it may be that,
/// else counts of words, which are numbers in a format with a mark of its own.
std::string_view format_for(const TextForm& form, const ReadOptions& options,
                            const Source& source) {
  const std::string_view found = recognised_format(source);
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
                       : recognised_format(source);
}

}  // namespace

std::string_view chosen_format(const Source& source, const ReadOptions& options) {
  const std::string_view format = format_of(options, source);
  check_flags(format, options, source.name());
  return format;
}

}  // namespace mahala::reading
