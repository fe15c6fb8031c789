#include "mahala/core/utf8.hpp"

#include <nlohmann/json.hpp>

namespace mahala {

std::string utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string plain_name(const std::filesystem::path& path) { return utf8(path.filename().string()); }

}  // namespace mahala
