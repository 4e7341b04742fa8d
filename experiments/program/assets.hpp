#pragma once

#include <string_view>

// Files of experiments/ that are built into the program.
namespace lehr::reproduce::assets {

std::string_view paper_table1_csv();

}  // namespace lehr::reproduce::assets
