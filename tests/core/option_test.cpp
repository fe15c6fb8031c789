#include "mahala/core/option.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test {

enum class Colour { red, dark_blue, green };

}  // namespace mahala::test

namespace mahala {

template <>
inline constexpr std::array<std::string_view, 3> names_of<test::Colour> = {"red", "dark-blue",
                                                                           "green"};

}  // namespace mahala

namespace mahala::test::option_test {

struct Settings {
  Index rank = 5;
  double step = 0.1;
  bool centred = true;
  std::string start = "pca";

  Options described() {
    return {{"rank", &rank, "rank", at_least(1)},
            {"step", &step, "step", positive()},
            {"centred", &centred, "centre first"},
            {"start", &start, "start", {}, {"pca", "random"}}};
  }
};

TEST(Option, SetsFieldsOfEveryKind) {
  Settings s;
  set(s.described(), "rank=7");
  set(s.described(), "step=1e-3");
  set(s.described(), "centred=false");
  set(s.described(), "start", "random");
  EXPECT_EQ(s.rank, 7);
  EXPECT_EQ(s.step, 1e-3);
  EXPECT_FALSE(s.centred);
  EXPECT_EQ(s.start, "random");
}

struct Refusal {
  std::string assignment, message;
};

class OptionRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(OptionRefuses, WithAMessageThatNamesTheCulprit) {
  Settings s;
  try {
    set(s.described(), GetParam().assignment);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    BadValues, OptionRefuses,
    testing::Values(
        Refusal{"rank=0", "option rank: 0 is below 1"},
        Refusal{"rank=2.5", "option rank: '2.5' is not an integer"},
        Refusal{"rank=", "option rank: '' is not an integer"},
        Refusal{"rank=99999999999999999999",
                "option rank: '99999999999999999999' is not an integer"},
        Refusal{"step=0", "option step: 0 is not above 0"},
        Refusal{"step=nan", "option step: nan is not finite"},
        Refusal{"step=fast", "option step: 'fast' is not a number"},
        Refusal{"centred=yes", "option centred: 'yes' is not true or false"},
        Refusal{"start=pac", "option start: 'pac' is not one of pca, random; did you mean 'pca'?"},
        Refusal{"rnk=3",
                "there is no option 'rnk'; did you mean 'rank'? (there are: rank, step, "
                "centred, start)"},
        Refusal{"rank", "'rank' is not of the form option=value"},
        Refusal{"=3", "'=3' is not of the form option=value"}));

TEST(Option, ThatWasChangedAndDoesNotCountIsRefused) {
  Settings s, untouched;
  const auto conditional = [](Settings& settings) {
    Options options = settings.described();
    options[1] = only_if({options[1]}, {"start", {"random"}}).front();
    return options;
  };
  EXPECT_NO_THROW(check_used(conditional(s), conditional(untouched)));
  s.step = 0.2;
  try {
    check_used(conditional(s), conditional(untouched));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "option step: counts only with start=random");
  }
  s.start = "random";
  EXPECT_NO_THROW(check_used(conditional(s), conditional(untouched)));
}

TEST(Option, ShowsValuesThatReadBack) {
  Settings s;
  s.step = 0.1 + 0.2;
  Settings again;
  for (const Option& option : s.described()) set(again.described(), option.name, value(option));
  EXPECT_EQ(again.step, s.step);
}

TEST(Option, SaysWhatItAccepts) {
  Settings s;
  const Options options = s.described();
  EXPECT_EQ(domain(options[0]), "integer >= 1");
  EXPECT_EQ(domain(options[1]), "number > 0");
  EXPECT_EQ(domain(options[2]), "true or false");
  EXPECT_EQ(domain(options[3]), "one of pca, random");
}

TEST(Option, OfAnEnumIsSetAndShownByItsWords) {
  Colour colour = Colour::red;
  const Options options = {{"colour", &colour, "of everything"}};
  EXPECT_EQ(domain(options[0]), "one of red, dark-blue, green");
  set(options, "colour=dark-blue");
  EXPECT_EQ(colour, Colour::dark_blue);
  EXPECT_EQ(value(options[0]), "dark-blue");
  EXPECT_EQ(error_message([&] { set(options, "colour=gren"); }),
            "option colour: 'gren' is not one of red, dark-blue, green; did you mean 'green'?");
  EXPECT_EQ(fmt::format("{}", colour), "dark-blue");
}

TEST(Option, OfAnEnumMayTakeSomeOfItsValuesOnly) {
  Colour colour = Colour::green;
  const Options options = {
      {"colour", &colour, "of everything", {}, one_of(Colour::red, Colour::dark_blue)}};
  EXPECT_EQ(domain(options[0]), "one of red, dark-blue");
  EXPECT_EQ(error_message([&] { check(options); }),
            "option colour: 'green' is not one of red, dark-blue");
}

TEST(Option, ANumberMayStandInPlaceOfAChoice) {
  std::string text = "1";
  const Options options = {{"weight", &text, "what it weighs", positive(), {"inf", "auto"}}};
  EXPECT_EQ(domain(options[0]), "number > 0 or inf or auto");
  for (const char* good : {"auto", "inf", "0.5", "1e-3"}) {
    set(options, "weight", good);
    EXPECT_EQ(text, good);
  }
  const auto message = [&](const char* bad) {
    try {
      set(options, "weight", bad);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("many"), "option weight: 'many' is not a number nor inf or auto");
  EXPECT_EQ(message("0"), "option weight: 0 is not above 0");
}

}  // namespace mahala::test::option_test
