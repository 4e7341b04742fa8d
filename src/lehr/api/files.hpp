#pragma once

// How texts are made and files are written, for the doors: whole or not at all, and a number in one way everywhere. Not
// installed: a program that uses the library has its own way to write files.
#include <lehr/base/check.hpp>
#include <lehr/files/csv.hpp>
#include <lehr/files/write_file.hpp>
#include <lehr/parameters/parameter_blocks.hpp>
#include <lehr/run/run_info_json.hpp>
