#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lehr {

/// The other end of a channel is gone.
class ChannelClosed : public std::runtime_error {
 public:
  ChannelClosed() : std::runtime_error("the channel is closed") {}
};

/// Numbers and texts between two processes of this program, over a socket. The receiver says how much it is ready to
/// take: more, as only a process gone astray would send, counts as a closed channel.
class Channel {
 public:
  /// Told after each wait of the receiver: how long it was, a second at most, and whether something came.
  using Waited = std::function<void(double seconds, bool came)>;

  explicit Channel(int socket, Waited waited = {});
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void put(std::uint64_t number) { put_bytes(&number, sizeof number); }
  void put(std::string_view text);
  void put(std::span<const double> numbers);

  std::uint64_t take_number();
  std::string take_text(std::uint64_t most_bytes);
  std::vector<double> take_numbers(std::uint64_t most_bytes);

 private:
  void put_bytes(const void* bytes, std::size_t count);
  void take_bytes(void* bytes, std::size_t count);

  int socket_;
  Waited waited_;
};

}  // namespace lehr
