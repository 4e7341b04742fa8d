#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <cli/progress_view.hpp>

namespace lehr::cli {

/// Work in many parts: how much of it is done, and how long the rest takes if it goes on like this.
class PartsView final : public ProgressView {
 public:
  explicit PartsView(std::string task) : task_(std::move(task)) {}

  void progress(std::string_view task, double fraction_done) override;
  std::vector<std::string> lines(std::chrono::duration<double> elapsed) override;
  std::string plain_line(std::chrono::duration<double> elapsed) override;

 private:
  std::mutex mutex_;
  std::string task_;
  double fraction_done_ = 0;
};

}  // namespace lehr::cli
