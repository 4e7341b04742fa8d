#include <lehr/diagnostics/autocovariance.hpp>

#include <bit>
#include <complex>
#include <cstddef>
#include <numbers>

#include <lehr/diagnostics/moments.hpp>

// The theorem of Wiener and Khinchin: the autocovariance is the Fourier transform of the squared modulus of the
// transform of the centred chain, padded with as many zeros. Two chains a, b make one complex series z = a + i b, and
// the real part of the autocovariance of z is the sum of those of a and of b; so one transform serves two chains, and
// one backward transform of the summed moduli serves all.
namespace lehr {
namespace {

using Complex = std::complex<double>;

// Without the care for infinities that the operator takes, at a third of its cost.
Complex product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// The discrete Fourier transform of a fixed power of two, radix 2 (Cooley and Tukey 1965). One direction ends in
/// bit-reversed order and the other begins there, so that nothing is ever reordered.
class FourierTransform {
 public:
  explicit FourierTransform(std::size_t size) : size_(size), roots_(size / 2) {
    const double step = -2 * std::numbers::pi / static_cast<double>(size);
    for (std::size_t k = 0; k < roots_.size(); ++k) roots_[k] = std::polar(1.0, step * static_cast<double>(k));
  }

  void to_reversed_order(std::vector<Complex>& series) const {
    for (std::size_t half = size_ / 2; half >= 1; half /= 2) {
      for_each_butterfly(series, half, [](Complex& a, Complex& b, Complex root) {
        const Complex difference = a - b;
        a += b;
        b = product(difference, root);
      });
    }
  }

  void from_reversed_order(std::vector<Complex>& series) const {
    for (std::size_t half = 1; half < size_; half *= 2) {
      for_each_butterfly(series, half, [](Complex& a, Complex& b, Complex root) {
        const Complex turned = product(b, root);
        b = a - turned;
        a += turned;
      });
    }
  }

 private:
  template <class Butterfly>
  void for_each_butterfly(std::vector<Complex>& series, std::size_t half, Butterfly butterfly) const {
    const std::size_t stride = size_ / (2 * half);
    for (std::size_t block = 0; block < size_; block += 2 * half) {
      for (std::size_t j = 0; j < half; ++j) {
        butterfly(series[block + j], series[block + half + j], roots_[j * stride]);
      }
    }
  }

  std::size_t size_;
  std::vector<Complex> roots_;  // exp(-2 pi i k / size)
};

}  // namespace

std::vector<double> mean_autocovariance(DrawsView chains) {
  if (chains.values.empty()) return {};
  const std::size_t size = std::bit_ceil(2 * chains.draws);  // the zeros keep the end of a chain from meeting its start
  const FourierTransform transform(size);
  std::vector<Complex> series(size);
  std::vector<Complex> spectrum(size);
  for (std::size_t first = 0; first < chains.chains(); first += 2) {
    const bool has_second = first + 1 < chains.chains();
    const std::span<const double> a = chains.chain(first);
    const std::span<const double> b = has_second ? chains.chain(first + 1) : a;
    const double mean_a = sample_mean(a);
    const double mean_b = sample_mean(b);
    series.assign(size, Complex{});
    for (std::size_t i = 0; i < chains.draws; ++i) series[i] = {a[i] - mean_a, has_second ? b[i] - mean_b : 0};
    transform.to_reversed_order(series);
    for (std::size_t k = 0; k < size; ++k) spectrum[k] += std::norm(series[k]);
  }
  transform.from_reversed_order(spectrum);

  std::vector<double> covariance(chains.draws);
  const double scale = 1 / (static_cast<double>(size) * static_cast<double>(chains.values.size()));
  for (std::size_t lag = 0; lag < chains.draws; ++lag) covariance[lag] = spectrum[lag].real() * scale;
  return covariance;
}

}  // namespace lehr
