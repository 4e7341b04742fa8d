#include <lehr/posterior/settings.hpp>

#include <vector>

#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/samplers/settings.hpp>
#include <lehr/settings/option_text.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

std::vector<std::string> ways_to_variances() { return {"exact", "regressed"}; }

constexpr Setting<PredictionSettings> kTable[] = {
    {.member = &PredictionSettings::interval,
     .name = "level",
     .value_name = "L",
     .help = "the share of the posterior between lower and upper",
     .allowed = {.greatest = 1},
     .own_option = "",
     .own_key = ""},
    {.member = &PredictionSettings::draws,
     .name = "draws",
     .value_name = "M",
     .help = "draws to average over, spread evenly over and along the chains; all where there are not more",
     .allowed = {.least = 1, .most = kMostIterations},
     .own_key = ""},
    {.member = &PredictionSettings::variances,
     .name = "variances",
     .help = "of the latent function at a draw: exact, or found from those at some draws, which is an approximation",
     .allowed = {.words = ways_to_variances,
                 .require = [](std::string_view name) { one_of("variances", name, ways_to_variances()); }},
     .own_key = ""},
};

}  // namespace

std::span<const Setting<PredictionSettings>> PredictionSettings::table() { return kTable; }

void PredictionSettings::check() const {
  if (!(interval > 0 && interval < 1)) {
    throw UsageError("level must be a share between 0 and 1, not " + to_text(interval));
  }
  check_settings(*this);
}

}  // namespace lehr
