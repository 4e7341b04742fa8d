#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lehr::report {

/// Text as HTML and SVG hold it, inside elements and inside quoted attributes. The five characters with a meaning
/// become references; control characters other than the line feed and bytes that are not UTF-8 become U+FFFD.
std::string escaped(std::string_view text);
/// Escaped, with the program's options in spans, which are not broken after their hyphens.
std::string with_options(std::string_view text);

/// A number for readers: about `digits` significant digits, without an exponent where it is not needed.
std::string number(double value, int digits = 4);
std::string fixed(double value, int decimals);

/// "1 row", "2 rows".
std::string counted(std::size_t count, const std::string& noun);

/// At most `most` characters; what is longer ends in "…".
std::string shortened(std::string_view text, std::size_t most);

/// <section> with an id for links and a heading.
std::string section(const std::string& id, const std::string& heading, const std::string& body);

}  // namespace lehr::report
