#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include <nlohmann/json.hpp>

#include <lehr/base/errors.hpp>
#include <lehr/model/model.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

using Json = nlohmann::json;

/// One object that is read key by key. What is missing, superfluous or of the wrong type is an InputError that names
/// the place, as in "fit.evidence.seed".
class Object {
 public:
  Object(const Json& json, std::string file, std::string place)
      : json_(json), file_(std::move(file)), place_(std::move(place)) {
    if (!json_.is_object()) fail("", "must be an object");
  }

  template <typename Value>
  Value get(const std::string& key) {
    return convert<Value>(find(key), key);
  }

  template <typename Value>
  std::optional<Value> get_if_any(const std::string& key) {
    if (is_null(key)) return std::nullopt;
    return get<Value>(key);
  }

  template <typename Value>
  std::vector<Value> list(const std::string& key) {
    std::vector<Value> values;
    for (const Json& item : array(key)) values.push_back(convert<Value>(item, key));
    return values;
  }

  bool is_null(const std::string& key) { return find(key).is_null(); }

  Object object(const std::string& key) { return {find(key), file_, path(key)}; }

  std::vector<Object> objects(const std::string& key) {
    std::vector<Object> all;
    for (const Json& item : array(key)) all.emplace_back(item, file_, path(key));
    return all;
  }

  /// A misspelt key must not pass for one that was left out.
  void require_nothing_else() const {
    for (const auto& item : json_.items()) {
      if (!seen_.contains(item.key())) fail(item.key(), "is not known");
    }
  }

  [[noreturn]] void fail(const std::string& key, const std::string& what) const {
    throw InputError(file_ + ": " + (path(key).empty() ? "the description of the run" : "'" + path(key) + "'") + " " +
                     what);
  }

 private:
  std::string path(const std::string& key) const {
    return place_.empty() || key.empty() ? place_ + key : place_ + "." + key;
  }

  const Json& find(const std::string& key) {
    seen_.insert(key);
    const auto found = json_.find(key);
    if (found == json_.end()) fail(key, "is missing");
    return *found;
  }

  const Json& array(const std::string& key) {
    const Json& json = find(key);
    if (!json.is_array()) fail(key, "must be a list");
    return json;
  }

  template <typename Value>
  Value convert(const Json& json, const std::string& key) const {
    if constexpr (std::is_same_v<Value, std::string>) {
      if (!json.is_string()) fail(key, "must be text");
      return json.get<std::string>();
    } else if constexpr (std::is_same_v<Value, bool>) {
      if (!json.is_boolean()) fail(key, "must be true or false");
      return json.get<bool>();
    } else if constexpr (std::is_floating_point_v<Value>) {
      if (!json.is_number() || !std::isfinite(json.get<double>())) fail(key, "must be a finite number");
      return json.get<double>();
    } else {
      constexpr std::uint64_t kLargest = std::numeric_limits<Value>::max();
      if (!json.is_number_unsigned() || json.get<std::uint64_t>() > kLargest) {
        fail(key, "must be a whole number from 0 to " + std::to_string(kLargest));
      }
      return json.get<Value>();
    }
  }

  const Json& json_;
  std::string file_;
  std::string place_;
  std::set<std::string> seen_;
};

GammaPrior read_prior(Object object) {
  const GammaPrior prior = {.shape = object.get<double>("shape"), .rate = object.get<double>("rate")};
  object.require_nothing_else();
  return prior;
}

template <typename Value>
void read_value(Object& object, const std::string& key, Value& value) {
  value = object.get<Value>(key);
}

void read_value(Object& object, const std::string& key, GammaPrior& value) { value = read_prior(object.object(key)); }

void read_value(Object& object, const std::string& key, std::vector<std::string>& value) {
  value = object.list<std::string>(key);
}

void read_value(Object& object, const std::string& key, TimeSpan& value) {
  value.seconds = object.get<std::uint64_t>(key);
}

template <typename Value>
void read_value(Object& object, const std::string& key, std::optional<Value>& value) {
  value.reset();
  if (!object.is_null(key)) read_value(object, key, value.emplace());
}

/// Every key of the settings' table that a file of that format has; what came later keeps its default.
template <class Settings>
void read_settings(Object& object, int format, Settings& settings) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.key().empty() || row.since > format) continue;
    with_value(row, settings, [&](auto& value) { read_value(object, row.key(), value); });
  }
  object.require_nothing_else();
}

