#pragma once

#include <string>

namespace lehr {

/// The path of `lehr-read`, the program that reads run files for this one. In this order:
///
/// - what LEHR_READER says, if it is set;
/// - beside the file that holds this code: the Python module, or a program that brings its own `lehr-read` along;
/// - in the installation or build folder that this file is part of, as bin/ or lib/ tell;
/// - in the installation that the library was built for.
///
/// A file that belongs neither to root nor to the owner of this code is passed over: in /tmp, anyone could put one
/// beside a program. A RunError that names the places if it is in none.
std::string reader_program();

}  // namespace lehr
