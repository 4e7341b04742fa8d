#include <experiments/program/source.hpp>

#include <utility>

#include <experiments/program/grid.hpp>
#include <lehr/base/version.hpp>

namespace lehr::reproduce {

std::string in_words(const Effort& effort) {
  constexpr double kHour = 3600;
  const bool hours = effort.seconds >= kHour;
  return decimals(hours ? effort.seconds / kHour : effort.seconds, hours ? 1 : 0) + (hours ? " hours" : " s") +
         " of processor time, " + decimals(effort.longest_part, 0) + " s for the longest part";
}

Source::Source(const Request& request, std::string commits, const std::string& work)
    : seed_(std::to_string(request.seed)),
      commits_(std::move(commits)),
      work_(work),
      extent_(request.quick ? ", a quick run" : ""),
      line_("lehr " + std::string(version()) + ", commit " + commits_ + ", seed " + seed_ + "; " + work_ + extent_) {}

std::string Source::csv_fields(const std::string& commit, const std::string& work) const {
  return "," + seed_ + ",\"" + commit + "\",\"" + work + extent_ + "\"";
}

}  // namespace lehr::reproduce
