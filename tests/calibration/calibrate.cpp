// Runs replications of one setting of simulation-based calibration and appends their ranks to a file. What the file
// has already is not run again, so that the work can be stopped and taken up at any time:
//   calibrate list
//   calibrate run SETTING REPLICATIONS FILE

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>
#include <string>

#include <support/calibration.hpp>

namespace lehr::calibration {
namespace {

const Setting* setting_named(const std::string& name) {
  for (const std::span<const Setting> settings : {std::span<const Setting>(kSettings), {kNoiseFree}}) {
    for (const Setting& setting : settings) {
      if (name == setting.name) return &setting;
    }
  }
  return nullptr;
}

/// Whole lines below the header.
std::size_t finished_replications(const std::string& path) {
  std::ifstream file(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line) && !file.eof();) ++lines;
  return lines == 0 ? 0 : lines - 1;
}

int run(const Setting& setting, std::size_t replications, const std::string& path) {
  std::size_t number = finished_replications(path);
  std::ofstream file(path, std::ios::app);
  if (number == 0) file << "replication,log_variance,log_lengthscale,f_1,f_2,log_likelihood,acceptance\n";
  for (; number < replications; ++number) {
    const Replication replication = replicate(setting, number);
    file << number;
    for (const std::size_t rank : replication.ranks) file << "," << rank;
    file << "," << replication.acceptance << std::endl;
    if (!file) {
      std::cerr << "calibrate: cannot write " << path << "\n";
      return 1;
    }
  }
  return 0;
}

}  // namespace
}  // namespace lehr::calibration

int main(int count, char** words) {
  const std::string command = count > 1 ? words[1] : "";
  if (command == "list" && count == 2) {
    for (const auto& setting : lehr::calibration::kNoiseFree) std::cout << setting.name << "\n";
    for (const auto& setting : lehr::calibration::kSettings) std::cout << setting.name << "\n";
    return 0;
  }
  const lehr::calibration::Setting* setting =
      command == "run" && count == 5 ? lehr::calibration::setting_named(words[2]) : nullptr;
  if (setting == nullptr) {
    std::cerr << "usage: calibrate list | calibrate run SETTING REPLICATIONS FILE\n";
    return 2;
  }
  return lehr::calibration::run(*setting, std::strtoul(words[3], nullptr, 10), words[4]);
}
