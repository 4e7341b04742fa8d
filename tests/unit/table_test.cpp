#include <lehr/data/table.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <unit/input_error.hpp>

namespace lehr {
namespace {

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const Table& table) {
  std::vector<Row> rows(table.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) rows[i].emplace_back(table.cell(i, j));
  }
  return rows;
}

std::string refusal(std::string_view text, const TableOptions& options = {}) {
  return input_error([&] { parse_table(text, "t.csv", options); });
}

TEST(Table, ReadsAHeaderAndRows) {
  const Table table = parse_table("a,b,label\n1,2,yes\n3,4,no\n", "t.csv");
  EXPECT_TRUE(table.has_header);
  EXPECT_EQ(table.columns, (Row{"a", "b", "label"}));
  EXPECT_EQ(rows_of(table), (std::vector<Row>{{"1", "2", "yes"}, {"3", "4", "no"}}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{2, 3}));
}

TEST(Table, EndsWithOrWithoutALineBreak) {
  EXPECT_EQ(rows_of(parse_table("a,b\n1,2", "t.csv")), (std::vector<Row>{{"1", "2"}}));
  EXPECT_EQ(rows_of(parse_table("a,b\n1,", "t.csv")), (std::vector<Row>{{"1", ""}}));
}

TEST(Table, ReadsEveryKindOfLineEnd) {
  const std::vector<Row> expected = {{"1", "2"}, {"3", "4"}};
  for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", "a,b\r\n1,2\n3,4"}) {
    const Table table = parse_table(text, "t.csv");
    EXPECT_EQ(rows_of(table), expected);
    EXPECT_EQ(table.lines, (std::vector<std::size_t>{2, 3}));
  }
}

TEST(Table, DetectsTheSeparatorInRowOneOutsideQuotes) {
  const std::vector<Row> expected = {{"1", "2", "3"}};
  for (const char* text :
       {"a,b,c\n1,2,3", "a;b;c\n1;2;3", "a\tb\tc\n1\t2\t3", "\"a;x\",b,c\n1,2,3", "\"a,x\"\tb\tc\n1\t2\t3",
        "a,\tb,\tc\n1,\t2,\t3", "\"a \"\"; x\",b,c\n1,2,3", "size, m;b;c\n1;2;3"}) {
    EXPECT_EQ(rows_of(parse_table(text, "t.csv")), expected) << text;
  }
}

TEST(Table, RemovesQuotesAndTheSpacesAround) {
  const Table table = parse_table("\"a b\", \"c\"\"d\" ,  e\n \"1,5\",\"x\ny\", z z \n", "t.csv");
  EXPECT_EQ(table.columns, (Row{"a b", "c\"d", "e"}));
  EXPECT_EQ(rows_of(table), (std::vector<Row>{{"1,5", "x\ny", "z z"}}));
}

TEST(Table, KeepsAQuoteInsideAnUnquotedField) {
  EXPECT_EQ(rows_of(parse_table("a,b\n5\" pipe,1\n", "t.csv")), (std::vector<Row>{{"5\" pipe", "1"}}));
}

TEST(Table, CountsLinesInsideQuotes) {
  const Table table = parse_table("a,b\n\"1\r\n\r\n\",2\n3,4\n", "t.csv");
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{2, 5}));
}

TEST(Table, DropsAByteOrderMark) {
  EXPECT_EQ(parse_table("\xEF\xBB\xBF"
                        "a,b\n1,2\n",
                        "t.csv")
                .columns,
            (Row{"a", "b"}));
  EXPECT_EQ(parse_table("\xEF\xBB\xBF\"a\",b\n1,2\n", "t.csv").columns, (Row{"a", "b"}));
}

