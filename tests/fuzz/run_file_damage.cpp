// A whole run file in which bytes are changed: each three bytes of the input are a place and its new value. What stops
// here is most often inside HDF5 (docs/trust.md), so that scripts/fuzz lets this target go on after a crash.
#include <fuzz/input.hpp>
#include <fuzz/memory_file.hpp>
#include <fuzz/read_run_file.hpp>
#include <lehr/run_file/writer.hpp>
#include <unit/example_run.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr::fuzz {
namespace {

std::string whole_run_file() {
  const ScratchFolder folder;
  const RunInfo info = example_run(true);
  RunFileWriter writer(folder / "run.nc", info,
                       {.chains = 2, .draws = 2, .states = true, .latents = true, .evaluations = 4});
  for (std::size_t chain = 0; chain < 2; ++chain) writer.write_evaluations(chain, example_warm_up(chain));
  for (std::size_t i = 0; i < 4; ++i) writer.write_draw(i / 2, i % 2, example_draw(info, i / 2, i % 2));
  writer.close();
  return bytes_of(folder / "run.nc");
}

}  // namespace

void try_input(Choices choices) {
  static const std::string whole = whole_run_file();
  std::string bytes = whole;
  while (choices.any_left()) {
    const std::size_t at = choices.below(bytes.size());
    bytes[at] = static_cast<char>(choices.byte());
  }
  const MemoryFile file(bytes);
  read_run_file(file.path());
}

}  // namespace lehr::fuzz