ModelSettings read_model(Object object, int format) {
  ModelSettings model;
  read_settings(object, format, model);
  return model;
}

FitSettings read_fit(Object object, int format) {
  FitSettings fit;
  Object evidence = object.object("evidence");
  read_settings(evidence, format, fit.evidence);
  read_settings(object, format, fit);
  return fit;
}

FeatureEncoding read_feature(Object object) {
  FeatureEncoding feature;
  feature.name = object.get<std::string>("name");
  feature.column = object.get<std::string>("column");
  feature.position = object.get<std::size_t>("position");
  feature.category = object.get_if_any<std::string>("category");
  feature.mean = object.get<double>("mean");
  feature.scale = object.get<double>("scale");
  if (!(feature.scale > 0)) object.fail("scale", "must be positive");
  object.require_nothing_else();
  return feature;
}

Encoding read_encoding(Object object) {
  Encoding encoding;
  for (Object& feature : object.objects("features")) encoding.features.push_back(read_feature(std::move(feature)));
  encoding.label_column = object.get<std::string>("label_column");
  encoding.label_position = object.get<std::size_t>("label_position");
  encoding.columns = object.get<std::size_t>("columns");
  encoding.negative = object.get<std::string>("negative");
  encoding.positive = object.get<std::string>("positive");
  encoding.has_header = object.get<bool>("has_header");
  encoding.standardized = object.get<bool>("standardized");
  for (const FeatureEncoding& feature : encoding.features) {
    if (feature.position >= encoding.columns) object.fail("features", "has a position behind the last column");
  }
  if (encoding.label_position >= encoding.columns) object.fail("label_position", "is behind the last column");
  object.require_nothing_else();
  return encoding;
}

Dataset read_data(Object object) {
  Dataset data;
  data.rows = object.get<std::size_t>("rows");
  data.features = object.get<std::size_t>("features");
  data.feature_names = object.list<std::string>("feature_names");
  if (data.rows == 0 || data.features == 0) object.fail("rows", "and 'data.features' must be at least 1");
  if (data.feature_names.size() != data.features) object.fail("feature_names", "must have one name per feature");
  const bool elsewhere = object.is_null("inputs") && object.is_null("labels");
  if (!elsewhere) {
    data.inputs = object.list<double>("inputs");
    const std::vector<double> labels = object.list<double>("labels");
    if (labels.size() != data.rows) object.fail("labels", "must have one number per row");
    std::size_t cells = 0;
    if (__builtin_mul_overflow(data.rows, data.features, &cells) || data.inputs.size() != cells) {
      object.fail("inputs", "must have one number per row and feature");
    }
    for (const double label : labels) {
      if (label != -1 && label != 1) object.fail("labels", "must be -1 or 1");
    }
    data.responses = classes_of(labels);
  }
  object.require_nothing_else();
  return data;
}

/// What no single field shows.
void check_together(const RunInfo& info, const Object& object) {
  if (info.encoding.features.size() != info.data.features) {
    object.fail("encoding.features", "must have one entry per feature of the data");
  }
  try {
    info.model.check();
    info.fit.check(info.model);
    if (info.parameter_names != Model(info.model, info.data.feature_names).space().names()) {
      object.fail("parameter_names", "must be those of its model's parameters, in their order");
    }
  } catch (const UsageError& error) {
    object.fail("", std::string("holds an impossible setting: ") + error.what());
  }
}

}  // namespace

RunInfo run_info_from_json(std::string_view text, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw InputError(name + ": the description of the run is not JSON");
  Object object(json, name, "");
  const int format = object.get<int>("format");
  if (format < 1 || format > kRunInfoFormat) {
    throw InputError(name + ": its description of the run has format " + std::to_string(format) +
                     ", but this program reads format " + std::to_string(kRunInfoFormat) +
                     ": use the version that wrote it");
  }
  RunInfo info;
  info.version = object.get<std::string>("version");
  info.source = object.get<std::string>("source");
  info.model = read_model(object.object("model"), format);
  info.fit = read_fit(object.object("fit"), format);
  info.encoding = read_encoding(object.object("encoding"));
  info.data = read_data(object.object("data"));
  info.parameter_names = object.list<std::string>("parameter_names");
  object.require_nothing_else();
  check_together(info, object);
  return info;
}

}  // namespace lehr
