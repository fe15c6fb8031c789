#include "mahala/data/read/formats.hpp"

#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala::reading {
namespace {

constexpr Format readable[] = {
    {.name = "csv",
     .title = "CSV",
     .evidence = csv_evidence,
     .open = csv_rows,
     .option = "header",
     .cells = Cells::any},
    {.name = "tsv", .title = "TSV", .open = csv_rows, .option = "header", .cells = Cells::any},
    {.name = "svmlight",
     .title = "svmlight",
     .evidence = svmlight_evidence,
     .open = svmlight_rows,
     .option = "zero_based"},
    {.name = "npy",
     .title = "NumPy",
     .evidence = npy_evidence,
     .open = npy_arrays,
     .mapped = true,
     .read_names = npy_names,
     .cells = Cells::numbers},
    {.name = "npz",
     .title = "NumPy archive",
     .evidence = npz_evidence,
     .open = npz_arrays,
     .option = "tensor",
     .mapped = true,
     .cells = Cells::numbers},
    {.name = "safetensors",
     .title = "safetensors",
     .evidence = safetensors_evidence,
     .open = safetensors_arrays,
     .option = "tensor",
     .mapped = true,
     .cells = Cells::numbers},
    {.name = "idx",
     .title = "IDX",
     .evidence = idx_evidence,
     .open = idx_arrays,
     .read_names = idx_names,
     .cells = Cells::numbers},
    {.name = "arff",
     .title = "ARFF",
     .evidence = arff_evidence,
     .open = arff_rows,
     .cells = Cells::any},
    {.name = "mtx",
     .title = "Matrix Market",
     .evidence = matrix_market_evidence,
     .open = read_matrix_market},
    {.name = "fvecs",
     .title = "fvecs",
     .evidence = fvecs_evidence,
     .open = fvecs_arrays,
     .mapped = true,
     .cells = Cells::numbers},
    {.name = "bvecs",
     .title = "bvecs",
     .evidence = bvecs_evidence,
     .open = bvecs_arrays,
     .mapped = true,
     .cells = Cells::numbers},
    {.name = "ivecs",
     .title = "ivecs",
     .evidence = ivecs_evidence,
     .open = ivecs_arrays,
     .mapped = true,
     .cells = Cells::numbers},
    {.name = "jsonl",
     .title = "JSON lines",
     .evidence = json_evidence,
     .open = json_rows,
     .option = "text",
     .cells = Cells::any},
    {.name = "text", .title = "text", .open = text_rows, .documents = true},
};

/// An option that only some formats have.
struct OwnOption {
  std::string_view name, owners;
  bool (*given)(const ReadOptions&);
};

constexpr OwnOption own_options[] = {
    {"header", "CSV", [](const ReadOptions& o) { return o.header != "auto"; }},
    {"zero_based", "svmlight", [](const ReadOptions& o) { return o.zero_based; }},
    {"tensor", "safetensors and npz", [](const ReadOptions& o) { return !o.tensor.empty(); }},
    {"text", "JSON lines", [](const ReadOptions& o) { return !o.text.empty(); }},
};

/// Error for options about columns that such a file does not have.
void check_columns(const Format& format, const ReadOptions& options, const std::string& file) {
  const bool table = format.cells != Cells::none && !is_raw_text(format, options);
  const bool texts = format.cells == Cells::any && table;
  require(table || options.columns.empty(), "option columns is for tables, {} is {}", file,
          format.title);
  require(table || options.drop.empty(), "option drop is for tables, {} is {}", file, format.title);
  require(format.cells != Cells::none || options.group.empty(),
          "option group is for tables, {} is {}", file, format.title);
  require(texts || options.encode == "none",
          "option encode is for tables with columns of text, {} is {}", file, format.title);
  require(table || !options.table, "{}: the model chooses columns of a table by name, this is {}",
          file, format.title);
}

/// Options of another format are not ignored.
void check_options(const Format& format, const ReadOptions& options, const std::string& file) {
  check_columns(format, options, file);
  for (const OwnOption& own : own_options) {
    require(format.option == own.name || !own.given(options), "option {} is for {}, {} is {}",
            own.name, own.owners, file, format.title);
  }
  if (is_raw_text(format, options)) return;
  TextOptions given = options.text_options, standard;
  const Options words = describe(given), usual = describe(standard);
  for (std::size_t k = 0; k < words.size(); ++k) {
    require(value(words[k]) == value(usual[k]),
            "option {} is for text (option text=KEY or option format=text), {} is {}",
            words[k].name, file, format.title);
  }
}

void check_mappable(const Format& format, const Source& source) {
  if (!format.mapped) return;
  require(source.regular(), "{}: {} files are mapped and must be regular files", source.name(),
          format.title);
  require(!source.compressed(), "{}: {} files cannot be mapped from gzip; decompress it first",
          source.name(), format.title);
}

const Format& named(std::string_view name) {
  for (const Format& format : readable) {
    if (format.name == name) return format;
  }
  fail("there is no format '{}'", name);
}

/// The one with the strongest evidence; CSV if there is none.
const Format& recognised(const Source& source) {
  const Format* best = nullptr;
  Evidence strongest = Evidence::none;
  for (const Format& format : readable) {
    const Evidence found = format.evidence == nullptr ? Evidence::none : format.evidence(source);
    if (found > strongest) best = &format, strongest = found;
  }
  return *best;
}

/// The format of a file for a model that was learned from text: the model's own if it may be that,
/// else counts of words, which are numbers in a format with a mark of its own.
std::string_view format_for(const TextForm& form, const ReadOptions& options,
                            const Source& source) {
  const std::string_view found = recognised(source).name;
  const bool json = found == "jsonl", prose = found == "csv" || found == "svmlight";
  if (form.field.empty() && options.text.empty()) {
    require(!json,
            "{}: the model was learned from lines of text and this is JSON lines; use option "
            "text=KEY, or option format=text if its lines are the documents",
            source.name());
    return prose ? "text" : found;
  }
  require(found != "csv",
          "{}: is not JSON lines, from which the model was learned; use option format=text if its "
          "lines are documents, option format=csv for a table of counts",
          source.name());
  return found;
}

/// Are these JSON lines with the key a text model reads? A caller gives several files the same
/// options, and objects are not to be counted as words because another file is plain lines.
bool has_text_key(const ReadOptions& options, const Source& source) {
  if (!options.space || recognised(source).name != "jsonl") return false;
  const std::string key = text_key(options);
  const std::string_view first = source.peek().substr(0, source.peek().find('\n'));
  return !key.empty() && first.find(fmt::format("\"{}\"", key)) != first.npos;
}

std::string_view format_name(const ReadOptions& options, const Source& source) {
  if (options.format == "text" && has_text_key(options, source)) return "jsonl";
  if (options.format != "auto") return options.format;
  return options.space ? format_for(options.space->form, options, source) : recognised(source).name;
}

}  // namespace

std::span<const Format> formats() { return readable; }

const Format& chosen_format(const Source& source, const ReadOptions& options) {
  const Format& format = named(format_name(options, source));
  check_options(format, options, source.name());
  check_mappable(format, source);
  return format;
}

const Format* format_of_names(const Source& source) {
  for (const Format& format : readable) {
    if (format.read_names == nullptr || format.evidence(source) == Evidence::none) continue;
    check_mappable(format, source);
    return &format;
  }
  return nullptr;
}

std::string text_key(const ReadOptions& options) {
  return options.text.empty() && options.space ? options.space->form.field : options.text;
}

bool is_raw_text(const Format& format, const ReadOptions& options) {
  return format.documents || (format.option == "text" && !text_key(options).empty());
}

void check_unique(const std::vector<std::string>& ids, const std::string& file,
                  const std::function<std::string(std::size_t)>& place) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto [first, is_new] = seen.emplace(ids[i], i);
    if (is_new) continue;
    fail("{}: the id '{}' of {} is that of {}", file, excerpt(ids[i]), place(i),
         place(first->second));
  }
}

}  // namespace mahala::reading
