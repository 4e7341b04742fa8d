#include <lehr/report/trace_data.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include <nlohmann/json.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kMostValues = 300'000;  // of all traces: 1.6 MB of base64

std::string base64(std::span<const unsigned char> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

/// Little-endian float32 of every k-th draw, chain after chain.
std::string packed(const std::vector<double>& values, std::size_t draws, std::size_t every) {
  std::vector<unsigned char> bytes;
  for (std::size_t begin = 0; begin < values.size(); begin += draws) {
    for (std::size_t i = 0; i < draws; i += every) {
      const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(values[begin + i]));
      for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<unsigned char>(bits >> shift & 255U));
    }
  }
  return base64(bytes);
}

}  // namespace

std::string trace_data(const ReportContents& contents) {
  const Chains& chains = contents.chains;
  const std::size_t all = (chains.parameters.size() + 1) * chains.log_prior.size();
  const std::size_t every = std::max<std::size_t>(1, (all + kMostValues - 1) / kMostValues);
  nlohmann::json json;
  json["chains"] = chains.chains();
  json["every"] = every;
  json["values"] = nlohmann::json::array();
  for (const auto& values : chains.parameters) json["values"].push_back(packed(values, chains.draws, every));
  json["values"].push_back(packed(chains.log_evidence_estimate, chains.draws, every));
  return json.dump();  // numbers and base64 only: nothing that could end the element
}

}  // namespace lehr::report
