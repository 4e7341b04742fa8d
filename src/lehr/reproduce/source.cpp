#include <lehr/reproduce/source.hpp>

#include <lehr/base/version.hpp>

namespace lehr::reproduce {

Source::Source(const Request& request, const std::string& commits, std::string work) {
  if (request.quick) work += ", a quick run";
  const std::string seed = std::to_string(request.seed);
  line_ = "lehr " + std::string(version()) + ", commit " + commits + ", seed " + seed + "; " + work;
  csv_fields_ = "," + seed + ",\"" + commits + "\",\"" + work + "\"";
}

}  // namespace lehr::reproduce
