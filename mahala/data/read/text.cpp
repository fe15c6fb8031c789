// Raw text as counts of words: the key --text of JSON lines, or one document a line.

#include "mahala/core/error.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/json_line.hpp"
#include "mahala/data/text/document_counts.hpp"

namespace mahala::reading {
namespace {

/// The key of the documents; "" if every line is one.
std::string field_of(const ReadOptions& options, std::string_view format) {
  if (format == "text") return "";
  return options.text.empty() && options.space ? options.space->form.field : options.text;
}

Dataset finish(DocumentCounts& counts, const TextForm& form, const std::string& file) {
  auto [x, words] = counts.finish();
  require(x.cols() > 0, "{}: holds no samples", file);
  require(!words.empty(), "{}: holds no words but stop words", file);
  Dataset data{.x = Samples(std::move(x)), .features = std::move(words)};
  data.text = form;
  return data;
}

Dataset read_lines(Source& source, const ReadOptions& options, const TextForm& form,
                   DocumentCounts counts) {
  require(options.label.empty() && options.id.empty(),
          "{}: lines of text have no {}; labels may be in a file of their own (--labels-file)",
          source.name(), options.label.empty() ? "id" : "label");
  for (std::string_view line; source.line(line);) counts.add(line);
  return finish(counts, form, source.name());
}

Dataset read_objects(Source& source, const ReadOptions& options, const TextForm& form,
                     DocumentCounts counts) {
  SampleNames names;
  for_each_json_line(source, [&](std::string_view text) {
    JsonLine line = parse_json_line(text, options, form.field);
    counts.add(line.document);
    names.add(line, source.line_number());
  });
  Dataset data = finish(counts, form, source.name());
  names.move_to(data, options, source.name());
  return data;
}

}  // namespace

bool is_raw_text(std::string_view format, const ReadOptions& options) {
  return format == "text" || (format == "jsonl" && !field_of(options, format).empty());
}

Dataset read_text(Source& source, const ReadOptions& options, std::string_view format) {
  const std::string field = field_of(options, format);
  TextForm form = options.space ? options.space->form : text_form(options.text_options, field);
  form.field = field;
  const auto read = field.empty() ? read_lines : read_objects;
  return options.space ? read(source, options, form, DocumentCounts(*options.space))
                       : read(source, options, form, DocumentCounts(form));
}

}  // namespace mahala::reading
