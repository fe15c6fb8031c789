// Names of any bytes on a page, in a table, in gnuplot's scripts and on a terminal: well-formed,
// and nothing in them is markup, a command or an escape.

#include <cstddef>
#include <cstdint>

#include "mahala/core/utf8.hpp"
#include "mahala/report/page.hpp"
#include "mahala/report/picture/gnuplot.hpp"
#include "mahala/report/picture/short_names.hpp"
#include "mahala/report/picture/text.hpp"
#include "tests/report/well_formed.hpp"

namespace {

void want(bool holds) {
  if (!holds) __builtin_trap();
}

/// Nothing but code points that are shown.
bool is_harmless(std::string_view text) {
  while (!text.empty()) {
    const mahala::CodePoint c = mahala::first_code_point(text);
    if (c.length == 0 || (mahala::is_control(c.value) && c.value != '\n')) return false;
    text.remove_prefix(c.length);
  }
  return true;
}

void check_page(const std::string& name) {
  mahala::Table table({name, "value"});
  table.add({name, "1"});
  mahala::Page page(name);
  page.section(name);
  page.paragraph(name);
  page.command(name);
  page.table(table, name);
  page.figure({.svg = "<svg></svg>", .caption = name});
  const std::string html = page.str();
  want(mahala::test::malformation(html.substr(html.find("<html"))).empty());
  want(is_harmless(table.str()));
}

void check_gnuplot(const std::string& name) {
  for (const std::string& quoted : {mahala::gnuplot_quote(name), mahala::gnuplot_tic(name)}) {
    want(quoted.size() >= 2 && quoted.front() == '"' && quoted.back() == '"');
    const std::string inside = quoted.substr(1, quoted.size() - 2);
    want(inside.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ "
                                  "0123456789\\") == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string name(reinterpret_cast<const char*>(bytes), size);
  check_page(name);
  check_gnuplot(name);
  want(is_harmless(mahala::printable(name)));
  want(mahala::printable(name).find('\n') == std::string::npos);
  want(mahala::display_width(mahala::shortened(name)) <= 28);
  const auto both = mahala::shortened({name, name + "x"});
  want(size > 4000 || both[0] != both[1] || mahala::one_line(name) == mahala::one_line(name + "x"));
  return 0;
}
