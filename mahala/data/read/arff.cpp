// The attribute relation files of Weka. Rows are values separated by commas, or, sparse,
// {index value, index value, ...} with indices from 0; what is left out is 0, or the first
// value of a nominal attribute. The label is the attribute that option label names, else one called
// class or label, else the last nominal one.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/sparse_rows.hpp"
#include "mahala/data/file/token.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/read/arff_header.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/text_columns.hpp"

namespace mahala::reading {
namespace {

using Kind = ArffAttribute::Kind;
using Attributes = std::vector<ArffAttribute>;

std::string label_of(const Attributes& attributes) {
  for (const ArffAttribute& attribute : attributes) {
    const std::string& name = attribute.name;
    if (equal_in_any_case(name, "class") || equal_in_any_case(name, "label")) return name;
  }
  const auto nominal = std::find_if(attributes.rbegin(), attributes.rend(),
                                    [](const auto& a) { return a.kind == Kind::nominal; });
  return nominal == attributes.rend() ? "" : nominal->name;
}

Columns columns_of(const Attributes& attributes, ReadOptions options, const std::string& file) {
  std::vector<std::string_view> names;
  for (const ArffAttribute& attribute : attributes) names.push_back(attribute.name);
  options.header = "yes";
  if (options.label.empty()) options.label = label_of(attributes);
  return find_columns(names, options, file);
}

bool all_numbers(const std::vector<std::string>& values) {
  double ignored = 0;
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    return parse_number(value, ignored) == Parsed::number;
  });
}

void check_features(const Attributes& attributes, const Columns& columns, const TextColumns& texts,
                    const std::string& file) {
  for (Index k = 0; k < columns.count; ++k) {
    const ArffAttribute& attribute = attributes[static_cast<std::size_t>(k)];
    const Index place = columns.place[static_cast<std::size_t>(k)];
    if (place < 0 || texts.accepts(place)) continue;
    require(attribute.kind != Kind::text, "{}: attribute '{}' is a string; features are numbers{}",
            file, excerpt(attribute.name), ways_out(attribute.name, "a"));
    require(attribute.kind != Kind::nominal || all_numbers(attribute.values),
            "{}: attribute '{}' is nominal; features are numbers{}", file, excerpt(attribute.name),
            ways_out(attribute.name, "a"));
  }
}

/// Rows are dense or sparse as the first of them is.
class ArffRows : public RowReader {
 public:
  ArffRows(Attributes attributes, Columns columns, Source& source, const ReadOptions& options)
      : attributes_(std::move(attributes)),
        columns_(std::move(columns)),
        source_(source),
        line_(source),
        keep_missing_(options.keep_missing),
        missing_advice_(options.missing_advice),
        texts_(options) {
    check_features(attributes_, columns_, texts_, source.name());
  }

  bool read() override;
  std::size_t bytes() const override {
    return sparse_rows_.bytes() + sizeof(double) * values_.size() +
           sizeof(std::string) * ids_.size();
  }
  Dataset take() override;
  bool needs_all() const override { return texts_.needs_all(); }

 private:
  Index place(std::size_t column) const { return columns_.place[column]; }
  void add(ArffLine& line);
  void add_dense(ArffLine& line);
  void add_sparse(ArffLine& line);
  std::size_t take_index(ArffLine& line) const;
  void add_defaults(ArffLine& line, bool labelled, bool named, bool grouped);
  void add_name(const ArffWord& word, Index column, ArffLine& line);
  double number(const ArffWord& word, std::size_t column, const ArffLine& line);
  void check_known(const ArffWord& word, std::size_t column, const ArffLine& line) const;
  void check_zero_defaults(const ArffLine& line) const;
  Attributes attributes_;
  Columns columns_;
  Source& source_;
  ArffLine line_;
  bool keep_missing_, sparse_ = false;
  std::string missing_advice_;
  TextColumns texts_;
  Index rows_ = 0, taken_ = 0;  ///< all, and those given out already
  Chunks<double> values_;       ///< of dense rows
  SparseRows sparse_rows_;
  LabelBuilder labels_, groups_;
  std::vector<std::string> ids_;
  std::vector<Index> id_lines_;
};

bool ArffRows::read() {
  if (!line_.next(source_)) {
    require(rows_ > 0, "{}: holds no samples", source_.name());
    return false;
  }
  add(line_);
  ++rows_;
  return true;
}

void ArffRows::add(ArffLine& line) {
  const bool sparse = line.take('{');
  if (rows_ == 0) {
    sparse_ = sparse;
    if (sparse) check_zero_defaults(line);
  }
  if (sparse != sparse_) line.refuse("dense and sparse rows are mixed");
  if (sparse) {
    add_sparse(line);
  } else {
    add_dense(line);
  }
  if (!line.at_end()) line.refuse("text follows the row");
}

void ArffRows::add_dense(ArffLine& line) {
  const auto expected = static_cast<std::size_t>(columns_.count);
  double* const row = values_.grow(static_cast<std::size_t>(columns_.features()));
  std::size_t k = 0;
  do {
    const ArffWord word = line.word(",");
    if (k == expected) line.refuse("more than {} cells", expected);
    if (place(k) >= 0) {
      row[place(k)] = number(word, k, line);
    } else {
      add_name(word, static_cast<Index>(k), line);
    }
    ++k;
  } while (line.take(','));
  if (k != expected) line.refuse("{} cells, expected {}", k, expected);
}

std::size_t ArffRows::take_index(ArffLine& line) const {
  const std::string_view text = line.word(" \t\r,}").text;
  long index = 0;
  if (!parse_integer(text, index)) line.refuse("'{}' is not an index", excerpt(text));
  if (index < 0 || index >= columns_.count) {
    line.refuse("attribute {} of {}", index, columns_.count);
  }
  return static_cast<std::size_t>(index);
}

