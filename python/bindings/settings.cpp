#include <variant>

#include <pybind11/stl.h>

#include <bindings/bindings.hpp>
#include <bindings/table.hpp>
#include <lehr/api/settings.hpp>
#include <lehr/lehr.hpp>

namespace lehr::python {

namespace py = pybind11;

namespace {

using Pair = std::pair<double, double>;  // a prior in Python: shape, rate

template <class Settings, class Value>
void bind_member(py::class_<Settings>& type, const char* name, Value Settings::*member) {
  type.def_readwrite(name, member);
}

template <class Settings>
void bind_member(py::class_<Settings>& type, const char* name, GammaPrior Settings::*member) {
  type.def_property(
      name,
      [member](const Settings& settings) {
        return Pair{(settings.*member).shape, (settings.*member).rate};
      },
      [member](Settings& settings, const Pair& value) {
        settings.*member = {value.first, value.second};
      });
}

template <class Settings>
void bind_member(py::class_<Settings>& type, const char* name, std::optional<GammaPrior> Settings::*member) {
  type.def_property(
      name,
      [member](const Settings& settings) {
        const std::optional<GammaPrior>& prior = settings.*member;
        return prior ? std::optional<Pair>({prior->shape, prior->rate}) : std::nullopt;
      },
      [member](Settings& settings, const std::optional<Pair>& value) {
        (settings.*member).reset();
        if (value) settings.*member = GammaPrior{value->first, value->second};
      });
}

/// Whole seconds in Python, or the text of the command line's option.
template <class Settings>
void bind_member(py::class_<Settings>& type, const char* name, std::optional<TimeSpan> Settings::*member) {
  using Given = std::variant<std::uint64_t, std::string>;
  type.def_property(
      name,
      [member](const Settings& settings) {
        const std::optional<TimeSpan>& time = settings.*member;
        return time ? std::optional(time->seconds) : std::nullopt;
      },
      [member, text_name = std::string(name)](Settings& settings, const std::optional<Given>& value) {
        (settings.*member).reset();
        if (!value) return;
        TimeSpan& time = (settings.*member).emplace();
        if (const auto* seconds = std::get_if<std::uint64_t>(&*value)) {
          time.seconds = *seconds;
        } else {
          read_value(text_name, std::get<std::string>(*value), {}, time);
        }
      });
}

/// The name of Python's argument; where there is none, that of the run file.
template <class Settings>
std::string attribute(const Setting<Settings>& row) {
  return row.name.empty() ? row.key() : std::string(row.name);
}

template <class Value>
constexpr bool kMayBeNone = false;
template <class Value>
constexpr bool kMayBeNone<std::optional<Value>> = true;

const char* kind_of(bool) { return "switch"; }
const char* kind_of(int) { return "whole number"; }
const char* kind_of(std::uint64_t) { return "whole number"; }
const char* kind_of(double) { return "number"; }
const char* kind_of(const std::string&) { return "word"; }
const char* kind_of(const std::vector<std::string>&) { return "words"; }
const char* kind_of(const GammaPrior&) { return "prior"; }
const char* kind_of(TimeSpan) { return "time"; }
template <class Value>
const char* kind_of(const std::optional<Value>&) {
  return kind_of(Value{});
}

template <class Settings>
py::class_<Settings> bind_struct(py::module_& module, const char* name) {
  py::class_<Settings> type(module, name);
  type.def(py::init<>()).def("check", &Settings::check);
  for (const Setting<Settings>& row : Settings::table()) {
    const std::string text = attribute(row);
    std::visit([&](auto member) { bind_member(type, text.c_str(), member); }, row.member);
  }
  return type;
}

/// The rows as Python needs them.
template <class Settings>
py::list rows() {
  py::list list;
  const Settings defaults;
  for (const Setting<Settings>& row : Settings::table()) {
    py::dict dict;
    dict["attribute"] = attribute(row);
    dict["argument"] = std::string(row.name);
    dict["key"] = row.key();
    dict["option"] = row.option();
    dict["least"] = row.allowed.least;
    dict["of_fits"] = row.name != kNotOfFits;
    with_value(row, defaults, [&]<class Value>(const Value& value) {
      dict["kind"] = kind_of(value);
      dict["may_be_none"] = kMayBeNone<Value>;
    });
    list.append(dict);
  }
  return list;
}

py::dict settings_table() {
  py::dict dict;
  dict["table"] = rows<EncodingOptions>();
  dict["model"] = rows<ModelSettings>();
  dict["evidence"] = rows<EvidenceSettings>();
  dict["fit"] = rows<FitSettings>();
  dict["predictions"] = rows<PredictionSettings>();
  return dict;
}

}  // namespace

void bind_settings(py::module_& module) {
  py::class_<TableDescription>(module, "TableDescription")
      .def(py::init<>())
      .def_readwrite("columns", &TableDescription::columns)
      .def_readwrite("has_names", &TableDescription::has_names)
      .def_readwrite("label_column", &TableDescription::label_column)
      .def_readwrite("negative", &TableDescription::negative)
      .def_readwrite("positive", &TableDescription::positive)
      .def_readwrite("standardize", &TableDescription::standardize);

  bind_struct<ModelSettings>(module, "ModelSettings");
  bind_struct<EvidenceSettings>(module, "EvidenceSettings");
  bind_struct<FitSettings>(module, "FitSettings").def_readwrite("evidence", &FitSettings::evidence);

  bind_struct<PredictionSettings>(module, "PredictionSettings");

  module.def("settings_table", &settings_table);
  module.def("names_of", &names_of, py::arg("kind"));
}

}  // namespace lehr::python
