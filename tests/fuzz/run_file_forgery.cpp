// A sound netCDF file that is nearly a run file: every part of it, in the order of the file, may be left out, renamed,
// or have another type, shape, size or content. HDF5 must read it, and our own code must judge it.
#include <netcdf.h>

#include <fuzz/input.hpp>
#include <fuzz/memory_file.hpp>
#include <fuzz/read_run_file.hpp>
#include <lehr/run/run_info_json.hpp>
#include <unit/example_run.hpp>

namespace lehr::fuzz {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t kUnusual = 16;  // one choice in so many departs from a true run file

class Forger {
 public:
  Forger(const std::string& path, bool ard, Choices& choices)
      : ard_(ard), choices_(choices), sound_(nc_create(path.c_str(), NC_NETCDF4, &file_) == NC_NOERR) {}
  ~Forger() {
    if (sound_) nc_close(file_);
  }
  Forger(const Forger&) = delete;
  Forger& operator=(const Forger&) = delete;

  void attribute(const std::string& name, std::string text) {
    if (unusual()) text.replace(choices_.below(text.size()), choices_.below(8), choices_.text(choices_.below(16)));
    const int number = 7;
    const char* one = text.c_str();
    switch (unusual() ? choices_.below(4) : 0) {
      case 0:
        nc_put_att_text(file_, NC_GLOBAL, name.c_str(), text.size(), text.data());
        break;
      case 1:
        nc_put_att_string(file_, NC_GLOBAL, name.c_str(), 1, &one);
        break;
      case 2:
        nc_put_att_int(file_, NC_GLOBAL, name.c_str(), NC_INT, 1, &number);
        break;
      default:
        break;
    }
  }

  void group(const std::string& name, const std::vector<std::pair<std::string, Names>>& variables) {
    if (unusual()) return;
    int group = file_;
    nc_def_grp(file_, name.c_str(), &group);
    std::vector<std::pair<std::string, int>> dimensions;
    for (const auto& [variable, names] : variables) define(group, variable, names, dimensions);
  }

  /// Of the file itself, in no group.
  void variables(const std::vector<std::pair<std::string, Names>>& variables) {
    std::vector<std::pair<std::string, int>> dimensions;
    for (const auto& [variable, names] : variables) define(file_, variable, names, dimensions);
  }

 private:
  /// Chain, draw, feature and evaluation have two values.
  std::size_t size_of(const std::string& dimension) const {
    return dimension == "row" || (ard_ && dimension == "parameter") ? 3 : 2;
  }

  bool unusual() { return choices_.any_left() && choices_.one_in(kUnusual); }

  int dimension(int group, const std::string& name, std::vector<std::pair<std::string, int>>& known) {
    for (const auto& [other, id] : known) {
      if (other == name && !unusual()) return id;
    }
    const std::size_t sizes[] = {NC_UNLIMITED, 1, 4, 1000, std::size_t{1} << 31, std::size_t{1} << 50};
    int id = 0;
    nc_def_dim(group, name.c_str(), unusual() ? sizes[choices_.below(std::size(sizes))] : size_of(name), &id);
    known.emplace_back(name, id);
    return id;
  }

  void define(int group, const std::string& name, Names names, std::vector<std::pair<std::string, int>>& known) {
    if (unusual()) return;
    if (unusual()) names.pop_back();
    if (unusual()) names.emplace_back("draw");
    std::vector<int> ids;
    std::size_t size = 1;
    for (const std::string& one : names) {
      ids.push_back(dimension(group, one, known));
      size *= size_of(one);
    }
    const nc_type usual = name == "y" || name == "accepted"            ? NC_BYTE
                          : name == "numbers_from" || name == "broken" ? NC_INT64
                                                                       : NC_DOUBLE;
    const nc_type types[] = {NC_BYTE, NC_DOUBLE, NC_FLOAT, NC_INT64, NC_CHAR, NC_STRING};
    int id = 0;
    if (nc_def_var(group, name.c_str(), unusual() ? types[choices_.below(std::size(types))] : usual,
                   static_cast<int>(ids.size()), ids.data(), &id) != NC_NOERR) {
      return;
    }
    if (unusual()) {
      const std::vector<std::size_t> blocks(ids.size(), 1 + choices_.below(5));
      nc_def_var_chunking(group, id, NC_CHUNKED, blocks.data());
      nc_def_var_deflate(group, id, 1, 1, 9);
    }
    std::vector<double> values(size, 1);
    if (unusual()) values[choices_.below(size)] = choices_.one_in(2) ? -1 : 0.0 / double(choices_.byte() % 2);
    const std::vector<std::size_t> start(ids.size(), 0);
    std::vector<std::size_t> count;
    for (const std::string& one : names) count.push_back(size_of(one));
    if (!unusual()) nc_put_vara_double(group, id, start.data(), count.data(), values.data());
  }

  bool ard_;
  Choices& choices_;
  int file_ = -1;
  bool sound_;
};

void forge(const std::string& path, Choices& choices) {
  const bool ard = choices.one_in(2);
  Forger forger(path, ard, choices);
  forger.attribute("lehr_run", run_info_to_json(example_run(ard), DataNumbers::elsewhere));
  forger.attribute("lehr_outcome", run_outcome_to_json({}));
  forger.attribute("lehr_annotation", "a note");
  forger.group("observed_data", {{"y", {"row"}}});
  forger.group("constant_data", {{"x", {"row", "feature"}}});
  const Names per_draw = {"chain", "draw"};
  const Names per_feature = {"chain", "draw", "feature"};
  const Names per_row = {"chain", "draw", "row"};
  forger.group("posterior",
               {{"variance", per_draw}, {"lengthscale", ard ? per_feature : per_draw}, {"f", per_row}, {"t", per_row}});
  forger.group("sample_stats", {{"accepted", per_draw},
                                {"numbers_from", per_draw},
                                {"broken", per_draw},
                                {"log_evidence_estimate", per_draw},
                                {"log_prior", per_draw},
                                {"log_theta", {"chain", "draw", "parameter"}}});
  forger.variables({{"warmup_evaluations", {"warmup_chain", "warmup_number"}}});
}

}  // namespace

void try_input(Choices choices) {
  const MemoryFile file;
  forge(file.path(), choices);
  read_run_file(file.path());
}

}  // namespace lehr::fuzz
