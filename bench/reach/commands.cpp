#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <bench/formatted.hpp>
#include <bench/peers/outside_program.hpp>
#include <bench/reach/lines.hpp>
#include <bench/reaches.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::bench {
namespace {

namespace fs = std::filesystem;

/// Seconds of all processors in the programs that have ended.
double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The program `lehr` beside this one, in a folder of its own.
class Program {
 public:
  explicit Program(const Options& options)
      : data_(fs::absolute(options.data)),
        program_(fs::read_symlink("/proc/self/exe").parent_path() / "lehr"),
        folder_(fs::temp_directory_path() / ("lehr-reach-" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~Program() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Seconds of all processors.
  double seconds_of(const std::string& words) const {
    const double before = children_seconds();
    const std::string command =
        "cd " + quoted(folder_) + " && " + quoted(program_) + " " + words + " --quiet >/dev/null";
    if (std::system(command.c_str()) != 0) throw RunError("this failed: lehr " + words);
    return children_seconds() - before;
  }

  double fit_seconds(const std::string& set) const {
    return seconds_of("fit " + quoted(data_ / (set + ".csv")) + " --out " + set + ".nc --overwrite");
  }

  /// Its first rows again and again, without what they are labelled.
  void write_rows(const fs::path& table, std::size_t rows, const std::string& name) const {
    std::ifstream in(table);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::ofstream out(folder_ / name);
    out << lines.front() << '\n';
    for (std::size_t i = 0; i < rows; ++i) out << lines[1 + i % (lines.size() - 1)] << '\n';
  }

  const fs::path& data() const { return data_; }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path data_;
  fs::path program_;
  fs::path folder_;
};

ReachLine line_of(const std::string& work, const std::string& on, double seconds) {
  return {.work = work, .on = on, .measured = seconds, .unit = "s", .reach = reach_of(work, on)};
}

std::vector<ReachLine> default_fits(const Program& program) {
  std::vector<ReachLine> lines;
  for (const std::string set : {"glass", "thyroid"})
    lines.push_back(line_of("lehr fit", set, program.fit_seconds(set)));
  return lines;
}

std::vector<ReachLine> many_predictions(const Program& program) {
  const double fit = program.fit_seconds("pima");
  program.write_rows(program.data() / "pima.csv", 1000, "rows.csv");
  return {line_of("lehr fit", "pima", fit),
          line_of("lehr predict, 1000 rows", "pima", program.seconds_of("predict pima.nc rows.csv --out p.csv"))};
}

std::vector<ReachLine> one_prediction(const Program& program, std::size_t rows) {
  const std::string count = std::to_string(rows);
  program.seconds_of("simulate --rows " + count + " --features 8 --variance 5 --lengthscale 0.866 --out t.csv");
  program.seconds_of("fit t.csv --out t.nc --draws 100 --overwrite");
  program.write_rows(program.folder() / "t.csv", 1, "row.csv");
  return {line_of("lehr predict, 1 row", "n = " + count, program.seconds_of("predict t.nc row.csv --out p.csv"))};
}

/// Five features, so that matrices are dense.
std::vector<ReachLine> many_rows(const Program& program, std::size_t rows) {
  const std::string count = std::to_string(rows);
  program.seconds_of("simulate --rows " + count + " --features 5 --variance 5 --lengthscale 0.5 --out t.csv");
  return {line_of("lehr fit", count + " dense rows", program.seconds_of("fit t.csv --out t.nc --overwrite"))};
}

}  // namespace

std::vector<ReachWork> reach_of_commands(const Options& options) {
  const auto program = std::make_shared<Program>(options);
  std::vector<ReachWork> works = {{"commands: fits", [=] { return default_fits(*program); }},
                                  {"commands: predictions", [=] { return many_predictions(*program); }},
                                  {"commands: one row, 569", [=] { return one_prediction(*program, 569); }}};
  if (options.is_long) {
    works.push_back({"commands: one row, 1000", [=] { return one_prediction(*program, 1000); }});
    for (const std::size_t rows : {2000U, 5000U}) {
      works.push_back({"commands: " + std::to_string(rows) + " rows", [=] { return many_rows(*program, rows); }});
    }
  }
  return works;
}

}  // namespace lehr::bench
