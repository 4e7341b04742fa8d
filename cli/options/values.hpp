#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What an option's text must be. Each throws a UsageError that names the option, its value and what it must be.
namespace lehr::cli {

double positive_number(std::string_view option, std::string_view text);
std::vector<double> positive_numbers(std::string_view option, std::string_view text);  // "3,0.5"
std::int64_t whole_number(std::string_view option, std::string_view text, std::int64_t least, std::int64_t most);
std::uint64_t seed_number(std::string_view option, std::string_view text);
std::string one_of(std::string_view option, std::string_view text, const std::vector<std::string>& choices);

/// The known word that a misspelt one was probably meant to be, or nothing.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// "1 row", "2 rows".
std::string counted(std::size_t count, const std::string& noun);

/// "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace lehr::cli
