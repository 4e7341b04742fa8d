#pragma once

// The tables of settings, and what can be done with a row: for the command line and Python.
#include <lehr/evidence/settings.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/posterior/settings.hpp>
#include <lehr/samplers/settings.hpp>
#include <lehr/settings/option_text.hpp>
#include <lehr/settings/table.hpp>
