#pragma once

#include <string>
#include <string_view>

#include <lehr/run/run.hpp>

namespace lehr {

inline constexpr int kRunInfoFormat = 3;  // of the JSON; goes up with every change of its keys

/// Whether the numbers of the data (inputs and labels) are in the text. Their sizes and names always are.
enum class DataNumbers { inside, elsewhere };

/// All of a RunInfo as one JSON object; every number reads back to the same bits. Equal runs give equal texts. Bytes
/// that are not UTF-8 (in the name of the table) become U+FFFD.
std::string run_info_to_json(const RunInfo& info, DataNumbers numbers = DataNumbers::inside);

/// The way back. Where a key is missing, unknown, of the wrong type or impossible, throws an InputError that begins
/// with `name`. Without numbers of the data, its inputs and labels stay empty.
RunInfo run_info_from_json(std::string_view text, const std::string& name);

/// The same for how the sampling went. Of leave-one-out it has how it was made, not the numbers of the rows.
std::string run_outcome_to_json(const RunOutcome& outcome);
RunOutcome run_outcome_from_json(std::string_view text, const std::string& name);

}  // namespace lehr
