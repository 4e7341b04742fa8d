// The program lehr-read: reads a run file instead of the process that asks for it. The library starts it
// (GuardedRunFile), since HDF5 may crash, hang or take all memory on a file from a stranger.
#include <cstdio>
#include <cstdlib>

#include <lehr/base/confined_work.hpp>
#include <lehr/run_file/service.hpp>

int main() {
  if (!lehr::has_parent_to_work_for()) {
    std::fputs("lehr-read: lehr starts this program to read run files; by itself it does nothing\n", stderr);
    return 2;
  }
  lehr::be_confined(lehr::run_file_service::serve);
}
