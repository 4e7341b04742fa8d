#pragma once

// Everything a program that uses the installed library needs. No type of a third-party library appears in these
// headers.
#include <lehr/api/basics.hpp>
#include <lehr/api/catalogue.hpp>
#include <lehr/api/check_tails.hpp>
#include <lehr/api/compare.hpp>
#include <lehr/api/compare_runs.hpp>
#include <lehr/api/cross_validate.hpp>
#include <lehr/api/evidence.hpp>
#include <lehr/api/fit.hpp>
#include <lehr/api/machine.hpp>
#include <lehr/api/predict.hpp>
#include <lehr/api/relevance.hpp>
#include <lehr/api/report.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/api/tables.hpp>
