#include "mahala/adapt/feedback_table.hpp"

#include <algorithm>
#include <array>

#include "mahala/core/suggest.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala {
namespace {

using reading::excerpt;

struct FeedbackForm {
  FeedbackKind kind;
  std::string_view name;
  std::vector<std::string_view> columns;
  std::vector<std::string_view> optional = {};
};

/// Those with more columns first: by them a header is recognised.
const std::vector<FeedbackForm>& feedback_forms() {
  static const std::vector<FeedbackForm> forms = {
      {FeedbackKind::qrels, "qrels", {"query_id", "doc_id", "relevance"}},
      {FeedbackKind::triplets, "triplets", {"query", "near", "far"}},
      {FeedbackKind::pairs, "pairs", {"id_a", "id_b", "score"}},
      {FeedbackKind::clicks, "clicks", {"query_id", "doc_id"}, {"weight", "time"}},
      {FeedbackKind::duplicates, "duplicates", {"id_a", "id_b"}},
      {FeedbackKind::labels, "labels", {"id", "label"}}};
  return forms;
}

const FeedbackForm& form_of(FeedbackKind kind) {
  return *std::ranges::find(feedback_forms(), kind, &FeedbackForm::kind);
}

/// Lower case, without what separates words.
std::string bare_name(std::string_view text) {
  std::string bare;
  for (const char c : text) {
    if (c == '_' || c == '-' || c == ' ') continue;
    bare += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return bare;
}

/// Our name of a column that others call otherwise; "" for one we do not know.
std::string known_column(std::string_view text) {
  static const std::map<std::string, std::string, std::less<>> names = {{"queryid", "query_id"},
                                                                        {"qid", "query_id"},
                                                                        {"query", "query"},
                                                                        {"docid", "doc_id"},
                                                                        {"doc", "doc_id"},
                                                                        {"documentid", "doc_id"},
                                                                        {"document", "doc_id"},
                                                                        {"corpusid", "doc_id"},
                                                                        {"item", "doc_id"},
                                                                        {"itemid", "doc_id"},
                                                                        {"relevance", "relevance"},
                                                                        {"rel", "relevance"},
                                                                        {"grade", "relevance"},
                                                                        {"weight", "weight"},
                                                                        {"count", "weight"},
                                                                        {"time", "time"},
                                                                        {"timestamp", "time"},
                                                                        {"ida", "id_a"},
                                                                        {"i", "id_a"},
                                                                        {"a", "id_a"},
                                                                        {"idb", "id_b"},
                                                                        {"j", "id_b"},
                                                                        {"b", "id_b"},
                                                                        {"score", "score"},
                                                                        {"similarity", "score"},
                                                                        {"near", "near"},
                                                                        {"positive", "near"},
                                                                        {"anchor", "query"},
                                                                        {"far", "far"},
                                                                        {"negative", "far"},
                                                                        {"id", "id"},
                                                                        {"label", "label"},
                                                                        {"class", "label"}};
  const auto found = names.find(bare_name(text));
  return found == names.end() ? "" : found->second;
}

template <class Places>
bool fits(const FeedbackForm& form, const Places& place) {
  return std::ranges::all_of(form.columns, [&](auto each) { return place.contains(each); });
}

std::string columns_in_words(const FeedbackForm& form) {
  std::string text = fmt::format("{}", fmt::join(form.columns, ", "));
  for (const std::string_view each : form.optional) text += fmt::format("[, {}]", each);
  return text;
}

}  // namespace

std::string_view name(FeedbackKind kind) { return form_of(kind).name; }

std::vector<std::string> feedback_kinds() {
  return {"qrels", "clicks", "duplicates", "triplets", "pairs", "labels"};
}

IdPlaces::IdPlaces(const Dataset& data, std::string what)
    : size_(data.size()), what_(std::move(what)) {
  for (const std::string& id : data.ids) {
    require(places_.emplace(id, std::ssize(places_)).second, "{}: two rows have the id '{}'",
            data.source, excerpt(id));
  }
}

Index IdPlaces::find(std::string_view id) const {
  if (!places_.empty()) {
    const auto found = places_.find(id);
    return found == places_.end() ? -1 : found->second;
  }
  long number = -1;
  return reading::parse_integer(id, number) && number >= 0 && number < size_ ? number : -1;
}

FeedbackTable::FeedbackTable(const std::filesystem::path& path, std::string_view kind)
    : source_(path), records_(source_, reading::sniff_separator(source_.peek(), ",\t;")) {
  require(records_.next(), "{}: holds no feedback", source_.name());
  width_ = records_.cells().size();
  const bool named = take_header();
  take_kind(kind, named);
  if (!named) take_order();
  pending_ = !named;
}

/// A line is the names of columns if all its cells are.
bool FeedbackTable::take_header() {
  std::map<std::string, std::size_t, std::less<>> found;
  for (std::size_t k = 0; k < width_; ++k) {
    const std::string column = known_column(records_.cells()[k]);
    if (column.empty() || !found.emplace(column, k).second) return false;
  }
  // Triplets call it query, and so do some qrels.
  if (const auto query = found.find("query"); query != found.end() && found.contains("doc_id")) {
    found.emplace("query_id", query->second);
    found.erase("query");
  }
  if (const auto score = found.find("score"); score != found.end() && found.contains("doc_id")) {
    found.emplace("relevance", score->second);
    found.erase("score");
  }
  if (const auto id = found.find("query_id"); id != found.end() && found.contains("near")) {
    found.emplace("query", id->second);
    found.erase("query_id");
  }
  place_ = std::move(found);
  return true;
}

void FeedbackTable::take_kind(std::string_view kind, bool named) {
  const auto& forms = feedback_forms();
  if (kind.empty()) {
    if (!named) {
      refuse(
          "the columns have no names that are known; name them, or say what kind of feedback "
          "it is (option feedback_kind: {})",
          fmt::join(feedback_kinds(), ", "));
    }
    const auto found = std::ranges::find_if(forms, [&](auto& form) { return fits(form, place_); });
    if (found == forms.end()) refuse("these columns are no kind of feedback that is known");
    kind_ = found->kind;
    return;
  }
  const auto found = std::ranges::find(forms, kind, &FeedbackForm::name);
  std::vector<std::string_view> names;
  for (const FeedbackForm& form : forms) names.push_back(form.name);
  require(found != forms.end(), "there is no kind of feedback '{}'{} (there are: {})", kind,
          did_you_mean(kind, names), fmt::join(names, ", "));
  if (named && !fits(*found, place_)) {
    refuse("{} have the columns {}", found->name, columns_in_words(*found));
  }
  kind_ = found->kind;
}

void FeedbackTable::take_order() {
  const FeedbackForm& form = form_of(kind_);
  const std::size_t least = form.columns.size(), most = least + form.optional.size();
  if (width_ < least || width_ > most) {
    refuse("{} cells; {} have the columns {}", width_, form.name, columns_in_words(form));
  }
  for (std::size_t k = 0; k < width_; ++k) {
    place_.emplace(k < least ? form.columns[k] : form.optional[k - least], k);
  }
}

bool FeedbackTable::next() {
  if (pending_) {
    pending_ = false;
    return true;
  }
  if (!records_.next()) return false;
  if (records_.cells().size() != width_) {
    refuse("{} cells, expected {}", records_.cells().size(), width_);
  }
  return true;
}

std::string_view FeedbackTable::cell(std::string_view column) const {
  return records_.cells()[place_.find(column)->second];
}

double FeedbackTable::number(std::string_view column) const {
  double value = 0;
  const reading::Parsed parsed = reading::parse_number(cell(column), value);
  if (parsed != reading::Parsed::number) {
    refuse("{} {}", column, reading::complaint(parsed, cell(column)));
  }
  return value;
}

Index FeedbackTable::sample(std::string_view column, const IdPlaces& ids, bool skip_unknown) const {
  const Index found = ids.find(cell(column));
  if (found < 0 && !skip_unknown) {
    refuse("there is no {} '{}' (set option skip_unknown to leave such rows out)", ids.what(),
           excerpt(cell(column)));
  }
  return found;
}

}  // namespace mahala
