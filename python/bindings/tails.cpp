#include <bindings/tails.hpp>

#include <pybind11/stl.h>

#include <bindings/long_call.hpp>
#include <lehr/lehr.hpp>

namespace lehr::python {
namespace {

py::dict cut_dict(const TailCut& cut) {
  py::dict dict;
  dict["at"] = cut.at;
  dict["expected"] = cut.expected;
  dict["share"] = cut.share;
  dict["z"] = cut.z;
  return dict;
}

py::dict parameter_dict(const ParameterTails& parameter) {
  py::list cuts;
  for (const TailCut& cut : parameter.cuts) cuts.append(cut_dict(cut));
  py::dict dict;
  dict["name"] = parameter.name;
  dict["noise"] = parameter.noise;
  dict["cuts"] = cuts;
  return dict;
}

}  // namespace

py::tuple check_tails_of(const Run& run, int threads, const py::object& progress) {
  LongCall call(threads, progress);
  const TailReport report = call.run([&](const RunContext& context) { return check_tails(run, context); });
  py::list parameters;
  for (const ParameterTails& parameter : report.parameters) parameters.append(parameter_dict(parameter));
  py::dict dict;
  dict["parameters"] = parameters;
  dict["largest_z"] = report.largest_z;
  dict["draws"] = report.draws;
  dict["importance_samples"] = report.samples;
  dict["evaluations"] = report.evaluations;
  return py::make_tuple(dict, report.warnings, report.notes);
}

}  // namespace lehr::python
