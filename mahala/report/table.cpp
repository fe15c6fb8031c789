#include "mahala/report/table.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/text.hpp"

namespace mahala {
namespace {

using TextRow = std::vector<std::string>;

void widen(std::vector<Index>& widths, const TextRow& row) {
  for (std::size_t c = 0; c < row.size(); ++c) {
    widths[c] = std::max(widths[c], display_width(row[c]));
  }
}

std::string text_line(const TextRow& row, const std::vector<Align>& align,
                      const std::vector<Index>& widths) {
  std::string line;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string gap(static_cast<std::size_t>(widths[c] - display_width(row[c])), ' ');
    if (c > 0) line += "  ";
    line += align[c] == Align::left ? row[c] + gap : gap + row[c];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string html_row(const TextRow& row, const std::vector<Align>& align,
                     std::string_view element) {
  std::string line = "<tr>";
  for (std::size_t c = 0; c < row.size(); ++c) {
    line += fmt::format("<{0}{1}>{2}</{0}>", element,
                        align[c] == Align::right ? " class=\"number\"" : "", escape_html(row[c]));
  }
  return line + "</tr>\n";
}

std::string markdown_row(const TextRow& row) {
  std::string line = "|";
  for (std::string cell : row) {
    for (auto bar = cell.find('|'); bar != std::string::npos; bar = cell.find('|', bar + 2)) {
      cell.insert(bar, 1, '\\');
    }
    line += fmt::format(" {} |", cell);
  }
  return line + "\n";
}

void clean(TextRow& row) {
  for (std::string& cell : row) cell = one_line(cell);
}

}  // namespace

Table::Table(std::vector<std::string> header, std::vector<Align> align)
    : header_(std::move(header)), align_(std::move(align)) {
  if (align_.empty()) {
    align_.assign(header_.size(), Align::right);
    if (!align_.empty()) align_.front() = Align::left;
  }
  require(align_.size() == header_.size(), "a table of {} columns has {} alignments",
          header_.size(), align_.size());
  clean(header_);
}

void Table::add(std::vector<std::string> row) {
  require(row.size() == header_.size(), "a table of {} columns was given a row of {}",
          header_.size(), row.size());
  clean(row);
  rows_.push_back(std::move(row));
}

std::vector<Index> Table::widths() const {
  std::vector<Index> widths(header_.size(), 0);
  widen(widths, header_);
  for (const TextRow& row : rows_) widen(widths, row);
  return widths;
}

std::string Table::str() const {
  const std::vector<Index> wide = widths();
  TextRow rule;
  for (const Index width : wide) rule.emplace_back(static_cast<std::size_t>(width), '-');
  std::string text = text_line(header_, align_, wide) + text_line(rule, align_, wide);
  for (const TextRow& row : rows_) text += text_line(row, align_, wide);
  return text;
}

Table Table::columns(std::size_t begin, std::size_t end) const {
  const auto pick = [&]<class T>(const std::vector<T>& all) {
    std::vector<T> some = {all.front()};
    for (std::size_t c = begin; c < end; ++c) some.push_back(all[c]);
    return some;
  };
  Table part(pick(header_), pick(align_));
  for (const TextRow& row : rows_) part.add(pick(row));
  return part;
}

std::string Table::str(Index width) const {
  constexpr Index gap = 2;
  const std::vector<Index> wide = widths();
  std::string text;
  for (std::size_t begin = 1; begin < wide.size();) {
    Index used = wide[0];
    std::size_t end = begin;
    while (end < wide.size() && (end == begin || used + gap + wide[end] <= width)) {
      used += gap + wide[end++];
    }
    text += (text.empty() ? "" : "\n") + columns(begin, end).str();
    begin = end;
  }
  return wide.size() < 2 ? str() : text;
}

std::string Table::html() const {
  std::string text = "<table>\n<thead>\n" + html_row(header_, align_, "th") + "</thead>\n<tbody>\n";
  for (const TextRow& row : rows_) text += html_row(row, align_, "td");
  return text + "</tbody>\n</table>\n";
}

std::string Table::markdown() const {
  std::string text = markdown_row(header_) + "|";
  for (const Align align : align_) text += align == Align::left ? "---|" : "--:|";
  text += "\n";
  for (const TextRow& row : rows_) text += markdown_row(row);
  return text;
}

}  // namespace mahala
