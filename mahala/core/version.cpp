#include "mahala/core/version.hpp"

namespace mahala {

std::string_view version() { return MAHALA_VERSION; }

}  // namespace mahala
