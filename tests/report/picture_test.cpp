#include "mahala/report/picture/picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <span>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/report/picture/short_names.hpp"
#include "tests/report/well_formed.hpp"

namespace mahala::test::picture_test {

Scatter three_classes() {
  Rng rng = make_rng(4);
  Scatter s{.title = "before",
            .points = random_normal(2, 60, rng),
            .names = {"setosa", "versicolor", "virginica"}};
  for (Index i = 0; i < 60; ++i) s.classes.push_back(i % 3);
  return s;
}

/// Every mark is a shape put somewhere at some scale; the key has one for each class.
std::size_t marks(const std::string& svg) { return occurrences(svg, " scale("); }

std::set<std::string> ids(const std::string& svg) {
  std::set<std::string> found;
  for (const std::string before : {" id='", " id=\""}) {
    for (const std::string& id : values_after(svg, before)) {
      EXPECT_TRUE(found.insert(id).second) << id;
    }
  }
  return found;
}

TEST(Picture, ScatterHasAMarkPerPointAndAKeyOfClasses) {
  const std::string svg = draw_svg(three_classes());
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_EQ(marks(svg), 60u + 3u);
  for (const std::string name : {"setosa", "versicolor", "virginica", "before"}) {
    EXPECT_TRUE(contains(svg, name)) << name;
  }
  EXPECT_EQ(malformation(svg), "");
}

TEST(Picture, ClassesDifferInShapeAndColour) {
  Scatter s = three_classes();
  s.names.clear();
  for (Index c = 0; c < 60; ++c) s.names.push_back("class " + std::to_string(c));
  for (std::size_t i = 0; i < 60; ++i) s.classes[i] = static_cast<Index>(i);
  const std::string svg = draw_svg(s);
  std::set<std::string> looks;
  for (auto at = svg.find("<use "); at < svg.size(); at = svg.find("<use ", at + 1)) {
    const std::string tag = svg.substr(at, svg.find('>', at) - at);
    if (!contains(tag, " scale(")) continue;  // the definition of a shape
    looks.insert(values_after(tag, "href='").at(0) + values_after(tag, "color='rgb(").at(0));
  }
  EXPECT_EQ(looks.size(), 60u);
  EXPECT_TRUE(contains(svg, "and 28 more"));
  EXPECT_FALSE(contains(svg, "class 32"));
}

TEST(Picture, KeyLeavesOutClassesWithoutPoints) {
  Scatter s = three_classes();
  s.names.emplace_back("nobody");
  EXPECT_FALSE(contains(draw_svg(s), "nobody"));
}

TEST(Picture, ScatterNamesClassesAmongTheirPointsWhereTheNamesAreShort) {
  Scatter s = three_classes();
  // Once in the key, and twice among the points: gnuplot draws a box behind the text.
  EXPECT_EQ(occurrences(draw_svg(s), ">setosa<"), 3u);
  s.names[1] = "a name that is too long for that";
  EXPECT_EQ(occurrences(draw_svg(s), ">setosa<"), 1u);
}

/// Where the boxes of the labels stand, and their text.
std::vector<std::pair<double, double>> label_places(const std::string& svg) {
  std::vector<std::pair<double, double>> places;
  for (auto at = svg.find("translate("); at < svg.size(); at = svg.find("translate(", at + 1)) {
    const std::string tag = svg.substr(at, svg.find('>', at) - at);
    if (!contains(tag, "filter:url")) continue;
    const auto comma = tag.find(',');
    places.emplace_back(std::stod(tag.substr(10)), std::stod(tag.substr(comma + 1)));
  }
  return places;
}

TEST(Picture, LabelsOfClassesThatCoincideDoNotCoverEachOther) {
  Rng rng = make_rng(1);
  Scatter s{.points = 0.01 * random_normal(2, 26, rng)};
  s.points(0, 0) = 50;  // all others are one spot
  for (Index c = 0; c < 26; ++c) {
    s.classes.push_back(c);
    s.names.push_back(std::string(1, static_cast<char>('a' + c)));
  }
  const auto places = label_places(draw_svg(s));
  ASSERT_EQ(places.size(), 26u);
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double across = std::abs(places[a].first - places[b].first);
      const double up = std::abs(places[a].second - places[b].second);
      EXPECT_TRUE(across > 9 || up > 15) << a << " " << b << ": " << across << " " << up;
    }
  }
}

