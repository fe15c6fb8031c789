#include "mahala/report/page.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "mahala/report/picture/picture.hpp"
#include "tests/report/well_formed.hpp"

namespace mahala::test::page_test {

Page small_page() {
  Page page("Wine <before & after>", "en");
  page.section("What \"changed\"");
  page.paragraph("5 < 6 & 7 > 3");
  page.command("mahala fit wine.csv \\\n  -o m.mhl");
  Table table({"learner", "error"});
  table.add({"<itml>", "0.1"});
  page.table(table, "Errors & more");
  const std::string svg = draw_svg(Bars{.title = "spectrum", .values = {3, 1}});
  page.figure({svg, "One <figure>"});
  page.figures({{svg, "left"}, {draw_svg(Bars{.title = "other", .values = {1, 3}}), "right"}});
  return page;
}

TEST(Page, IsWellFormed) { EXPECT_EQ(malformation(small_page().str()), ""); }

TEST(Page, EscapesAllText) {
  const std::string html = small_page().str();
  for (const std::string text :
       {"<title>Wine &lt;before &amp; after&gt;</title>", "What &quot;changed&quot;",
        "5 &lt; 6 &amp; 7 &gt; 3", "&lt;itml&gt;", "Errors &amp; more", "One &lt;figure&gt;",
        "wine.csv \\\n  -o"}) {
    EXPECT_TRUE(contains(html, text)) << text;
  }
}

TEST(Page, NeedsNothingFromOutside) {
  const std::string html = small_page().str();
  for (const std::string absent : {"src=", "href=\"", "@import", "<script", "<link"}) {
    EXPECT_FALSE(contains(html, absent)) << absent;
  }
  for (const std::string before : {"href='", "url("}) {
    for (const std::string& target : values_after(html, before)) {
      EXPECT_TRUE(target.starts_with('#')) << target;
    }
  }
}

TEST(Page, SaysItsLanguageAndFitsAPhone) {
  const std::string html = small_page().str();
  EXPECT_TRUE(contains(html, "<html lang=\"en\">"));
  EXPECT_TRUE(contains(html, "name=\"viewport\""));
  EXPECT_EQ(occurrences(html, "<svg"), 3u);
}

TEST(Page, IsSavedAsItIs) {
  const auto path = std::filesystem::temp_directory_path() / "mahala-page-test.html";
  small_page().save(path);
  std::ifstream in(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), small_page().str());
  std::filesystem::remove(path);
}

}  // namespace mahala::test::page_test
