#include <lehr/random/stream.hpp>

#include <Random123/philox.h>

namespace lehr {

Stream::Stream(const StreamKey& key)
    : key_{key.seed, static_cast<std::uint64_t>(key.purpose)}, counter_{0, key.particle, key.iteration, key.chain} {}

void Stream::refill() {
  const r123::Philox4x64::ctr_type counter = {{counter_[0], counter_[1], counter_[2], counter_[3]}};
  const r123::Philox4x64::key_type key = {{key_[0], key_[1]}};
  const r123::Philox4x64::ctr_type block = r123::Philox4x64()(counter, key);
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = block[i];
  ++counter_[0];
  next_ = 0;
}

}  // namespace lehr
