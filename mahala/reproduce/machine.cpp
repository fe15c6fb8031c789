#include "mahala/reproduce/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <thread>

namespace mahala::reproduce {

std::string machine() {
  std::string processor = "unknown processor", line;
  std::ifstream info("/proc/cpuinfo");
  while (std::getline(info, line)) {
    const auto colon = line.find(": ");
    if (!line.starts_with("model name") || colon == std::string::npos) continue;
    processor = line.substr(colon + 2);
    break;
  }
  return fmt::format("{}, {} cores", processor, std::thread::hardware_concurrency());
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace mahala::reproduce
