#include <cli/output/output_file.hpp>

#include <filesystem>

#include <lehr/api/basics.hpp>
#include <lehr/api/open_run.hpp>

namespace lehr::cli {

void refuse_to_replace_input(const std::string& out, std::initializer_list<std::string> inputs) {
  for (const std::string& input : inputs) {
    std::error_code ignored;  // where one of them is not there, they are not the same
    if (out != "-" && input != "-" && std::filesystem::equivalent(out, input, ignored)) {
      throw UsageError("--out is '" + out + "', which is read too; it must name another file");
    }
  }
}

void refuse_to_replace_run(const std::string& out, std::initializer_list<std::string> inputs) {
  refuse_to_replace_input(out, inputs);
  if (out != "-" && is_stored_run(out)) {
    throw UsageError("--out is '" + out + "', which is a run; it must name another file");
  }
}

}  // namespace lehr::cli