TEST(Picture, DrawsAGridOfCounts) {
  Grid grid{.title = "who is who",
            .x_label = "called",
            .y_label = "class",
            .counts = (Matrix(2, 2) << 17, 0, 3, 42).finished(),
            .names = {"<a>", "b"}};
  const std::string svg = draw_svg(grid);
  for (const std::string text : {">17<", ">3<", ">42<", "&lt;a>", "called", "who is who"}) {
    EXPECT_TRUE(contains(svg, text)) << text;
  }
  EXPECT_FALSE(contains(svg, ">0<"));
  EXPECT_EQ(malformation(svg), "");
  grid.names.pop_back();
  EXPECT_THROW(draw_svg(grid), Error);
  EXPECT_THROW(draw_svg(Grid{}), Error);
}

TEST(Picture, PointsOutAPlaceOnTheAxis) {
  const std::string svg = draw_svg(
      Lines{.curves = {{.name = "f", .x = {0, 1}, .y = {1, 2}}}, .marker = Marker{0.5, "here <"}});
  EXPECT_TRUE(contains(svg, "here &lt;"));
  EXPECT_EQ(malformation(svg), "");
}

TEST(Picture, ShowsNoNumbersWhereHeightMeansNothing) {
  Scatter s{.points = (Matrix(2, 2) << 0, 1, 700, 701).finished()};
  EXPECT_TRUE(contains(draw_svg(s), "700"));
  s.y_numbers = false;
  EXPECT_FALSE(contains(draw_svg(s), "700"));
}

TEST(Picture, ShowsNamesAsTheyAre) {
  Scatter s = three_classes();
  s.title = "<script>alert('x')</script> & \"more\"";
  s.names = {"a_b^2 {c}", "'';system('id') #`id`", "x id='y' @z \\n %d\n$class0"};
  const std::string svg = draw_svg(s);
  EXPECT_TRUE(contains(svg, "a_b^2 {c}"));
  EXPECT_TRUE(contains(svg, "'';system('id') #`id`"));
  EXPECT_TRUE(contains(svg, "x id='y' @z \\n %d $class0"));
  EXPECT_FALSE(contains(svg, "<script"));
  EXPECT_EQ(malformation(svg), "");
}

/// Names that mean something to gnuplot, to SVG or to a terminal, made of random pieces.
std::vector<std::string> hostile_names() {
  const std::vector<std::string> pieces = {
      "%",       "%%",       "%s", "%d",  "100%", "a % b", "'",
      "\"",      "`id`",     "\\", "\\n", "{",    "}",     "{/=20 x}",
      "@x",      "^2",       "_1", "&",   "<b>",  "]]>",   "\n",
      "\t",      "\x1b[31m", "😀",  "é",   "日本", "\xff",  "\xe2\x80\xae",
      "$class0", "#",        "END"};
  Rng rng = make_rng(17);
  std::uniform_int_distribution<std::size_t> one(0, pieces.size() - 1);
  std::vector<std::string> names = pieces;
  for (int k = 0; k < 40; ++k)
    names.push_back(pieces[one(rng)] + pieces[one(rng)] + pieces[one(rng)]);
  names.emplace_back(10000, '%');
  names.push_back("x" + std::string(10000, '{'));
  return names;
}

/// As text of a picture.
std::string drawn(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return ">" + text + "<";
}

/// Figures of every kind that show these names, and how many signs of a name they have room for.
std::vector<std::pair<Picture, Index>> figures_of(const std::vector<std::string>& names) {
  const std::string title = names.front();
  const auto count = std::ssize(names);
  Scatter scatter{.title = title, .x_label = title, .y_label = title, .names = names};
  scatter.points = Matrix::Identity(2, count);
  Lines lines{.title = title, .x_label = title, .y_label = title, .marker = Marker{0.5, title}};
  Bars bars{.title = title, .value_label = title, .names = names};
  Grid grid{.title = title, .x_label = title, .y_label = title, .names = names};
  grid.counts = Matrix::Identity(count, count);
  for (Index k = 0; k < count; ++k) {
    scatter.classes.push_back(k);
    lines.curves.push_back({.name = names[static_cast<std::size_t>(k)], .x = {0, 1}, .y = {1, 2}});
    bars.values.push_back(1);
  }
  return {{scatter, 28}, {lines, 28}, {bars, 28}, {grid, 12}};
}

