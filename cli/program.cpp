#include <cli/program.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include <cli/exit_codes.hpp>
#include <cli/signals.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/basics.hpp>

namespace lehr::cli {
namespace {

/// A file opened later must not take the number of a closed standard stream: messages would end up in it. The stand-ins
/// fail on use, as the closed stream would.
void occupy_closed_streams() {
  for (const int descriptor : {0, 1, 2}) {
    if (fcntl(descriptor, F_GETFD) < 0) {
      [[maybe_unused]] const int opened = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace

void begin_program() {
  occupy_closed_streams();
  install_signal_handlers();
}

int with_exit_code(const Console& console, const std::function<int()>& work) {
  const auto fail = [&](std::string_view text, int code) {
    console.error(text);
    return code;
  };
  try {
    return work();
  } catch (const UsageError& error) {
    return fail(error.what(), kUsage);
  } catch (const InputError& error) {
    return fail(error.what(), kBadInput);
  } catch (const Interrupted& error) {
    return fail(error.what(), kInterrupted);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for this; fewer rows, samples or repeats take less", kFailed);
  } catch (const std::exception& error) {
    return fail(error.what(), kFailed);
  }
}

void become_program(const std::string& name, const std::vector<std::string>& words) {
  std::string first = name;
  std::vector<std::string> rest = words;
  std::vector<char*> arguments = {first.data()};
  for (std::string& word : rest) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  // An interrupt that comes before the other program listens must neither be lost nor kill it: it waits.
  const HoldInterrupts until_it_listens;
  std::error_code unreadable;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unreadable);
  if (!unreadable) execv((self.parent_path() / name).c_str(), arguments.data());
  const int beside = unreadable ? ENOENT : errno;
  if (beside == ENOENT) execvp(name.c_str(), arguments.data());
  const std::string folder = self.parent_path().string();
  if (errno == ENOENT) {
    throw RunError("the program " + name + " is not installed: it is neither in '" + folder +
                   "', where this one is, nor in PATH");
  }
  throw RunError("the program " + name + " cannot be started: " + std::strerror(errno));
}

}  // namespace lehr::cli
