#pragma once

#include <string_view>

// Where the build and an installation put things: written by CMake (reader_places.cpp.in). All but the prefix are
// relative to it.
namespace lehr::reader_places {

std::string_view prefix();
std::string_view programs();
std::string_view libraries();
std::string_view readers();

}  // namespace lehr::reader_places
