#include <cli/commands/reproduce.hpp>

#include <cli/command.hpp>
#include <cli/program.hpp>

namespace lehr::cli {
namespace {

/// The experiments are a program of their own, with its options and its help (experiments/program): it is only listed
/// and started here.
class Reproduce final : public Command {
 public:
  std::string_view name() const override { return "reproduce"; }
  std::string_view summary() const override { return kReproduceSummary; }
  int place() const override { return 35; }
  int start(const std::vector<std::string>& words, Console&) override { become_program("lehr-reproduce", words); }
};

}  // namespace

namespace commands {
std::unique_ptr<Command> reproduce() { return std::make_unique<Reproduce>(); }
}  // namespace commands

}  // namespace lehr::cli