TEST(Table, SkipsBlankLinesAndKeepsTheNumbersOfTheOthers) {
  const Table table = parse_table("\n \na,b\n\n1,2\n  \n3,4\n\n\n", "t.csv");
  EXPECT_EQ(rows_of(table), (std::vector<Row>{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{5, 7}));
}

TEST(Table, TakesABlankLineBetweenTheRowsOfOneColumnForAnEmptyCell) {
  const Table table = parse_table("a\n1\n\n2\n\n", "t.csv");
  EXPECT_EQ(rows_of(table), (std::vector<Row>{{"1"}, {""}, {"2"}}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{2, 3, 4}));
}

TEST(Table, NamesColumnsByNumberWithoutAHeader) {
  const Table table = parse_table("1,2.5,yes\n3,4,no\n", "t.csv");
  EXPECT_FALSE(table.has_header);
  EXPECT_EQ(table.columns, (Row{"x1", "x2", "x3"}));
  EXPECT_EQ(table.rows(), 2U);
}

TEST(Table, FindsAHeaderByTextOutsideTheLabel) {
  EXPECT_TRUE(parse_table("a,2,3\n1,2,3", "t.csv").has_header);
  EXPECT_FALSE(parse_table("1,2,yes\n1,2,no", "t.csv").has_header);
  EXPECT_TRUE(parse_table("1,2,label\n1,2,3", "t.csv").has_header);
  EXPECT_FALSE(parse_table("yes,2,3\nno,2,3", "t.csv", {.label = "1"}).has_header);
  EXPECT_FALSE(parse_table("yes,2,3\nno,2,3", "t.csv", {.label = "x1"}).has_header);
  EXPECT_TRUE(parse_table("class,2,3\nno,2,3", "t.csv", {.label = "class"}).has_header);
  EXPECT_FALSE(parse_table("1,2,yes\n3,4,no", "t.csv", {.label = "class"}).has_header);
  EXPECT_TRUE(parse_table("a\n1", "t.csv").has_header);
}

TEST(Table, NeverTakesABadNumberInRowOneForAHeader) {
  for (const char* row : {"NA,2,1", ",2,1", "?,2,1", "nan,2,1", "inf,2,1", "1e400,2,1", "0x1F,2,1", "1,5;2;1"}) {
    EXPECT_FALSE(parse_table(std::string(row) + "\n", "t.csv").has_header) << row;
  }
}

TEST(Table, ObeysTheHeaderOption) {
  const Table with = parse_table("1,2\n3,4\n", "t.csv", {.header = true});
  EXPECT_EQ(with.columns, (Row{"1", "2"}));
  EXPECT_EQ(with.rows(), 1U);
  EXPECT_EQ(parse_table("a,b\n3,4\n", "t.csv", {.header = false}).rows(), 2U);
}

TEST(Table, NamesAPlace) {
  const Table named = parse_table("a,b\n1,2\n\n3,4\n", "dir/t.csv");
  EXPECT_EQ(named.place(1, 1), "dir/t.csv, line 4, column 2 (b)");
  EXPECT_EQ(named.place(0), "dir/t.csv, lines 2 to 4, column 1 (a)");
  EXPECT_EQ(parse_table("1,2\n", "t.csv").place(0, 1), "t.csv, line 1, column 2");
}

TEST(BadTable, AnEmptyTable) {
  for (const char* text : {"", "\n\n", "  \r\n", "\xEF\xBB\xBF"}) EXPECT_EQ(refusal(text), "t.csv: the table is empty");
}

TEST(BadTable, AHeaderWithoutRows) { EXPECT_EQ(refusal("a,b\n"), "t.csv: the table has a header but no rows"); }

TEST(BadTable, ARowWithTooFewFields) {
  EXPECT_EQ(refusal("a,b,c\n1,2,3\n1,2\n"),
            "t.csv, line 3, column 3: found 2 fields, expected 3 as in line 1 (separated by commas)");
}

TEST(BadTable, ARowWithTooManyFields) {
  EXPECT_EQ(refusal("a;b\n1;2;\n"),
            "t.csv, line 2, column 3: found 3 fields, expected 2 as in line 1 (separated by semicolons)");
}

TEST(BadTable, AQuoteThatIsNeverClosed) {
  EXPECT_EQ(refusal("a,b\n1,2\n3,\"4\n5,6\n"),
            "t.csv, line 3, column 2: the quote that opens this field is never closed");
}

TEST(BadTable, TextAfterAClosingQuote) {
  EXPECT_EQ(refusal("a,b\n\"1\"2,3\n"),
            "t.csv, line 2, column 1: text follows the closing quote; a quote inside a quoted field is written \"\"");
}

TEST(BadTable, ANulByte) {
  EXPECT_EQ(refusal(std::string_view("a,b\n1,\0\n", 8)),
            "t.csv, line 2, column 2: a NUL byte; is this a text file, in UTF-8?");
}

TEST(BadTable, Utf16) {
  EXPECT_EQ(refusal(std::string_view("\xFF\xFE"
                                     "a\0",
                                     4)),
            "t.csv, line 1, column 1: the text is UTF-16; save the table as UTF-8");
}

TEST(BadTable, BytesThatAreNotUtf8) {
  EXPECT_EQ(refusal("a,caf\xE9\n1,2\n"),
            "t.csv, line 1, column 2: the byte \\xE9 is not UTF-8; save the table as UTF-8");
}

TEST(BadTable, AnotherKindOfFile) {
  EXPECT_EQ(refusal("\x89HDF\r\n"), "t.csv: is a netCDF-4 or HDF5 file, not a table of text; export it as CSV");
}

TEST(BadTable, AColumnNameThatOccursTwice) {
  EXPECT_EQ(refusal("a,b,a\n1,2,3\n"),
            "t.csv, line 1, column 3: the name 'a' is already that of column 1; rename one, or say --header no if this "
            "line is not a header");
}

TEST(BadTable, AColumnWithoutAName) {
  EXPECT_EQ(refusal("\"\",a,b\n1,2,3\n"),
            "t.csv, line 1, column 1: the header has no name for this column; name it or remove the column");
}

}  // namespace
}  // namespace lehr
