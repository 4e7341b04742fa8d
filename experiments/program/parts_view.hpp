#pragma once

#include <string>
#include <vector>

#include <cli/views/progress_view.hpp>

namespace lehr::reproduce {

/// A task of many parts: also how long the rest takes if it goes on like this.
class PartsView final : public cli::TaskView {
 public:
  using TaskView::TaskView;

  std::vector<std::string> lines(std::chrono::duration<double> elapsed) override;
  std::string plain_line(std::chrono::duration<double> elapsed) override;
};

}  // namespace lehr::reproduce
