/// @file
/// Whether the text of pictures can be read: what stands side by side does not touch, and
/// nothing sticks out.
#include "mahala/report/picture/axis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mahala/report/picture/picture.hpp"
#include "mahala/report/picture/script.hpp"
#include "mahala/report/picture/text.hpp"
#include "tests/report/well_formed.hpp"

namespace mahala::test::axis_test {
namespace {

struct Text {
  std::string words = {};
  double left = 0, right = 0, y = 0;
};

/// A piece of text as the browser will about place it, with letters of half their height.
Text text_of(const std::string& group) {
  const std::string place = values_after(group, "translate(").at(0);
  const std::string anchor = values_after(group, "text-anchor=\"").at(0);
  const double size = std::stod(values_after(group, "font-size=\"").at(0));
  const auto begin = group.find("<text>") + 6;
  Text text{.words = group.substr(begin, group.find("</text>") - begin)};
  text.words.erase(0, text.words.find_first_not_of(' '));
  const double x = std::stod(place), width = 0.5 * size * double(display_width(text.words));
  text.left = x - (anchor == "end" ? width : anchor == "middle" ? width / 2 : 0);
  text.right = text.left + width;
  text.y = std::stod(place.substr(place.find(',') + 1));
  return text;
}

/// All level text.
std::vector<Text> texts(const std::string& svg) {
  std::vector<Text> found;
  for (auto at = svg.find("<g transform"); at < svg.size(); at = svg.find("<g transform", at + 1)) {
    const std::string group = svg.substr(at, svg.find("</g>", at) - at);
    if (contains(group, "<text>") && !contains(group, "rotate")) found.push_back(text_of(group));
  }
  return found;
}

const Text* find_text(const std::vector<Text>& all, const std::string& words) {
  const auto at = std::find_if(all.begin(), all.end(), [&](auto& t) { return t.words == words; });
  return at == all.end() ? nullptr : &*at;
}

/// The numbers below the plot, from left to right: those level with the zero that is lowest.
std::vector<Text> bottom_numbers(const std::vector<Text>& all) {
  double lowest = 0;
  for (const Text& text : all) {
    if (text.words == "0") lowest = std::max(lowest, text.y);
  }
  std::vector<Text> numbers;
  for (const Text& text : all) {
    if (text.y == lowest) numbers.push_back(text);
  }
  return numbers;
}

void expect_readable(const std::string& svg) {
  const std::vector<Text> all = texts(svg), numbers = bottom_numbers(all);
  for (const Text& text : all) {
    EXPECT_GE(text.left, 0) << text.words;
    EXPECT_LE(text.right, double(picture_width)) << text.words;
  }
  EXPECT_GE(numbers.size(), 3u);
  EXPECT_LE(numbers.size(), 12u);
  for (std::size_t k = 1; k < numbers.size(); ++k) {
    EXPECT_GT(numbers[k].left, numbers[k - 1].right + 5)
        << numbers[k - 1].words << " " << numbers[k].words;
  }
}

Lines slope(double low, double high) {
  return {.title = "slope", .curves = {{.name = "f", .x = {low, high}, .y = {0, 100}}}};
}

}  // namespace

TEST(Axis, NumbersOfLinesStandApartHoweverLong) {
  for (const double high : {1.0, 7.3, 99.0, 10400.0, 20924.0, 173762.0, 4e9, 3e-5}) {
    SCOPED_TRACE(high);
    expect_readable(draw_svg(slope(0, high)));
    expect_readable(draw_svg(slope(-high, high)));
  }
}

TEST(Axis, NumbersOfScatterPicturesStandApartHoweverLong) {
  for (const double high : {1.0, 173762.0, 3e-4, 3e-5}) {
    SCOPED_TRACE(high);
    Matrix corners(2, 2);
    corners << -high, high, -high, high;
    expect_readable(draw_svg(Scatter{.points = corners}));
  }
}

TEST(Axis, LyingBarsOfLongNamesHaveRoomForNumbersAndTitle) {
  for (const double value : {1.74, 27.0, 999.0, 18846.0, 123456.7}) {
    SCOPED_TRACE(value);
    expect_readable(draw_svg(Bars{.title = "most influential features",
                                  .value_label = "stretch (1 = on average)",
                                  .values = {value, value / 3},
                                  .names = {"od280_od315_of_diluted_wines_", "hue"}}));
  }
}

TEST(Axis, CountsAreWrittenInFull) {
  const auto all = texts(draw_svg(Bars{.values = {18846, 0.12345}, .names = {"a", "b"}}));
  EXPECT_TRUE(find_text(all, "18846"));
  EXPECT_TRUE(find_text(all, "0.123"));
}

TEST(Axis, AMarkIsNamedInsideThePicture) {
  for (const double place : {0.0, 0.4, 0.6, 1.0, 1.2}) {
    Lines lines = slope(0, 1);
    lines.marker = Marker{place, "threshold"};
    const std::string svg = draw_svg(lines);
    expect_readable(svg);
    EXPECT_TRUE(find_text(texts(svg), "threshold"));
  }
}

TEST(Axis, SharesEndAtAHundred) {
  const auto all = texts(draw_svg(slope(0, 1)));
  EXPECT_TRUE(find_text(all, "100"));
  EXPECT_FALSE(find_text(all, "110"));
  EXPECT_FALSE(find_text(all, "120"));
}

TEST(Axis, DrawsARangeWithoutExtent) {
  for (const double place : {0.0, 5.0, -1e20, 1e-300}) {
    EXPECT_NO_THROW(draw_svg(slope(place, place))) << place;
  }
}

}  // namespace mahala::test::axis_test
