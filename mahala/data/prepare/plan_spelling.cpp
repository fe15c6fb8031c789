#include "mahala/data/prepare/plan_spelling.hpp"

namespace mahala {
namespace {

std::string_view british_step(std::string_view step) {
  if (step == "standardize") return "standardise";
  return step == "center" ? "centre" : step;
}

}  // namespace

std::string canonical_plan(std::string_view plan) {
  std::string canonical;
  while (true) {
    const auto comma = plan.find(',');
    canonical += british_step(plan.substr(0, comma));
    if (comma == std::string_view::npos) return canonical;
    canonical += ',';
    plan.remove_prefix(comma + 1);
  }
}

}  // namespace mahala
