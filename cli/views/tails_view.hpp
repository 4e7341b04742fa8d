#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <cli/views/progress_view.hpp>

namespace lehr::cli {

/// A check of the tails: a bar, and once what it will take.
class TailsView final : public TaskView {
 public:
  TailsView() : TaskView("tails") {}

  void tail_check_cost(const TailCheckCost& cost) override;
  std::vector<std::string> take_notes() override;

 private:
  std::mutex mutex_;
  std::vector<std::string> notes_;
};

}  // namespace lehr::cli
