// Raw text as counts of words: a key of JSON lines (option text), or one document a line.

#include "mahala/core/error.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/json_line.hpp"
#include "mahala/data/text/document_counts.hpp"

namespace mahala::reading {
namespace {

TextForm form_of(const ReadOptions& options, const std::string& key) {
  if (!options.space) return text_form(options.text_options, key);
  TextForm form = options.space->form;
  form.field = key;
  return form;
}

class TextRows : public RowReader {
 public:
  TextRows(Source& source, const ReadOptions& options, const std::string& key)
      : source_(source),
        options_(options),
        form_(form_of(options, key)),
        counts_(options.space ? DocumentCounts(*options.space) : DocumentCounts(form_)) {}

  bool read() override;
  std::size_t bytes() const override { return counts_.bytes() + names_.bytes(); }
  Dataset take() override;

 private:
  bool read_line();
  bool read_object();
  void check_end() const;

  Source& source_;
  const ReadOptions options_;
  const TextForm form_;
  DocumentCounts counts_;
  SampleNames names_;  ///< of objects; lines have none
  bool any_ = false;
};

bool TextRows::read_line() {
  std::string_view line;
  if (!source_.line(line)) return false;
  counts_.add(line);
  return true;
}

bool TextRows::read_object() {
  return read_json_line(source_, [&](std::string_view text) {
    JsonLine line = parse_json_line(text, options_, form_.field);
    counts_.add(line.document);
    names_.add(line, source_.line_number());
  });
}

bool TextRows::read() {
  const bool found = form_.field.empty() ? read_line() : read_object();
  any_ = any_ || found;
  if (!found) check_end();
  return found;
}

void TextRows::check_end() const {
  require(any_, "{}: holds no samples", source_.name());
  require(counts_.word_count() > 0, "{}: holds no words but stop words", source_.name());
  if (!form_.field.empty()) names_.check_end(options_, source_.name());
}

Dataset TextRows::take() {
  auto [x, words] = counts_.take();
  Dataset data{.x = std::move(x), .features = std::move(words)};
  data.text = form_;
  names_.move_to(data, source_.name());
  return data;
}

}  // namespace

Rows text_rows(Source& source, const ReadOptions& options) {
  require(options.label.empty() && options.id.empty(),
          "{}: lines of text have no {}; labels may be in a file of their own (option labels_file)",
          source.name(), options.label.empty() ? "id" : "label");
  return std::make_unique<TextRows>(source, options, "");
}

Rows json_text_rows(Source& source, const ReadOptions& options, const std::string& key) {
  return std::make_unique<TextRows>(source, options, key);
}

}  // namespace mahala::reading
