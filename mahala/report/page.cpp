#include "mahala/report/page.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/report/picture/text.hpp"

namespace mahala {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: #fff; color: #222;
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin-top: 2rem; border-bottom: 1px solid #ccc; }
p { max-width: 42rem; overflow-wrap: anywhere; }
pre { background: #f4f4f4; padding: .6rem; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: left; border-top: 1px solid #ddd; }
td { overflow-wrap: break-word; }
th { vertical-align: bottom; }
tbody { border-top: 2px solid #555; border-bottom: 1px solid #ddd; }
thead th { border-top: none; }
tr:has(> td:first-child:empty) > td { border-top: none; }
.number { text-align: right; }
td.number { white-space: nowrap; }
.row { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 1rem 0; flex: 1 1 22rem; max-width: 38rem; min-width: 0; }
figure svg { display: block; width: 100%; height: auto; }
figcaption, .caption { font-size: .9rem; color: #444; margin-top: .3rem; }
@media (max-width: 30rem) {
  th, td { padding: .2rem .4rem; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  .scroll { overflow: visible; }
  th, td { padding: .1rem .4rem; }
  figcaption, .caption { font-size: 9pt; }
  figure, tr { break-inside: avoid; }
  figure { flex-basis: 40%; }
  h2, h2 + p { break-after: avoid; }
}
)";

std::string figure_html(const Figure& figure) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", figure.svg,
                     escape_html(figure.caption));
}

/// escape_html, line by line.
std::string escape_lines(std::string_view text) {
  std::string escaped;
  while (true) {
    const auto end = text.find('\n');
    escaped += escape_html(text.substr(0, end));
    if (end == std::string_view::npos) return escaped;
    escaped += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Page::Page(std::string title, std::string language)
    : title_(std::move(title)), language_(std::move(language)) {}

void Page::section(std::string_view heading) {
  body_ += fmt::format("<h2>{}</h2>\n", escape_html(heading));
}

void Page::paragraph(std::string_view text) {
  body_ += fmt::format("<p>{}</p>\n", escape_html(text));
}

void Page::command(std::string_view text) {
  body_ += fmt::format("<pre><code>{}</code></pre>\n", escape_lines(text));
}

void Page::table(const Table& table, std::string_view caption) {
  body_ += fmt::format("<div class=\"scroll\">\n{}", table.html());
  if (!caption.empty()) body_ += fmt::format("<p class=\"caption\">{}</p>\n", escape_html(caption));
  body_ += "</div>\n";
}

void Page::figure(const Figure& figure) { body_ += figure_html(figure); }

void Page::figures(const std::vector<Figure>& row) {
  body_ += "<div class=\"row\">\n";
  for (const Figure& one : row) body_ += figure_html(one);
  body_ += "</div>\n";
}

std::string Page::str() const {
  return fmt::format(
      "<!DOCTYPE html>\n"
      "<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n{}</body>\n</html>\n",
      escape_html(language_), escape_html(title_), style, escape_html(title_), body_);
}

void Page::save(const std::filesystem::path& path) const {
  OutputFile file(path);
  file.write(str());
  file.commit();
}

}  // namespace mahala
