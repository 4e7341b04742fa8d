// Runs one target on every file of a folder: the seeds, and what fuzzing has found, in an ordinary test.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include <fuzz/input.hpp>
#include <unit/scratch_folder.hpp>

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "name a folder of inputs\n";
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(words[1])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    std::cout << file.filename().string() << std::endl;  // flushed: a crash leaves the name behind
    const std::string bytes = lehr::bytes_of(file);
    lehr::fuzz::run_target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::cout << files.size() << " inputs\n";
  return files.empty() ? 1 : 0;
}
