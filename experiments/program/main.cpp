#include <algorithm>

#include <cli/program.hpp>
#include <cli/views/console.hpp>
#include <experiments/program/command.hpp>

int main(int count, char** words) {
  lehr::cli::begin_program();
  lehr::cli::Console console("lehr reproduce");
  return lehr::cli::with_exit_code(console, [&] {
    return lehr::cli::reproduce_command()->start({words + std::min(count, 1), words + count}, console);
  });
}
