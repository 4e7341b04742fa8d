#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/data/encoding.hpp>
#include <unit/input_error.hpp>

namespace lehr {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

// Means 2 and 30, standard deviations 1 and 10.
Encoding with_header() {
  return encode_training_table(parse_table("a,b,label\n1,20,no\n2,30,yes\n3,40,no\n", "train.csv")).encoding;
}

// The label stands in the middle; the last column is constant.
Encoding without_header() {
  const Table table = parse_table("1,0,20,7\n2,1,30,7\n3,0,40,7\n", "train.csv");
  return encode_training_table(table, {.label = "2"}).encoding;
}

Encoding with_categories() {
  const Table table = parse_table("c,a,label\n1,5,0\n2,6,1\n2,7,1\n", "train.csv");
  return encode_training_table(table, {.categorical = {"c"}, .standardize = false}).encoding;
}

AppliedTable apply(const Encoding& encoding, std::string_view text, Labels labels = Labels::ignore) {
  return apply_encoding(encoding, parse_table(text, "new.csv"), labels);
}

std::string refusal(const Encoding& encoding, std::string_view text, Labels labels = Labels::ignore) {
  return input_error([&] { apply(encoding, text, labels); });
}

TEST(ApplyEncoding, ReusesTheTrainingTablesMeanAndScale) {
  const AppliedTable result = apply(with_header(), "a,b\n2,50\n");
  EXPECT_EQ(result.data.inputs, (Numbers{0, 2}));
  EXPECT_EQ(result.data.feature_names, (Names{"a", "b"}));
  EXPECT_TRUE(result.data.responses.value.empty());
  EXPECT_TRUE(result.notes.empty());
}

TEST(ApplyEncoding, MatchesColumnsByNameInAnyOrder) {
  EXPECT_EQ(apply(with_header(), "b,label,a\n50,yes,2\n").data.inputs, (Numbers{0, 2}));
}

TEST(ApplyEncoding, DoesNotLookAtLabelsUnlessAsked) {
  EXPECT_TRUE(apply(with_header(), "a,b,label\n1,2,\n").data.responses.value.empty());
}

TEST(ApplyEncoding, ReadsLabelsOfOneClassWithTheLearnedMeaning) {
  EXPECT_EQ(apply(with_header(), "a,b,label\n1,2,no\n3,4,no\n", Labels::require).data.responses.value, (Numbers{0, 0}));
}

TEST(ApplyEncoding, NotesTheColumnsItIgnores) {
  EXPECT_EQ(apply(with_header(), "id,a,b,label,z\n9,1,2,no,8\n").notes,
            (Names{"new.csv: ignored columns 'id' and 'z'"}));
}

TEST(ApplyEncoding, MatchesByPositionWithTheLabelColumn) {
  const AppliedTable result = apply(without_header(), "2,1,50,7\n", Labels::require);
  EXPECT_EQ(result.data.inputs, (Numbers{0, 2}));
  EXPECT_EQ(result.data.responses.value, (Numbers{1}));
}

TEST(ApplyEncoding, MatchesByPositionWithoutTheLabelColumn) {
  EXPECT_EQ(apply(without_header(), "2,50,7\n").data.inputs, (Numbers{0, 2}));
}

TEST(ApplyEncoding, MatchesByPositionIfOnlyOneTableHasAHeader) {
  const AppliedTable result = apply(with_header(), "2,50\n");
  EXPECT_EQ(result.data.inputs, (Numbers{0, 2}));
  EXPECT_EQ(result.notes, (Names{"new.csv: columns are matched by position, because this table has no header"}));
  EXPECT_EQ(apply(without_header(), "p,q,r\n2,50,7\n").notes[0],
            "new.csv: columns are matched by position, because the training table has no header");
}

TEST(ApplyEncoding, MatchesTheGeneratedNamesOfATrainingTableWithoutAHeader) {
  EXPECT_EQ(apply(without_header(), "x3,x1\n50,2\n").data.inputs, (Numbers{0, 2}));
}

TEST(ApplyEncoding, EncodesCategoriesAndComparesNumericOnesAsNumbers) {
  EXPECT_EQ(apply(with_categories(), "c,a\n2.0,5\n1,5\n").data.inputs, (Numbers{0, 1, 1, 0, 5, 5}));
}

TEST(ApplyEncoding, RefusesACategoryThatTrainingHasNotSeen) {
  EXPECT_EQ(refusal(with_categories(), "a,c\n5,2\n5,3\n"),
            "new.csv, line 3, column 2 (c): '3' is not a category of the model ('1' and '2')");
}

TEST(ApplyEncoding, RefusesAMissingFeature) {
  EXPECT_EQ(refusal(with_header(), "a,c\n1,2\n"),
            "new.csv: the model needs column 'b', missing here; the columns are 'a' and 'c'");
}

TEST(ApplyEncoding, RefusesTooFewColumnsByPosition) {
  EXPECT_EQ(refusal(without_header(), "1,2\n"),
            "new.csv: the table has 2 columns, the training table had 4 with the label; without a header in both, all "
            "must be there in the same order");
}

TEST(ApplyEncoding, RefusesAMissingLabelColumn) {
  EXPECT_EQ(refusal(with_header(), "a,b\n1,2\n", Labels::require), "new.csv: the label column 'label' is missing");
  EXPECT_EQ(refusal(without_header(), "1,2,7\n", Labels::require), "new.csv: the label column 'x2' is missing");
}

TEST(ApplyEncoding, RefusesAnUnknownLabel) {
  EXPECT_EQ(refusal(with_header(), "a,b,label\n1,2,no\n1,2,maybe\n", Labels::require),
            "new.csv, line 3, column 3 (label): 'maybe' is not a label of the model ('yes' and 'no')");
}

TEST(ApplyEncoding, RefusesBadNumbersWithTheirPlace) {
  EXPECT_EQ(refusal(with_header(), "a,b\n1,inf\n"), "new.csv, line 2, column 2 (b): 'inf' is not a finite number");
}

TEST(ApplyEncoding, RefusesANumberTooFarAwayToStandardise) {
  const Encoding tiny = encode_training_table(parse_table("a,label\n1e-9,0\n2e-9,1\n", "train.csv")).encoding;
  EXPECT_EQ(refusal(tiny, "a\n1e308\n"),
            "new.csv, line 2, column 1 (a): '1e308' is too far from the training table's values to be standardised");
}

}  // namespace
}  // namespace lehr
