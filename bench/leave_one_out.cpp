#include <bench/leave_one_out.hpp>

#include <iomanip>
#include <iostream>
#include <string_view>

#include <bench/fit/cases.hpp>
#include <bench/stopwatch.hpp>
#include <lehr/api/run.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>

namespace lehr::bench {
namespace {

/// Notes when leave-one-out begins and ends, in processor time of the one thread.
class Watch final : public Observer {
 public:
  void progress(std::string_view task, double /*fraction_done*/) override {
    if (task != "leave-one-out") return;
    const double now = thread_seconds();
    if (begin_ == 0) begin_ = now;
    end_ = now;
  }
  double begin() const { return begin_; }
  double seconds() const { return end_ - begin_; }

 private:
  double begin_ = 0;
  double end_ = 0;
};

void measure(const FitCase& fit_case, bool quick) {
  SampleRequest request{fit_case.name, {}, fit_case.model, default_choice().settings};
  request.table.data = fit_case.data;
  request.settings.model_evidence = false;
  if (quick) request.settings.draws = 50;
  Watch watch;
  const double start = thread_seconds();
  const Run run = sample(std::move(request), {.observer = &watch}).run;
  if (!run.outcome.leave_one_out) throw RunError("leave-one-out broke down: " + fit_case.name);
  const LeaveOneOutScore score = score_leave_one_out(*run.outcome.leave_one_out, run.info.data.responses);
  const double before = watch.begin() - start;
  std::cout << "| " << fit_case.name << std::fixed << std::setprecision(2) << " | " << score.elpd << " ± " << score.se
            << " | " << score.pareto_k_bad << " | " << score.regression_error << std::setprecision(3) << " | " << before
            << " s | " << watch.seconds() << " s | " << std::setprecision(0) << 100 * watch.seconds() / before << " % |"
            << std::endl;
}

}  // namespace

void measure_leave_one_out(const Options& options) {
  std::cout
      << "| | elpd | rows with k > 0.7 | error by the regression | the fit before it | leave-one-out | of the fit "
         "|\n|---|---|---|---|---|---|---|\n";
  for (const FitCase& fit_case : fit_cases(options.data)) {
    if (fit_case.name.find(options.filter) != std::string::npos) measure(fit_case, options.quick);
  }
}

}  // namespace lehr::bench
