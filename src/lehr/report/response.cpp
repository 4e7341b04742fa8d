#include <lehr/report/response.hpp>

#include <algorithm>
#include <set>

#include <lehr/diagnostics/moments.hpp>
#include <lehr/diagnostics/quantiles.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kSteps = 40;
constexpr std::size_t kFewValues = 8;

/// The features that one column became: [begin, end).
struct Span {
  std::size_t begin;
  std::size_t end;
};

Span features_of_column(const Encoding& encoding, std::size_t begin) {
  std::size_t end = begin + 1;
  if (!encoding.features[begin].category) return {begin, end};
  while (end < encoding.features.size() && encoding.features[end].category &&
         encoding.features[end].position == encoding.features[begin].position) {
    ++end;
  }
  return {begin, end};
}

/// The encoded values of a feature that is 1 in one category and 0 in the others.
double encoded(const FeatureEncoding& encoding, double value) { return (value - encoding.mean) / encoding.scale; }

void set_category(const Encoding& encoding, Span span, std::size_t chosen, std::vector<double>& row) {
  for (std::size_t k = span.begin; k < span.end; ++k) row[k] = encoded(encoding.features[k], k == chosen ? 1 : 0);
}

std::vector<double> typical_row(const RunInfo& info) {
  std::vector<double> row(info.data.features);
  for (std::size_t begin = 0; begin < row.size();) {
    const Span span = features_of_column(info.encoding, begin);
    if (info.encoding.features[begin].category) {
      std::size_t commonest = begin;
      for (std::size_t k = begin; k < span.end; ++k) {
        const auto share = [&](std::size_t feature) {
          const FeatureEncoding& encoding = info.encoding.features[feature];
          return encoding.mean + encoding.scale * sample_mean(info.data.feature(feature));
        };
        if (share(k) > share(commonest)) commonest = k;
      }
      set_category(info.encoding, span, commonest, row);
    } else {
      row[begin] = quantile(info.data.feature(begin), 0.5);
    }
    begin = span.end;
  }
  return row;
}

/// Encoded values to look at.
std::vector<double> points_along(std::span<const double> values) {
  const std::set<double> different(values.begin(), values.end());
  if (different.size() <= kFewValues) return {different.begin(), different.end()};
  std::vector<double> points;
  const double low = *different.begin();
  const double high = *different.rbegin();
  for (std::size_t i = 0; i < kSteps; ++i) points.push_back(low + (high - low) * static_cast<double>(i) / (kSteps - 1));
  return points;
}

}  // namespace

ResponsePlan plan_responses(const RunInfo& info) {
  ResponsePlan plan;
  std::vector<std::vector<double>> rows;
  const std::vector<double> typical = typical_row(info);
  for (std::size_t begin = 0; begin < info.data.features;) {
    const Span span = features_of_column(info.encoding, begin);
    const FeatureEncoding& encoding = info.encoding.features[begin];
    Response response{encoding.column, begin, {}, {}, rows.size()};
    if (encoding.category) {
      for (std::size_t k = begin; k < span.end; ++k) {
        response.categories.push_back(*info.encoding.features[k].category);
        response.values.push_back(static_cast<double>(k - begin));
        rows.push_back(typical);
        set_category(info.encoding, span, k, rows.back());
      }
    } else {
      for (const double point : points_along(info.data.feature(begin))) {
        response.values.push_back(encoding.mean + encoding.scale * point);
        rows.push_back(typical);
        rows.back()[begin] = point;
      }
    }
    plan.responses.push_back(std::move(response));
    begin = span.end;
  }
  plan.rows.rows = rows.size();
  plan.rows.features = info.data.features;
  plan.rows.feature_names = info.data.feature_names;
  for (std::size_t k = 0; k < info.data.features; ++k) {
    for (const std::vector<double>& row : rows) plan.rows.inputs.push_back(row[k]);
  }
  return plan;
}

}  // namespace lehr::report