void ArffRows::add_sparse(ArffLine& line) {
  bool labelled = false, named = false, grouped = false;
  for (Index last = -1; !line.take('}');) {
    if (last >= 0 && !line.take(',')) line.refuse("the row is not closed");
    const std::size_t k = take_index(line);
    if (static_cast<Index>(k) <= last) line.refuse("attribute {} follows attribute {}", k, last);
    last = static_cast<Index>(k);
    const ArffWord word = line.word(",}");
    labelled = labelled || last == columns_.label;
    named = named || last == columns_.id;
    grouped = grouped || last == columns_.group;
    if (place(k) < 0) {
      add_name(word, last, line);
    } else if (const double value = number(word, k, line); value != 0) {
      sparse_rows_.add(place(k), value);
    }
  }
  add_defaults(line, labelled, named, grouped);
  sparse_rows_.end_sample();
}

void ArffRows::add_defaults(ArffLine& line, bool labelled, bool named, bool grouped) {
  if (columns_.id >= 0 && !named) line.refuse("the id is missing");
  if (columns_.group >= 0 && !grouped) line.refuse("the group is missing");
  if (columns_.label < 0 || labelled) return;
  const ArffAttribute& label = attributes_[static_cast<std::size_t>(columns_.label)];
  if (label.kind == Kind::text) line.refuse("{}", no_label(""));
  labels_.add(label.kind == Kind::nominal ? label.values[0] : "0");
  labels_.end_sample();
}

void ArffRows::add_name(const ArffWord& word, Index column, ArffLine& line) {
  const bool missing = !word.quoted && (word.text.empty() || word.text == "?");
  if (column == columns_.group) {
    if (missing) line.refuse("{}: the group is missing", columns_.describe(column));
    groups_.add(word.text);
    groups_.end_sample();
  }
  if (column == columns_.label) {
    if (missing) line.refuse("{}: {}", columns_.describe(column), no_label(word.text));
    check_known(word, static_cast<std::size_t>(column), line);
    labels_.add(word.text);
    labels_.end_sample();
  } else if (column == columns_.id) {
    if (missing) line.refuse("{}: the id is missing", columns_.describe(column));
    ids_.emplace_back(word.text);
    id_lines_.push_back(source_.line_number());
  }
}

double ArffRows::number(const ArffWord& word, std::size_t column, const ArffLine& line) {
  double value = 0;
  const Parsed parsed = parse_number(word.text, value);
  if (texts_.accepts(place(column)) && (parsed == Parsed::missing || parsed == Parsed::other)) {
    if (sparse_) line.refuse("a sparse row with text; option encode is for dense rows");
    if (parsed == Parsed::missing) {
      texts_.add_missing(place(column), source_.line_number());
    } else {
      check_known(word, column, line);
      texts_.add(place(column), rows_ - taken_, word.text);
    }
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (parsed == Parsed::number) {
    check_known(word, column, line);
  } else if (parsed != Parsed::missing || !keep_missing_) {
    line.refuse("{}: {}", columns_.locate(static_cast<Index>(column)),
                complaint(parsed, word.text, missing_advice_));
  }
  return value;
}

void ArffRows::check_known(const ArffWord& word, std::size_t column, const ArffLine& line) const {
  const ArffAttribute& attribute = attributes_[column];
  if (attribute.kind != Kind::nominal || attribute.known.contains(std::string(word.text))) return;
  line.refuse("{}: '{}' is not one of its values", columns_.describe(static_cast<Index>(column)),
              excerpt(word.text));
}

/// What a sparse row leaves out has to be 0 for sparse samples to say the same.
void ArffRows::check_zero_defaults(const ArffLine& line) const {
  for (std::size_t k = 0; k < attributes_.size(); ++k) {
    if (attributes_[k].kind != Kind::nominal || place(k) < 0) continue;
    double first = 0;
    parse_number(attributes_[k].values[0], first);
    if (first != 0) {
      line.refuse("sparse rows with the nominal feature '{}', whose first value is not 0",
                  excerpt(attributes_[k].name));
    }
  }
}

Dataset ArffRows::take() {
  check_unique(ids_, source_.name(),
               [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  id_lines_.clear();
  Dataset data{.labels = labels_.take(),
               .ids = std::exchange(ids_, {}),
               .features = columns_.feature_names(),
               .groups = groups_.take()};
  taken_ = rows_;
  const Index d = columns_.features();
  if (sparse_) {
    data.x = sparse_rows_.take(d);
    if (columns_.chosen) data.table = number_columns(data.features);
    return data;
  }
  Matrix x(d, static_cast<Index>(values_.size()) / d);
  values_.move_to(x.data());
  texts_.encode(std::move(x), columns_.feature_names(), columns_.chosen, source_.name(), data);
  return data;
}

bool looks_like_arff(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view word = take_token(line);
    if (!word.empty() && word[0] != '%') return equal_in_any_case(word, "@relation");
  }
  return false;
}

}  // namespace

Evidence arff_evidence(const Source& source) {
  return evidence_if(looks_like_arff(source.peek()), Evidence::magic);
}

Rows arff_rows(Source& source, const ReadOptions& options) {
  Attributes attributes = read_arff_header(source);
  require(!attributes.empty(), "{}: has no attributes", source.name());
  Columns columns = columns_of(attributes, options, source.name());
  return std::make_unique<ArffRows>(std::move(attributes), std::move(columns), source, options);
}

}  // namespace mahala::reading
