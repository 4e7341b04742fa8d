#pragma once

// The user's data: tables of text, numbers in memory, and how both become what a model sees.
#include <lehr/data/dataset.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/numbers.hpp>
#include <lehr/data/table.hpp>
