#include "mahala/data/constraints/constraint_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::constraint_file_test {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Four samples with the labels sport, news, "a b" and sport.
Dataset four() {
  return {.x = Samples(Matrix(Matrix::Identity(2, 4))),
          .labels = Labels::from_names(std::vector<std::string>{"sport", "news", "a b", "sport"})};
}

Dataset four_with_ids(std::vector<std::string> ids = {"p", "q", "r", "0"}) {
  Dataset data = four();
  data.ids = std::move(ids);
  return data;
}

class ConstraintFile : public testing::Test {
 protected:
  TemporaryDirectory folder;

  template <class List>
  List read(Supervision kind, std::string_view text, const Dataset& data = four()) const {
    return std::get<List>(read_constraints(kind, folder.write("c.csv", text), data));
  }
  std::string error_of(Supervision kind, std::string_view text,
                       const Dataset& data = four()) const {
    const auto path = folder.write("c.csv", text);
    return folder.without_root(error_message([&] { read_constraints(kind, path, data); }));
  }
  std::string written(const Constraints& constraints, const Dataset& data) const {
    write_constraints(constraints, data, folder.path("w.csv"));
    return folder.read("w.csv");
  }
};

TEST_F(ConstraintFile, PairsCompareSquaredDistances) {
  EXPECT_THAT(
      read<Pairs>(Supervision::pairs, "i,j,relation,value\n0,1,=,2.5\n1,2,<=,1\n3,0,>=,4\n"),
      ElementsAre(FieldsAre(0, 1, Relation::equal, 2.5, 1),
                  FieldsAre(1, 2, Relation::at_most, 1, 1),
                  FieldsAre(3, 0, Relation::at_least, 4, 1)));
}

TEST_F(ConstraintFile, ColumnsComeInAnyOrder) {
  EXPECT_THAT(read<Pairs>(Supervision::pairs, "weight,value,j,relation,i\r\n3,2,1,=,0\r\n"),
              ElementsAre(FieldsAre(0, 1, Relation::equal, 2, 3)));
  EXPECT_THAT(read<Pairs>(Supervision::pairs, "i\tj\trelation\tvalue\n0\t1\t=\t2\n"),
              ElementsAre(FieldsAre(0, 1, Relation::equal, 2, 1)));
}

TEST_F(ConstraintFile, PairsMaySayNoMoreThanSameOrDifferent) {
  for (const std::string_view words :
       {"1 0", "+1 -1", "1.0 0.0", "true false", "True False", "yes no", "YES NO", "same different",
        "must-link cannot-link", "must_link cannot_link"}) {
    const auto cut = words.find(' ');
    for (const std::string_view column : {"same", "relation"}) {
      const Pairs read = this->read<Pairs>(
          Supervision::pairs, fmt::format("{},j,i\n{},1,0\n{},3,2\n", column, words.substr(0, cut),
                                          words.substr(cut + 1)));
      ASSERT_EQ(read.size(), 2u);
      EXPECT_TRUE(read[0].is_open() && read[1].is_open());
      EXPECT_EQ(read[0].relation, Relation::at_most) << words;
      EXPECT_EQ(read[1].relation, Relation::at_least) << words;
      EXPECT_EQ(read[0].i, 0);
      EXPECT_EQ(read[1].j, 3);
    }
  }
}

TEST_F(ConstraintFile, SamePairsMayHaveValuesAndWeights) {
  EXPECT_THAT(
      read<Pairs>(Supervision::pairs, "i,j,same,value,weight\np,q,yes,2,3\n", four_with_ids()),
      ElementsAre(FieldsAre(0, 1, Relation::at_most, 2, 3)));
}

TEST_F(ConstraintFile, PairsToBeScoredMaySayMore) {
  const auto path = folder.write("s.csv", "same,i,j\n1,0,1\n0,2,2\n");
  EXPECT_THAT(read_sample_pairs(path, four(), four()),
              ElementsAre(testing::Pair(0, 1), testing::Pair(2, 2)));
}

TEST_F(ConstraintFile, PairsToBeScoredMakeSenseToo) {
  const Dataset one = four(), other = four();
  for (const auto& [text, message] :
       {std::pair("i,j,same\n0,1,perhaps\n", "s.csv:2: column 'same': 'perhaps' is neither"),
        std::pair("i,j,weight\n0,1,nan\n", "s.csv:2: column 'weight': 'nan' is not a number")}) {
    const auto path = folder.write("s.csv", text);
    EXPECT_THAT([&] { read_sample_pairs(path, one, other); },
                ThrowsMessage<Error>(HasSubstr(message)));
  }
  const auto path = folder.write("s.csv", "i,j,same\n0,1,1\n1,0,0\n");
  EXPECT_EQ(read_sample_pairs(path, one, other).size(), 2);  // 0 and 1 are others on either side
  EXPECT_THAT([&] { read_sample_pairs(path, one, one); },
              ThrowsMessage<Error>(HasSubstr("s.csv:3: samples 1 and 0 are different here")));
}

