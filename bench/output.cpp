#include <bench/output.hpp>

#include <fstream>
#include <iostream>

#include <lehr/base/errors.hpp>

namespace lehr::bench {

void write_out(const Options& options, const Write& text, const Write& json) {
  if (options.json_file) {
    std::ofstream file(*options.json_file);
    json(file);
    if (!file.flush()) throw RunError("cannot write " + *options.json_file);
  }
  options.json ? json(std::cout) : text(std::cout);
}

}  // namespace lehr::bench