TEST(Picture, DrawsHostileNamesAsTheyAreInEveryFigure) {
  const std::vector<std::string> all = hostile_names();
  constexpr std::size_t some = 15;
  for (std::size_t begin = 0; begin < all.size(); begin += some) {
    const auto rest = std::span(all).subspan(begin);
    const auto chosen = rest.first(std::min(some, rest.size()));
    const std::vector<std::string> names(chosen.begin(), chosen.end());
    for (const auto& [picture, room] : figures_of(names)) {
      const std::string svg = draw_svg(picture);
      EXPECT_EQ(malformation(svg), "");
      for (const std::string& name : shortened(names, room)) {
        EXPECT_TRUE(contains(svg, drawn(name))) << name << " in figure " << picture.index();
      }
    }
  }
}

TEST(Picture, CutsNamesTooLongForTheKey) {
  Scatter s = three_classes();
  s.names[0] = std::string(100, 'w');
  const std::string svg = draw_svg(s);
  EXPECT_TRUE(contains(svg, std::string(27, 'w') + "…"));
  EXPECT_FALSE(contains(svg, std::string(28, 'w')));
}

TEST(Picture, DifferentPicturesShareNoId) {
  const std::string a = draw_svg(three_classes());
  Scatter other = three_classes();
  other.title = "after";
  const std::string b = draw_svg(other);
  const std::set<std::string> in_a = ids(a), in_b = ids(b);
  EXPECT_FALSE(in_a.empty());
  for (const std::string& id : in_a) EXPECT_FALSE(in_b.contains(id)) << id;
  for (const std::string& id : values_after(a, "href='#")) EXPECT_TRUE(in_a.contains(id)) << id;
}

TEST(Picture, EqualPicturesGiveEqualText) {
  EXPECT_EQ(draw_svg(three_classes()), draw_svg(three_classes()));
}

TEST(Picture, DrawsPointsThatCoincide) {
  EXPECT_NO_THROW(draw_svg(Scatter{.points = Matrix::Ones(2, 5)}));
  EXPECT_NO_THROW(draw_svg(Scatter{.points = Matrix::Constant(2, 1, 1e9)}));
}

TEST(Picture, DrawsLinesWithLogarithmicAxisWhereValuesSpanDecades) {
  Lines lines{.title = "objective", .curves = {{.name = "f", .x = {0, 1, 2}, .y = {1, 0.5, 0.2}}}};
  const std::string flat = draw_svg(lines);
  EXPECT_TRUE(contains(flat, "0.2"));
  lines.curves[0].y = {1000, 1, 1e-5};
  const std::string steep = draw_svg(lines);
  EXPECT_TRUE(contains(steep, "1e-0"));
  EXPECT_EQ(malformation(steep), "");
  lines.curves[0].y[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NO_THROW(draw_svg(lines));
}

TEST(Picture, DrawsBarsWithNamesAndSpread) {
  const std::string svg = draw_svg(Bars{.title = "error",
                                        .value_label = "5-NN error",
                                        .values = {0.25, 0.125},
                                        .names = {"euclidean", "<itml>"},
                                        .spread = {0.01, 0.02}});
  for (const std::string text : {"euclidean", "&lt;itml>", "0.25", "0.125", "5-NN error"}) {
    EXPECT_TRUE(contains(svg, text)) << text;
  }
  EXPECT_EQ(malformation(svg), "");
}

TEST(Picture, DrawsNumberedBars) {
  EXPECT_EQ(malformation(draw_svg(Bars{.title = "spectrum", .values = {3, 2, 0}})), "");
  EXPECT_NO_THROW(draw_svg(Bars{.values = {0}}));
  EXPECT_NO_THROW(draw_svg(Bars{.values = {-1, 2}}));
}

TEST(Picture, RefusesWhatCannotBeDrawn) {
  EXPECT_THROW(draw_svg(Scatter{}), Error);
  EXPECT_THROW(draw_svg(Lines{}), Error);
  EXPECT_THROW(draw_svg(Bars{}), Error);
  Scatter s = three_classes();
  s.classes[5] = 3;
  EXPECT_THROW(draw_svg(s), Error);
  s = three_classes();
  s.points(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(draw_svg(s), Error);
  EXPECT_THROW(draw_svg(Bars{.values = {1, 2}, .names = {"a"}}), Error);
}

TEST(Picture, SaysWhatToInstallWhereThereIsNoGnuplot) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    draw_svg(three_classes());
    ADD_FAILURE() << "drawn by whom?";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "gnuplot is needed to draw pictures; install gnuplot-nox");
  }
  setenv("PATH", path.c_str(), 1);
}

}  // namespace mahala::test::picture_test
