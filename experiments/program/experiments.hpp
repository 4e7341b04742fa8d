#pragma once

#include <experiments/program/reproduce.hpp>

namespace lehr::reproduce {

Report figure1(const Request& request, const RunContext& context);
Report figure2(const Request& request, const RunContext& context);
Report table1(const Request& request, const RunContext& context);
Report predictions(const Request& request, const RunContext& context);

}  // namespace lehr::reproduce