TEST_F(ConstraintFile, TripletsMayHaveWeights) {
  EXPECT_THAT(read<Triplets>(Supervision::triplets, "query,near,far,weight\n0,1,2,0.5\n"),
              ElementsAre(FieldsAre(0, 1, 2, 0.5)));
  EXPECT_THAT(read<Triplets>(Supervision::triplets, "query,near,far\n0,1,2\n"),
              ElementsAre(FieldsAre(0, 1, 2, 1)));
}

TEST_F(ConstraintFile, ListsAreSeparatedBySemicolons) {
  EXPECT_THAT(read<NearFarSets>(Supervision::sets, "query,near,far\n0,1; 2,3\n"),
              ElementsAre(FieldsAre(0, ElementsAre(1, 2), ElementsAre(3))));
  const Index sport = four().labels.id("sport"), spaced = four().labels.id("a b");
  EXPECT_THAT(read<Rankings>(Supervision::rankings, "sample,relevant\n3,sport;a b\n"),
              ElementsAre(FieldsAre(3, ElementsAre(sport, spaced))));
}

TEST_F(ConstraintFile, AnIdNamesItsSampleEvenIfItLooksLikeAnIndex) {
  EXPECT_THAT(read<Triplets>(Supervision::triplets, "query,near,far\nq,0,2\n", four_with_ids()),
              ElementsAre(FieldsAre(1, 3, 2, 1)));
}

TEST_F(ConstraintFile, AHeaderAloneIsRefusedByKind) {
  EXPECT_EQ(error_of(Supervision::pairs, "i,j,relation,value\n"), "c.csv: holds no pairs");
  EXPECT_EQ(error_of(Supervision::triplets, "query,near,far\n \n"), "c.csv: holds no triplets");
  EXPECT_EQ(error_of(Supervision::sets, "query,near,far\n"), "c.csv: holds no sets");
  EXPECT_EQ(error_of(Supervision::rankings, "sample,relevant\n"), "c.csv: holds no rankings");
}

TEST_F(ConstraintFile, FormsAddUpTheTermsOfTheirLines) {
  const auto samples = read<Forms>(Supervision::forms,
                                   "form,relation,value,factor,i,j\n"
                                   "a,<=,-1,1,0,1\nb,=,2,0.5,3,origin\na,<=,-1,-1,2,3\n");
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].terms.size(), 2u);
  EXPECT_EQ(samples[0].terms[1].factor, -1);
  EXPECT_EQ(samples[0].value, -1);
  EXPECT_EQ(samples[1].terms[0].j, origin);
  EXPECT_EQ(samples[1].relation, Relation::equal);
  Dataset named = four();
  named.features = {"width", "length"};
  const auto features = read<Forms>(Supervision::forms,
                                    "form,relation,value,weight,factor,row,column\n"
                                    "1,>=,2,3,0.5,width,length\n1,>=,2,3,0.5,1,0\n",
                                    named);
  ASSERT_EQ(features.size(), 1u);
  EXPECT_TRUE(features[0].of_features);
  EXPECT_EQ(features[0].weight, 3);
  EXPECT_EQ(features[0].terms[0].i, 0);
  EXPECT_EQ(features[0].terms[1].i, 1);
  for (const Forms& forms : {samples, features}) {
    const auto again = read<Forms>(Supervision::forms, written(forms, named), named);
    ASSERT_EQ(again.size(), forms.size());
    EXPECT_EQ(again[0].terms.size(), forms[0].terms.size());
    EXPECT_EQ(fingerprint(again), fingerprint(forms));
  }
}

struct Refusal {
  Supervision kind;
  std::string_view text, message;
};

