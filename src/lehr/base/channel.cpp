#include <lehr/base/channel.hpp>

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace lehr {

Channel::Channel(int socket, Waited waited) : socket_(socket), waited_(std::move(waited)) {
  const timeval second{.tv_sec = 1, .tv_usec = 0};
  if (waited_) setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second);
}

Channel::~Channel() { close(socket_); }

void Channel::put(std::string_view text) {
  put(std::uint64_t{text.size()});
  put_bytes(text.data(), text.size());
}

void Channel::put(std::span<const double> numbers) {
  put(std::uint64_t{numbers.size()});
  put_bytes(numbers.data(), numbers.size_bytes());
}

std::uint64_t Channel::take_number() {
  std::uint64_t number = 0;
  take_bytes(&number, sizeof number);
  return number;
}

std::string Channel::take_text(std::uint64_t most_bytes) {
  const std::uint64_t size = take_number();
  if (size > most_bytes) throw ChannelClosed();
  std::string text(size, '\0');
  take_bytes(text.data(), size);
  return text;
}

std::vector<double> Channel::take_numbers(std::uint64_t most_bytes) {
  const std::uint64_t size = take_number();
  if (size > most_bytes / sizeof(double)) throw ChannelClosed();
  std::vector<double> numbers(size);
  take_bytes(numbers.data(), size * sizeof(double));
  return numbers;
}

void Channel::put_bytes(const void* bytes, std::size_t count) {
  for (const char* next = static_cast<const char*>(bytes); count > 0;) {
    const ssize_t sent = send(socket_, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw ChannelClosed();
    next += sent;
    count -= static_cast<std::size_t>(sent);
  }
}

void Channel::take_bytes(void* bytes, std::size_t count) {
  for (char* next = static_cast<char*>(bytes); count > 0;) {
    const auto begin = std::chrono::steady_clock::now();
    const ssize_t got = recv(socket_, next, count, 0);
    const int error = errno;
    if (waited_) {
      // More than a second is no wait: this process was stopped meanwhile, by Ctrl-Z perhaps.
      const std::chrono::duration<double> wait = std::chrono::steady_clock::now() - begin;
      waited_(std::min(wait.count(), 1.0), got > 0);
    }
    if (got < 0 && (error == EINTR || (error == EAGAIN && waited_))) continue;
    if (got <= 0) throw ChannelClosed();
    next += got;
    count -= static_cast<std::size_t>(got);
  }
}

}  // namespace lehr