TEST_F(ConstraintFile, SaysWhereAndWhyItRefuses) {
  const Refusal refusals[] = {
      {Supervision::pairs, "",
       "c.csv: is empty; expected the header i,j,same[,value][,weight] or "
       "i,j,relation[,value][,weight]"},
      {Supervision::pairs, "i,j,value\n",
       "c.csv:1: no column 'same' or 'relation', which says whether the samples of a pair are "
       "alike"},
      {Supervision::pairs, "i,j,same,relation\n",
       "c.csv:1: columns 'same' and 'relation' both say what a pair is: one of them is enough"},
      {Supervision::pairs, "i,j,relation,size\n",
       "c.csv:1: unknown column 'size'; pairs have the header i,j,same[,value][,weight] or "
       "i,j,relation[,value][,weight]"},
      {Supervision::pairs, "i,same\n",
       "c.csv:1: no column 'j'; pairs have the header i,j,same[,value][,weight] or "
       "i,j,relation[,value][,weight]"},
      {Supervision::pairs, "i,j,same\n0,1,maybe\n",
       "c.csv:2: column 'same': 'maybe' is neither 1 (+1, true, yes, same, must-link) nor 0 (-1, "
       "false, no, different, cannot-link)"},
      {Supervision::pairs, "i,j,relation\n0,1,=\n",
       "c.csv:2: column 'relation': '=' is a measured distance and needs a column 'value'"},
      {Supervision::pairs, "i,j,same\n0,origin,1\n",
       "c.csv:2: column 'j': the squared length of a sample needs a column 'value'"},
      {Supervision::pairs, "i,j,same\n0,1,1\n2,3,0\n1,0,no\n",
       "c.csv:4: samples 1 and 0 are different here, which contradicts line 2: the same"},
      {Supervision::pairs, "i,j,relation,value\n0,1,>=,4\n0,1,<=,1\n",
       "c.csv:3: samples 0 and 1 are at most 1 here, which contradicts line 2: at least 4"},
      {Supervision::pairs, "i,j,same,weight\n0,1,1,NaN\n",
       "c.csv:2: column 'weight': 'NaN' is not a number"},
      {Supervision::triplets, "query,near,far\n0,1,2\n1,1,2\n",
       "c.csv:3: sample 1 is compared with itself"},
      {Supervision::triplets, "query,near,far\n0,2,2\n",
       "c.csv:2: sample 2 is near and far at once"},
      {Supervision::triplets, "query,near,far\n0,1,2\n3,1,2\n0,2,1\n",
       "c.csv:4: sample 0 is nearer to 2 than to 1 here, which contradicts line 2"},
      {Supervision::sets, "query,near,far\n0,1;3,2\n1,0,2\n0,2,1\n",
       "c.csv:4: what is near to sample 0 and what is far contradicts line 2"},
      {Supervision::triplets, "query,near,far,weight\n0,1,2,nan\n",
       "c.csv:2: column 'weight': 'nan' is not a number"},
      {Supervision::sets, "query,near,far\n0,1;2,3;2\n",
       "c.csv:2: sample 2 is near and far at once"},
      {Supervision::sets, "query,near,far\n0,1;0,3\n", "c.csv:2: sample 0 is compared with itself"},
      {Supervision::sets, "query,near,far,weight\n",
       "c.csv:1: unknown column 'weight'; sets have the header query,near,far"},
      {Supervision::sets, "query,near,near\n", "c.csv:1: column 'near' occurs twice"},
      {Supervision::pairs, "i,j,relation,value\n0,1,=,1\n0,1,=\n", "c.csv:3: 3 cells, expected 4"},
      {Supervision::pairs, "i,j,relation,value\n0,900,=,1\n",
       "c.csv:2: column 'j': sample 900 of 4"},
      {Supervision::pairs, "i,j,relation,value\n-1,2,=,1\n", "c.csv:2: column 'i': sample -1 of 4"},
      {Supervision::pairs, "i,j,relation,value\n0,bob,=,1\n",
       "c.csv:2: column 'j': 'bob' is not the index of a sample"},
      {Supervision::pairs, "i,j,relation,value\n0,1,==,1\n",
       "c.csv:2: column 'relation': '==' is not =, <= (same, must-link, 1, +1) or >= (different, "
       "cannot-link, 0, -1)"},
      {Supervision::pairs, "i,j,relation,value\n0,1,=,-1\n",
       "c.csv:2: column 'value': -1 is negative"},
      {Supervision::pairs, "i,j,relation,value\n0,1,=,inf\n",
       "c.csv:2: column 'value': 'inf' is not finite"},
      {Supervision::pairs, "i,j,relation,value\n0,1,=,\n",
       "c.csv:2: column 'value': missing value"},
      {Supervision::pairs, "i,j,relation,value\n0,1,=,x\n",
       "c.csv:2: column 'value': 'x' is not a number"},
      {Supervision::pairs, "i,j,relation,value,weight\n0,1,=,1,-2\n",
       "c.csv:2: column 'weight': -2 is negative"},
      {Supervision::pairs, "i,j,relation,value\n1,1,=,1\n",
       "c.csv:2: columns 'i' and 'j': sample 1 is paired with itself"},
      {Supervision::sets, "query,near,far\n0,1;;2,3\n",
       "c.csv:2: column 'near': '' is not the index of a sample"},
      {Supervision::rankings, "sample,relevant\n0,sprot\n",
       "c.csv:2: column 'relevant': there is no label 'sprot'; did you mean 'sport'?"},
      {Supervision::forms, "form,relation,value,factor,i,column\n",
       "c.csv:1: terms are of samples (columns 'i' and 'j') or of features ('row' and 'column')"},
      {Supervision::forms, "form,relation,value,factor,i,j\na,=,1,1,0,1\na,=,2,1,0,2\n",
       "c.csv:3: form 'a': relation, value and weight are not those of line 2"},
      {Supervision::forms, "form,relation,value,factor,i,j\na,=,1,1,2,2\n",
       "c.csv:2: columns 'i' and 'j': sample 2 is paired with itself"},
      {Supervision::forms, "form,relation,value,factor,row,column\na,=,1,1,0,7\n",
       "c.csv:2: column 'column': feature 7 of 2"},
      {Supervision::forms, "form,relation,value,factor,row,column\na,=,1,x,0,1\n",
       "c.csv:2: column 'factor': 'x' is not a number"},
      {Supervision::labels, "", "there are no files of constraints called 'labels'"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_EQ(error_of(refusal.kind, refusal.text), refusal.message) << refusal.text;
  }
}

TEST_F(ConstraintFile, UnknownIdsAreNamed) {
  EXPECT_EQ(error_of(Supervision::triplets, "query,near,far\np,q,bob\n", four_with_ids()),
            "c.csv:2: column 'far': 'bob' is not the id or index of a sample");
}

TEST_F(ConstraintFile, IsWrittenByIdWhereThereAreIds) {
  const Pairs pairs = {{0, 3, Relation::at_most, 0.1, 1}};
  EXPECT_EQ(written(pairs, four()), "i,j,relation,value\n0,3,<=,0.1\n");
  EXPECT_EQ(written(pairs, four_with_ids()), "i,j,relation,value\np,0,<=,0.1\n");
  EXPECT_EQ(written(Pairs{{0, 3, Relation::at_least, open_bound}}, four_with_ids()),
            "i,j,same\np,0,0\n");
}

TEST_F(ConstraintFile, WeightsAreWrittenOnlyWhereTheyMatter) {
  EXPECT_EQ(written(Triplets{{0, 1, 2, 1}}, four()), "query,near,far\n0,1,2\n");
  EXPECT_EQ(written(Triplets{{0, 1, 2, 2}}, four()), "query,near,far,weight\n0,1,2,2\n");
}

TEST_F(ConstraintFile, EveryKindReadsBackEqual) {
  const Constraints all[] = {
      Pairs{{0, 1, Relation::equal, 1.0 / 3, 0.1}, {2, 1, Relation::at_least, 1e300, 0}},
      Pairs{{0, 1, Relation::at_most, open_bound, 0.1}, {2, 1, Relation::at_least, open_bound, 1}},
      Triplets{{0, 1, 2, 1}, {3, 2, 1, 1e-9}},
      NearFarSets{{0, {1, 2}, {3}}, {1, {}, {0}}},
      Rankings{{0, {0, 2}}, {3, {}}},
  };
  for (const Dataset& data : {four(), four_with_ids({"1", "a,b", "c\"d", " e"})}) {
    for (const Constraints& constraints : all) {
      const std::string text = written(constraints, data);
      const Constraints again = read_constraints(kind(constraints), folder.path("w.csv"), data);
      EXPECT_EQ(written(again, data), text);
      EXPECT_EQ(count(again), count(constraints));
    }
  }
}

TEST_F(ConstraintFile, NamesThatWouldReadBackAsSeveralAreRefused) {
  EXPECT_EQ(error_message([&] {
              written(NearFarSets{{0, {1}, {2}}}, four_with_ids({"a", "b;c", "d", "e"}));
            }),
            "'b;c' cannot be written in a list: it holds a semicolon");
  EXPECT_EQ(error_message([&] { written(Nothing{}, four()); }),
            "there are no constraints to write");
}

}  // namespace
}  // namespace mahala::test::constraint_file_test
